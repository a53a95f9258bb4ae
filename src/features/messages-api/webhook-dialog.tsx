import { WEBHOOK_TOPICS, type Webhook, webhookForm } from '@contract'
import { Button, Modal } from 'antd'
import { Copy } from 'lucide-react'
import { call } from '@/api'
import { EditDialog, kinds, useEdited } from '@/features/kit'
import { useTexts } from '@/i18n'
import { webhooksDirectory } from '@/stores/webhooks'
import { looks, ToolbarButton } from '@/ui'
import { CodeBlock, useCopy } from './code-block'
import { VERIFY_LANGUAGES, verifierOf } from './examples'
import page from './messages-api.module.css'
import styles from './webhooks.module.css'

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
  return (
    <EditDialog
      {...useEdited('webhooks', webhooksDirectory, webhook, FRESH)}
      schema={webhookForm}
      title={t(webhook ? 'messagesApi.webhooks.editTitle' : 'messagesApi.log.add')}
      label={name => t(`messagesApi.webhooks.${name}`)}
      onClose={onClose}
      save={async body => {
        if (webhook)
          return webhooksDirectory.keep(await call('webhooks.update', { params: { id: webhook.id }, body }))
        const { secret, ...made } = await call('webhooks.create', { body })
        webhooksDirectory.keep(made)
        onSecret({ name: made.name, secret })
      }}
    >
      {({ field }) => (
        <>
          {field('name', kinds.text())}
          {field('url', kinds.text({ inputMode: 'url', spellCheck: false, dir: 'ltr' }), {
            extra: t('messagesApi.webhooks.urlHint'),
          })}
          <fieldset className={styles.events}>
            <legend>{t('messagesApi.webhooks.events')}</legend>
            {WEBHOOK_TOPICS.map(topic => field(topic, kinds.check(), { required: false }))}
            <p className={looks.meta}>{t('messagesApi.webhooks.order')}</p>
          </fieldset>
          {field('active', kinds.onOff(), { required: true })}
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
