import { useTexts } from '@/i18n'
import { EmptyState, FiguresToCome, SkeletonBox } from '@/ui'
import styles from './chart-states.module.css'

/** A chart on its way, as high as what comes. */
export function WaitingChart() {
  const { t } = useTexts()
  return (
    <div className={styles.waiting} role="status" aria-label={t('common.loading')}>
      <SkeletonBox width="100%" height={232} />
    </div>
  )
}

/** In the place of a chart whose period holds nothing. */
export function NoChart({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.nothing}>
      <EmptyState compact drawing={FiguresToCome} title={title} text={text} />
    </div>
  )
}
