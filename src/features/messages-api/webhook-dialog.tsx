import { WEBHOOK_TOPICS, type Webhook, webhookForm } from '@contract'
import { Button, Checkbox, Form, Input, Modal, Switch } from 'antd'
import { Copy } from 'lucide-react'
import { call } from '@/api'
import { EditDialog, useLiveItem } from '@/features/kit'
import { useTexts } from '@/i18n'
import { contentToasts } from '@/stores/toasts'
import { webhooksDirectory } from '@/stores/webhooks'
import { ToolbarButton } from '@/ui'
import { CodeBlock, useCopy } from './code-block'
import { VERIFY_LANGUAGES, verifierOf } from './examples'
import page from './messages-api.module.css'
import styles from './webhooks.module.css'

const fieldsOf = ({ name, url, messages, acks, tickets, active }: Webhook) => ({
  name,
  url,
  messages,
  acks,
  tickets,
  active,
})
const FRESH = { name: '', url: '', messages: true, acks: false, tickets: false, active: true }

/** A secret that was just made, and whose it is. */
export interface NewSecret {
  name: string
  secret: string
}

export interface WebhookDialogProps {
  webhook: Webhook | null
  onClose: () => void
  onSecret: (made: NewSecret) => void
}

/** Adds or changes a webhook; a new one's secret is shown right after. */
export function WebhookDialog({ webhook, onClose, onSecret }: WebhookDialogProps) {
  const { t } = useTexts()
  const live = useLiveItem(webhooksDirectory, webhook?.id ?? null, fieldsOf)
  return (
    <EditDialog
      keepAs={`webhook ${webhook?.id ?? 'new'}`}
      schema={webhookForm}
      title={t(webhook ? 'messagesApi.webhooks.editTitle' : 'messagesApi.webhooks.add')}
      initial={webhook ? fieldsOf(webhook) : FRESH}
      live={live}
      describe={(name, value) => ({
        label: t(`messagesApi.webhooks.${name}`),
        value: typeof value === 'boolean' ? t(value ? 'common.yes' : 'common.no') : String(value ?? ''),
      })}
      say={contentToasts}
      submitLabel={t(webhook ? 'common.save' : 'common.add')}
      onClose={onClose}
      save={async body => {
        if (webhook)
          return webhooksDirectory.keep(await call('webhooks.update', { params: { id: webhook.id }, body }))
        const { secret, ...made } = await call('webhooks.create', { body })
        webhooksDirectory.keep(made)
        onSecret({ name: made.name, secret })
      }}
    >
      {({ item }) => (
        <>
          <Form.Item {...item('name')} label={t('messagesApi.webhooks.name')}>
            <Input autoComplete="off" dir="auto" />
          </Form.Item>
          <Form.Item
            {...item('url')}
            label={t('messagesApi.webhooks.url')}
            extra={t('messagesApi.webhooks.urlHint')}
          >
            <Input inputMode="url" autoComplete="off" spellCheck={false} dir="ltr" />
          </Form.Item>
          <fieldset className={styles.events}>
            <legend>{t('messagesApi.webhooks.events')}</legend>
            {WEBHOOK_TOPICS.map(topic => (
              <Form.Item key={topic} {...item(topic)} required={false} valuePropName="checked">
                <Checkbox>{t(`messagesApi.webhooks.${topic}`)}</Checkbox>
              </Form.Item>
            ))}
            <p className={page.quiet}>{t('messagesApi.webhooks.order')}</p>
          </fieldset>
          <Form.Item
            {...item('active')}
            required
            label={t('messagesApi.webhooks.active')}
            valuePropName="checked"
          >
            <Switch />
          </Form.Item>
        </>
      )}
    </EditDialog>
  )
}

/** A new secret, shown this once, with the code that checks by it. */
export function SecretDialog({ made, onClose }: { made: NewSecret; onClose: () => void }) {
  const { t } = useTexts()
  const copy = useCopy()
  return (
    <Modal
      open
      centered
      width={640}
      title={t('messagesApi.webhooks.secretTitle', { name: made.name })}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('messagesApi.webhooks.secretKept')}
        </Button>
      }
      onCancel={onClose}
      destroyOnHidden
    >
      <p>{t('messagesApi.webhooks.secretText')}</p>
      <p className={page.secret}>
        <code dir="ltr">{made.secret}</code>
        <ToolbarButton
          icon={Copy}
          label={t('messagesApi.webhooks.copySecret')}
          onClick={() => copy(made.secret)}
        />
      </p>
      <CodeBlock label={t('messagesApi.webhooks.verify')} languages={VERIFY_LANGUAGES} code={verifierOf} />
    </Modal>
  )
}
