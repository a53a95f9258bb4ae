import { ArrowDown } from 'lucide-react'
import { useTexts } from '@/i18n'
import { cx } from '@/ui'
import { FloatingDay, type FloatingDayProps } from './floating-day'
import styles from './thread-list.module.css'

interface ThreadOverlayProps extends FloatingDayProps {
  /** Customer messages that arrived out of sight. */
  unseen: number
  /** Older messages could not be loaded. */
  failed: boolean
  onOlder: () => void
  onEnd: () => void
}

/** What stands over the rows: their day and the unread ones above, a failure of older ones, and the way back to the end. */
export function ThreadOverlay({ unseen, failed, onOlder, onEnd, ...floating }: ThreadOverlayProps) {
  const { t } = useTexts()
  const { far } = floating
  return (
    <>
      <FloatingDay {...floating} />
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
