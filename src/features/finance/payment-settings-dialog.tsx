import { paymentSettingsForm } from '@contract'
import { Form, Input, Modal } from 'antd'
import { useEffect, useMemo } from 'react'
import { call } from '@/api'
import { EditDialog, kinds } from '@/features/kit'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { type PaymentSettings, paymentSettings } from '@/stores/platform-settings'
import { SkeletonRows } from '@/ui'
import styles from './finance.module.css'

/** What the form shows of them; secrets go in and never come out. */
const fieldsOf = (settings: PaymentSettings) => ({
  provider: settings.provider as 'static',
  pixKey: settings.pixKey,
  merchantName: settings.merchantName,
  merchantCity: settings.merchantCity,
  baseUrl: settings.baseUrl,
  tokenUrl: settings.tokenUrl,
  clientId: settings.clientId,
})

/** How the platform is paid: the super-administrator's. Secrets go in and never come out. */
export function PaymentSettingsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const { items, status, error } = paymentSettings.use()
  const [settings] = items
  useEffect(() => void paymentSettings.ensure(), [])
  if (settings) return <SettingsForm settings={settings} onClose={onClose} />
  return (
    <Modal open centered width={720} title={t('finance.settings.title')} footer={null} onCancel={onClose}>
      {status === 'failed' ? (
        <LoadError error={error} onRetry={() => void paymentSettings.reload()} />
      ) : (
        <SkeletonRows count={4} height={62} label={t('common.loading')} />
      )}
    </Modal>
  )
}

function SettingsForm({ settings, onClose }: { settings: PaymentSettings; onClose: () => void }) {
  const { t } = useTexts()
  const live = useMemo(() => fieldsOf(settings), [settings])
  const providers = ['static', 'apiPix', ...(settings.hasSimulated ? ['simulated'] : [])] as const
  const kept = (has: boolean): string => t(has ? 'finance.settings.kept' : 'finance.settings.none')
  const options = providers.map(value => ({
    value,
    label: t(`finance.settings.providers.${value as 'static'}`),
  }))
  const certificate = (
    <Input.TextArea
      rows={4}
      autoComplete="off"
      spellCheck={false}
      placeholder="-----BEGIN CERTIFICATE-----"
    />
  )
  const whole = { className: styles.whole }
  return (
    <EditDialog
      keepAs="payment settings"
      schema={paymentSettingsForm}
      columns={2}
      title={t('finance.settings.title')}
      initial={{ ...live, clientSecret: '', certificate: '' }}
      live={live}
      label={name => t(`finance.settings.${name}`)}
      fieldOfCode={{ ERR_PAYMENT_CERTIFICATE: 'certificate' }}
      save={async body => {
        const kept = await call('payments.saveSettings', { body })
        paymentSettings.use.setState({ items: [kept] })
      }}
      onClose={onClose}
    >
      {({ field, form }) => (
        <>
          {field('provider', kinds.choice(options), whole)}
          <Form.Item noStyle dependencies={['provider']}>
            {() => {
              const chosen = form.getFieldValue('provider') as string
              const bank = chosen === 'apiPix'
              const asked = chosen !== 'simulated'
              return (
                <>
                  <div hidden={chosen === 'simulated'} className={styles.fields}>
                    {field('pixKey', kinds.text(), {
                      ...whole,
                      required: asked,
                      extra: t('finance.settings.pixKeyHint'),
                    })}
                    {field('merchantName', kinds.text(), { required: asked })}
                    {field('merchantCity', kinds.text(), { required: asked })}
                  </div>
                  <div hidden={!bank} className={styles.fields}>
                    {field(
                      'baseUrl',
                      kinds.text({ inputMode: 'url', placeholder: 'https://pix.example.com/v2' }),
                      { required: bank },
                    )}
                    {field(
                      'tokenUrl',
                      kinds.text({ inputMode: 'url', placeholder: 'https://pix.example.com/oauth/token' }),
                      { required: bank },
                    )}
                    {field('clientId', kinds.text(), { required: bank })}
                    {field(
                      'clientSecret',
                      { input: <Input.Password autoComplete="new-password" /> },
                      { required: !settings.hasClientSecret, extra: kept(settings.hasClientSecret) },
                    )}
                    {field(
                      'certificate',
                      { input: certificate },
                      {
                        ...whole,
                        required: !settings.hasCertificate,
                        extra: kept(settings.hasCertificate),
                      },
                    )}
                    <Form.Item
                      htmlFor="payment-webhook"
                      className={styles.whole}
                      label={t('finance.settings.webhook')}
                      extra={t('finance.settings.webhookHint')}
                    >
                      <Input id="payment-webhook" readOnly value={settings.webhookPath} />
                    </Form.Item>
                  </div>
                </>
              )
            }}
          </Form.Item>
        </>
      )}
    </EditDialog>
  )
}
