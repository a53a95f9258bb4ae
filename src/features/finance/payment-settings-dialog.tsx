import { paymentSettingsForm } from '@contract'
import { Form, Input, Modal } from 'antd'
import { useEffect, useMemo } from 'react'
import { call } from '@/api'
import { EditDialog } from '@/features/kit'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { type PaymentSettings, paymentSettings } from '@/stores/platform-settings'
import { Select, SkeletonRows } from '@/ui'
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
  return (
    <EditDialog
      keepAs="payment settings"
      schema={paymentSettingsForm}
      columns={2}
      title={t('finance.settings.title')}
      initial={{ ...live, clientSecret: '', certificate: '' }}
      live={live}
      describe={(name, value) => ({
        label: t(`finance.settings.${name}`),
        value:
          name === 'provider' ? t(`finance.settings.providers.${value as 'static'}`) : String(value ?? ''),
      })}
      fieldOfCode={{ ERR_PAYMENT_CERTIFICATE: 'certificate' }}
      save={async body => {
        const kept = await call('payments.saveSettings', { body })
        paymentSettings.use.setState({ items: [kept] })
      }}
      onClose={onClose}
    >
      {({ item, form }) => (
        <>
          <Form.Item {...item('provider')} className={styles.whole} label={t('finance.settings.provider')}>
            <Select
              options={providers.map(key => ({
                value: key,
                label: t(`finance.settings.providers.${key as 'static'}`),
              }))}
            />
          </Form.Item>
          <Form.Item noStyle dependencies={['provider']}>
            {() => {
              const chosen = form.getFieldValue('provider') as string
              const bank = chosen === 'apiPix'
              const asked = chosen !== 'simulated'
              return (
                <>
                  <div hidden={chosen === 'simulated'} className={styles.fields}>
                    <Form.Item
                      {...item('pixKey')}
                      required={asked}
                      className={styles.whole}
                      label={t('finance.settings.pixKey')}
                      extra={t('finance.settings.pixKeyHint')}
                    >
                      <Input autoComplete="off" />
                    </Form.Item>
                    <Form.Item
                      {...item('merchantName')}
                      required={asked}
                      label={t('finance.settings.merchantName')}
                    >
                      <Input autoComplete="off" dir="auto" />
                    </Form.Item>
                    <Form.Item
                      {...item('merchantCity')}
                      required={asked}
                      label={t('finance.settings.merchantCity')}
                    >
                      <Input autoComplete="off" dir="auto" />
                    </Form.Item>
                  </div>
                  <div hidden={!bank} className={styles.fields}>
                    <Form.Item {...item('baseUrl')} required={bank} label={t('finance.settings.baseUrl')}>
                      <Input autoComplete="off" inputMode="url" placeholder="https://pix.example.com/v2" />
                    </Form.Item>
                    <Form.Item {...item('tokenUrl')} required={bank} label={t('finance.settings.tokenUrl')}>
                      <Input
                        autoComplete="off"
                        inputMode="url"
                        placeholder="https://pix.example.com/oauth/token"
                      />
                    </Form.Item>
                    <Form.Item {...item('clientId')} required={bank} label={t('finance.settings.clientId')}>
                      <Input autoComplete="off" />
                    </Form.Item>
                    <Form.Item
                      {...item('clientSecret')}
                      required={!settings.hasClientSecret}
                      label={t('finance.settings.clientSecret')}
                      extra={kept(settings.hasClientSecret)}
                    >
                      <Input.Password autoComplete="new-password" />
                    </Form.Item>
                    <Form.Item
                      {...item('certificate')}
                      required={!settings.hasCertificate}
                      className={styles.whole}
                      label={t('finance.settings.certificate')}
                      extra={kept(settings.hasCertificate)}
                    >
                      <Input.TextArea
                        rows={4}
                        autoComplete="off"
                        spellCheck={false}
                        placeholder="-----BEGIN CERTIFICATE-----"
                      />
                    </Form.Item>
                    <Form.Item
                      required
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
