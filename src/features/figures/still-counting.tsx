import { useTexts } from '@/i18n'
import styles from './still-counting.module.css'

/** Says above figures that they may be too small, as long as the server counts what came before. */
export function StillCounting({ counting }: { counting: boolean | undefined }) {
  const { t } = useTexts()
  return counting ? (
    <p className={styles.counting} role="status">
      {t('figures.counting')}
    </p>
  ) : null
}
