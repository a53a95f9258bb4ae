import { type Handover, readHandover } from '@contract'
import { ArrowRightLeft } from 'lucide-react'
import { useTexts } from '@/i18n'
import styles from './handover-card.module.css'

/** What the colleague, or the automatic answers, left for whoever takes the ticket. */
export function HandoverCard({ handover }: { handover: Handover }) {
  const { t, format } = useTexts()
  if (handover.note.trim() === '') return null
  const { reason, rest } = readHandover(handover.note)
  return (
    <aside className={styles.card} aria-label={t('thread.handover')}>
      <ArrowRightLeft className={styles.icon} size={16} strokeWidth={1.75} aria-hidden="true" />
      <div className={styles.text}>
        <span className={styles.head}>
          {handover.from ? t('thread.handoverFrom', { name: handover.from.name }) : t('thread.handover')}
          <time dateTime={handover.at} title={format.exact(handover.at)}>
            {format.time(handover.at)}
          </time>
        </span>
        <bdi dir="auto" className={styles.note}>
          {[reason && t(`thread.handoverReasons.${reason}`), rest].filter(Boolean).join('\n')}
        </bdi>
      </div>
    </aside>
  )
}
