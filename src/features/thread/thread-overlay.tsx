import { ArrowDown } from 'lucide-react'
import { useTexts } from '@/i18n'
import { useToday } from '@/stores/clock'
import { cx } from '@/ui'
import { dayOf } from './rows'
import styles from './thread-list.module.css'

interface ThreadOverlayProps {
  /** Day of the row at the upper edge; null at the very beginning. */
  topDay: string | null
  /** The reader is more than a screen away from the end. */
  far: boolean
  /** Customer messages that arrived out of sight. */
  unseen: number
  /** Older messages could not be loaded. */
  failed: boolean
  onOlder: () => void
  onEnd: () => void
}

/** What stands over the rows: their day, a failure of older ones, and the way back to the end. */
export function ThreadOverlay({ topDay, far, unseen, failed, onOlder, onEnd }: ThreadOverlayProps) {
  const { t, format } = useTexts()
  const today = useToday()
  return (
    <>
      <div className={cx(styles.sticky, topDay !== null && far && styles.stickyShown)} aria-hidden="true">
        {topDay === null || dayOf(topDay) === '' ? null : <span>{format.day(topDay, today)}</span>}
      </div>
      <div className={styles.olderState}>
        {failed ? (
          <button type="button" className={styles.olderRetry} onClick={onOlder}>
            {t('thread.olderFailed')} · {t('common.retry')}
          </button>
        ) : null}
      </div>
      {far || unseen > 0 ? (
        <button type="button" className={cx(styles.jump, unseen > 0 && styles.jumpNew)} onClick={onEnd}>
          <ArrowDown size={16} strokeWidth={1.75} aria-hidden="true" />
          {unseen > 0 ? t('thread.newBelow', { count: unseen }) : t('thread.toLatest')}
        </button>
      ) : null}
    </>
  )
}
