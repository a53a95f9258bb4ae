import { MessageCircle } from 'lucide-react'
import { errorText, useTexts } from '@/i18n'
import type { Thread } from '@/stores/messages'
import { EmptyState, ErrorState } from '@/ui'
import styles from './thread-pane.module.css'
import { ThreadSkeleton } from './thread-skeleton'

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
        <ErrorState
          title={t('thread.failed')}
          text={errorText(t, thread.error)}
          retryLabel={t('common.retry')}
          onRetry={onRetry}
        />
      ) : (
        <EmptyState icon={MessageCircle} title={t(liveOnly ? 'thread.quiet.empty' : 'thread.empty')} />
      )}
    </div>
  )
}
