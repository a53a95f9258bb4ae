import { MAIL_SECURITIES, mailSettingsForm, mailTestForm } from '@contract'
import { Button, Input } from 'antd'
import { MailWarning } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { ApiError, call } from '@/api'
import { EditDialog, FormPart, kinds } from '@/features/kit'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { type MailSettings, mailSettings } from '@/stores/platform-settings'
import { useUser } from '@/stores/session'
import { contentToasts } from '@/stores/toasts'
import { SkeletonRows } from '@/ui'
import { Group, Line, Notice } from '../parts'

/** What the form shows of them; the password goes in and never comes out. */
const fieldsOf = ({ host, port, security, user, fromName, fromAddress }: MailSettings) => ({
  host,
  port,
  security,
  user,
  fromName,
  fromAddress,
})

/** The mail server of the platform: the super-administrator's. Its password goes in and never comes out. */
export function MailSection() {
  const { t, format } = useTexts()
  const { items, status, error } = mailSettings.use()
  const [settings] = items
  const [open, setOpen] = useState<'server' | 'test' | null>(null)
  const again = (): void => void mailSettings.reload()
  // A mail that could not be handed over is shown here: asked for each time.
  useEffect(() => void mailSettings.reload(), [])
  if (!settings)
    return status === 'failed' ? (
      <LoadError title={t('settings.mail.failed')} error={error} onRetry={again} />
    ) : (
      <SkeletonRows count={2} height={56} label={t('common.loading')} />
    )
  const { delivery, folder, host, port, fromName, fromAddress } = settings
  const hint =
    delivery === 'smtp'
      ? t('settings.mail.from', { from: fromName ? `${fromName} <${fromAddress}>` : fromAddress })
      : delivery === 'folder'
        ? folder
        : t('settings.mail.noneHint')
  return (
    <>
      {settings.failure ? (
        <Notice tone="warning" icon={<MailWarning size={18} strokeWidth={1.5} aria-hidden="true" />}>
          {t('settings.mail.lastFailure', {
            when: format.time(settings.failure.at),
            reason: settings.failure.reason,
          })}
        </Notice>
      ) : null}
      <Group title={t('settings.mail.title')} alone>
        <Line label={t(`settings.mail.delivery.${delivery}`, { host, port })} hint={hint}>
          {() => <Button onClick={() => setOpen('server')}>{t('settings.mail.configure')}</Button>}
        </Line>
        {delivery === 'none' ? null : (
          <Line label={t('settings.mail.test')} hint={t('settings.mail.testHint')}>
            {() => <Button onClick={() => setOpen('test')}>{t('settings.mail.test')}</Button>}
          </Line>
        )}
      </Group>
      {open === 'server' ? <ServerDialog settings={settings} onClose={() => setOpen(null)} /> : null}
      {open === 'test' ? (
        <TestDialog
          onClose={() => {
            setOpen(null)
            again()
          }}
        />
      ) : null}
    </>
  )
}

function ServerDialog({ settings, onClose }: { settings: MailSettings; onClose: () => void }) {
  const { t } = useTexts()
  const { hasPassword } = settings
  const live = useMemo(() => fieldsOf(settings), [settings])
  const securities = MAIL_SECURITIES.map(value => ({ value, label: t(`settings.mail.security.${value}`) }))
  return (
    <EditDialog
      keepAs="mail settings"
      schema={mailSettingsForm}
      title={t('settings.mail.title')}
      columns={2}
      initial={{ ...live, password: '', forgetPassword: false }}
      live={live}
      label={name => t(`settings.mail.field.${name}`)}
      save={async body => {
        const kept = await call('mail.saveSettings', { body })
        mailSettings.use.setState({ items: [kept] })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <FormPart title={t('settings.mail.server')}>
            {field('host', kinds.text({ spellCheck: false, placeholder: 'smtp.example.com' }), {
              required: false,
              extra: t('settings.mail.hostHint'),
            })}
            {field('port', kinds.number({ min: 1, max: 65_535, controls: false, style: { width: '100%' } }))}
            {field('security', kinds.choice(securities))}
            {field('user', kinds.text({ spellCheck: false }), { required: false })}
            {field(
              'password',
              { input: <Input.Password autoComplete="new-password" /> },
              { extra: t(hasPassword ? 'settings.mail.secret.kept' : 'settings.mail.secret.none') },
            )}
            {hasPassword
              ? field('forgetPassword', {
                  ...kinds.check(),
                  item: { valuePropName: 'checked', label: ' ', colon: false },
                })
              : null}
          </FormPart>
          <FormPart title={t('settings.mail.sender')}>
            {field('fromName', kinds.text(), { required: false })}
            {field('fromAddress', kinds.text({ inputMode: 'email', spellCheck: false }), {
              required: false,
            })}
          </FormPart>
        </>
      )}
    </EditDialog>
  )
}

function TestDialog({ onClose }: { onClose: () => void }) {
  const { t, language } = useTexts()
  const me = useUser()
  return (
    <EditDialog
      keepAs="mail test"
      schema={mailTestForm}
      title={t('settings.mail.testTitle')}
      label={() => t('settings.mail.to')}
      initial={{ to: me?.email ?? '' }}
      save={async body => {
        const { delivery } = await call('mail.test', { body: { ...body, language } })
        contentToasts.success(t(delivery === 'folder' ? 'settings.mail.kept' : 'settings.mail.sent'))
      }}
      savedText=""
      submitLabel={t('settings.mail.send')}
      describeError={error =>
        error instanceof ApiError && error.code === 'ERR_MAIL_REFUSED'
          ? t('settings.mail.refused', { reason: String(error.details.reason ?? '') })
          : null
      }
      onClose={onClose}
    >
      {({ field }) => field('to', kinds.text({ inputMode: 'email', spellCheck: false }))}
    </EditDialog>
  )
}
