import { useTexts } from '@/i18n'
import { Mark } from '@/ui'
import styles from './splash.module.css'

/** While main is asked who is signed in: the mark, and only when that takes longer than a blink. */
export function Splash() {
  const { t } = useTexts()
  return (
    <div className={styles.splash} role="status" aria-label={t('shell.guard.starting')}>
      <Mark size={40} />
    </div>
  )
}
