import type { TwoFactorSetup } from '@contract'
import { Button } from 'antd'
import { useTexts } from '@/i18n'
import { toasts } from '@/stores/toasts'
import { looks, QrCode } from '@/ui'
import styles from './two-factor.module.css'

/** What an authenticator app is set up with, and the recovery codes. Both are shown this once. */
export function AppSetup({ setup }: { setup: TwoFactorSetup }) {
  const { t } = useTexts()
  const copy = (text: string): void =>
    void navigator.clipboard.writeText(text).then(
      () => toasts.success(t('common.copied')),
      () => toasts.error(t('errors.unknown')),
    )
  return (
    <ol className={styles.steps}>
      <li>
        <p>{t('signIn.second.scan')}</p>
        <QrCode className={styles.code ?? ''} text={setup.uri} label={t('signIn.second.qr')} />
        <p className={looks.smallLines}>{t('signIn.second.byHand')}</p>
        <div className={styles.kept}>
          <code className={styles.secret}>{setup.secret}</code>
          <Button size="small" onClick={() => copy(setup.secret)} aria-label={t('signIn.second.copySecret')}>
            {t('common.copy')}
          </Button>
        </div>
      </li>
      <li>
        <p>{t('signIn.second.keep')}</p>
        <div className={styles.kept}>
          <ul className={styles.codes}>
            {setup.recoveryCodes.map(code => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <Button
            size="small"
            onClick={() => copy(setup.recoveryCodes.join('\n'))}
            aria-label={t('signIn.second.copyCodes')}
          >
            {t('common.copy')}
          </Button>
        </div>
      </li>
      <li>{t('signIn.second.confirm')}</li>
    </ol>
  )
}
