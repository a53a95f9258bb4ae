import {
  INTEGRATION_TYPE,
  IXC_DEFAULTS,
  IXC_LIMITS,
  integrationChange,
  integrationForm,
  type QueueIntegration,
} from '@contract'
import { Button, Input } from 'antd'
import { PlugZap } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '@/api'
import { EditDialog, type EditForm, kinds, useEdited } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { integrationsList } from '@/stores/automation'
import { saved } from '@/stores/saved'
import styles from './integrations.module.css'

const fieldsOf = ({
  name,
  ixcBaseUrl,
  ixcTimeout,
  ixcRetryAttempts,
  ixcFallbackQueueId,
}: QueueIntegration) => ({
  name,
  ixcBaseUrl,
  ixcTimeout,
  ixcRetryAttempts,
  ...(ixcFallbackQueueId === null ? {} : { ixcFallbackQueueId }),
})
const FRESH = { ...IXC_DEFAULTS, name: '', ixcBaseUrl: '' }

/** Adds or changes an integration with IXC. */
export function IntegrationDialog({
  integration,
  onClose,
}: {
  integration: QueueIntegration | null
  onClose: () => void
}) {
  const { t } = useTexts()
  const edited = useEdited('integrations', integrationsList, integration, FRESH, fieldsOf)
  const kept = integration?.hasIxcApiKey ?? false
  const save = async (values: z.output<typeof integrationChange>): Promise<void> => {
    const { ixcApiKey = '', ...rest } = values
    const body = { ...rest, projectName: rest.name, type: INTEGRATION_TYPE } as const
    integrationsList.keep(await saved('integrations', integration, { ...body, ixcApiKey }))
  }
  const figure = { className: styles.figure ?? '' }
  return (
    <EditDialog
      {...edited}
      schema={(kept ? integrationChange : integrationForm) as typeof integrationChange}
      title={t(integration ? 'integrations.editTitle' : 'integrations.add')}
      initial={{ ...edited.initial, ixcApiKey: '' }}
      save={save}
      savedText={t(`integrations.toasts.${integration ? 'edit' : 'add'}`)}
      fieldOfCode={{ ERR_NO_QUEUE_FOUND: 'ixcFallbackQueueId', ERR_ADDRESS_NOT_ALLOWED: 'ixcBaseUrl' }}
      label={name => t(`integrations.${name}`)}
      onClose={onClose}
    >
      {edit => (
        <>
          {edit.field('name', kinds.text())}
          {edit.field(
            'ixcBaseUrl',
            kinds.text({ spellCheck: false, inputMode: 'url', placeholder: 'https://ixc.provedor.com.br' }),
          )}
          {edit.field(
            'ixcApiKey',
            { input: <Input.Password autoComplete="off" spellCheck={false} /> },
            { extra: t(kept ? 'integrations.keyKept' : 'integrations.keyHint') },
          )}
          <ConnectionTest edit={edit} id={integration?.id} />
          <div className={styles.pair}>
            {edit.field('ixcTimeout', kinds.number({ ...figure, step: IXC_LIMITS.timeout.step }), {
              required: true,
              about: t('integrations.timeoutHint'),
            })}
            {edit.field('ixcRetryAttempts', kinds.number(figure), { required: true })}
          </div>
          {edit.field('ixcFallbackQueueId', kinds.one('queue', t('integrations.chooseQueue')), {
            about: t('integrations.fallbackHint'),
          })}
        </>
      )}
    </EditDialog>
  )
}

/** Asks the provider once with what is in the fields, and says how it went below them. */
function ConnectionTest({ edit, id }: { edit: EditForm<typeof integrationChange>; id: number | undefined }) {
  const { t } = useTexts()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ ok: boolean; text: string } | null>(null)
  const test = async (): Promise<void> => {
    setOutcome(null)
    try {
      await edit.form.validateFields(['ixcBaseUrl', 'ixcApiKey'])
    } catch {
      return // the fields say what is wrong with them
    }
    setBusy(true)
    try {
      const { ixcBaseUrl = '', ixcApiKey = '', ixcTimeout } = edit.form.getFieldsValue(true)
      const { took } = await call('integrations.test', {
        body: {
          ...(id === undefined ? {} : { id }),
          ixcBaseUrl,
          ixcApiKey,
          // Nobody waits longer before a dialog, whatever customers may.
          ixcTimeout: Math.min(Number(ixcTimeout) || IXC_DEFAULTS.ixcTimeout, IXC_LIMITS.timeout.min * 5),
        },
      })
      setOutcome({ ok: true, text: t('integrations.tested', { took }) })
    } catch (error) {
      setOutcome({ ok: false, text: errorText(t, error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.test}>
      <Button
        loading={busy}
        icon={<PlugZap size={16} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => void test()}
      >
        {t('integrations.test')}
      </Button>
      <span role="status" className={outcome?.ok === false ? styles.failed : styles.worked}>
        {outcome?.text}
      </span>
    </div>
  )
}
