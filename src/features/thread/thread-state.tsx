import { useEffect, useState } from 'react'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import type { Thread } from '@/stores/messages'
import { cx, EmptyState, Talking } from '@/ui'
import styles from './thread-pane.module.css'
import threadSkeletonStyles from './thread-skeleton.module.css'

/** Widths of the boxes in per cent and the side they stand on: a conversation in outline. */
const BUBBLES = [
  { width: 38, mine: false },
  { width: 52, mine: false },
  { width: 44, mine: true },
  { width: 30, mine: false },
  { width: 56, mine: true },
  { width: 26, mine: true },
] as const

/** An answer within this time needs no outline before it. Milliseconds. */
const APPEARS_MS = 150

/**
 * Bubbles in waiting. They are drawn after 150 ms: a fast answer never flashes, and what is never seen does not stand in the way of the
 * bubbles themselves.
 */
function ThreadSkeleton({ label }: { label: string }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), APPEARS_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!late) return <div className={threadSkeletonStyles.space} />
  return (
    <div className={threadSkeletonStyles.skeleton} role="status" aria-label={label}>
      {BUBBLES.map(({ width, mine }) => (
        <span
          key={width}
          className={cx(threadSkeletonStyles.bubble, mine && threadSkeletonStyles.mine)}
          style={{ width: `${width}%` }}
        />
      ))}
    </div>
  )
}

interface ThreadStateProps {
  thread: Thread | undefined
  /** Nothing is asked of the server: it is empty until something arrives. */
  liveOnly: boolean
  onRetry: () => void
}

/** What stands where a conversation has no rows to show: it loads, it failed, or it is empty. */
export function ThreadState({ thread, liveOnly, onRetry }: ThreadStateProps) {
  const { t } = useTexts()
  if (!thread || thread.phase === 'loading') return <ThreadSkeleton label={t('common.loading')} />
  return (
    <div className={styles.state}>
      {thread.phase === 'failed' ? (
        <LoadError title={t('thread.failed')} error={thread.error} onRetry={onRetry} />
      ) : (
        <EmptyState drawing={Talking} title={t(liveOnly ? 'thread.quiet.empty' : 'thread.empty')} />
      )}
    </div>
  )
}
