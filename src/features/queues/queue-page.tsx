import type { Queue } from '@contract'
import { Button } from 'antd'
import { ArrowLeft, SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { queuesDirectory } from '@/stores/queues'
import { EmptyState, IconButton, QueueName, SegmentedTabs, SkeletonRows } from '@/ui'
import { ChatbotEditor } from './chatbot/chatbot-editor'
import { QueueForm } from './queue-form'
import styles from './queues.module.css'

type Tab = 'data' | 'chatbot'

/** Finds the queue of the address, and says so when there is none (any more). */
function OneQueue({ tab, children }: { tab: Tab; children: (queue: Queue | null) => ReactNode }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { queueId = '' } = useParams()
  const { items, status, error } = queuesDirectory.use()
  useEffect(() => void queuesDirectory.ensure(), [])
  const found = items.find(one => String(one.id) === queueId) ?? null
  /** As it was last: a colleague who deletes it takes nothing typed away; the form says what happened. */
  const last = useRef<Queue | null>(null)
  if (found) last.current = found
  const queue = found ?? (String(last.current?.id) === queueId ? last.current : null)
  const isNew = queueId === 'new'
  const list = (): void => void navigate('/queues')

  const content = (): ReactNode => {
    if (queue || (isNew && status === 'ready')) return children(queue)
    if (status === 'failed') return <LoadError error={error} onRetry={() => void queuesDirectory.reload()} />
    if (status !== 'ready') return <SkeletonRows count={8} height={44} label={t('common.loading')} />
    return (
      <EmptyState
        icon={SearchX}
        title={t('queues.gone')}
        text={t('queues.goneText')}
        action={<Button onClick={list}>{t('queues.back')}</Button>}
      />
    )
  }
  return (
    <main className={styles.page} aria-label={queue?.name ?? t('queues.newTitle')} data-pane="content">
      <div className={styles.top}>
        <IconButton icon={ArrowLeft} label={t('queues.back')} onClick={list} />
        {queue ? (
          <>
            <QueueName name={queue.name} color={queue.color} />
            <SegmentedTabs<Tab>
              id="queue"
              label={queue.name}
              items={[
                { key: 'data', label: t('queues.tab.data') },
                { key: 'chatbot', label: t('queues.tab.chatbot') },
              ]}
              value={tab}
              onChange={key =>
                void navigate(key === 'data' ? `/queues/${queue.id}` : `/queues/${queue.id}/chatbot`)
              }
            />
          </>
        ) : isNew ? (
          <h2 className={styles.newTitle}>{t('queues.newTitle')}</h2>
        ) : null}
      </div>
      <div
        className={styles.below}
        role="tabpanel"
        id={`queue-panel-${tab}`}
        aria-labelledby={`queue-tab-${tab}`}
      >
        {content()}
      </div>
    </main>
  )
}

/** /queues/:queueId and /queues/new */
export function QueueDataScreen() {
  return <OneQueue tab="data">{queue => <QueueForm key={queue?.id ?? 'new'} queue={queue} />}</OneQueue>
}

/** /queues/:queueId/chatbot */
export function QueueChatbotScreen() {
  return (
    <OneQueue tab="chatbot">
      {queue => (queue ? <ChatbotEditor key={queue.id} queue={queue} /> : null)}
    </OneQueue>
  )
}
