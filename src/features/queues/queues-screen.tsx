import { fold, type Queue } from '@contract'
import { Button } from 'antd'
import { GitBranch, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAttempt } from '@/features/kit'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { orderQueues, queuesDirectory } from '@/stores/queues'
import { toasts } from '@/stores/toasts'
import { EmptyState, ListScreen, NothingFound, SearchField, SkeletonRows, ToolbarButton } from '@/ui'
import { QueueTable } from './queue-table'
import { useRemoveQueue } from './use-remove-queue'

/** /queues: the company's queues in their order. */
export function QueuesScreen() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { items, status, error } = queuesDirectory.use()
  const [search, setSearch] = useState('')
  const remove = useRemoveQueue()
  const attempt = useAttempt()
  useEffect(() => void queuesDirectory.ensure(), [])

  const shown = items.filter(queue => fold(queue.name).includes(fold(search.trim())))
  const add = (): void => void navigate('/queues/new')
  const order = async (ids: number[]): Promise<void> => {
    const before = items.map(queue => queue.id)
    const done = await attempt(() => orderQueues(ids), '')
    if (done)
      toasts.success(t('queues.ordered'), {
        action: { label: t('common.undo'), run: () => attempt(() => orderQueues(before), '') },
      })
  }
  const content = () => {
    if (status === 'failed' && items.length === 0)
      return (
        <LoadError title={t('kit.list.failed')} error={error} onRetry={() => void queuesDirectory.reload()} />
      )
    if (status !== 'ready' && items.length === 0)
      return <SkeletonRows count={8} height={44} label={t('common.loading')} />
    if (items.length === 0)
      return (
        <EmptyState
          icon={GitBranch}
          title={t('queues.empty')}
          text={t('queues.emptyText')}
          action={
            <Button type="primary" onClick={add}>
              {t('queues.add')}
            </Button>
          }
        />
      )
    if (shown.length === 0)
      return (
        <EmptyState
          drawing={NothingFound}
          title={t('kit.list.nothing', { term: search.trim() })}
          text={t('kit.list.nothingText')}
          action={<Button onClick={() => setSearch('')}>{t('common.clear')}</Button>}
        />
      )
    return (
      <QueueTable
        queues={shown}
        sortable={shown.length === items.length && items.length > 1}
        onOrder={ids => void order(ids)}
        onOpen={(queue: Queue) => void navigate(`/queues/${queue.id}`)}
        onChatbot={(queue: Queue) => void navigate(`/queues/${queue.id}/chatbot`)}
        onRemove={(queue: Queue) => void remove(queue)}
      />
    )
  }
  return (
    <ListScreen
      label={t('queues.title')}
      search={
        <SearchField
          value={search}
          onChange={setSearch}
          onSubmit={() => undefined}
          label={t('queues.search')}
          clearLabel={t('common.clear')}
        />
      }
      count={status === 'ready' ? t('queues.count', { count: items.length }) : ''}
      action={<ToolbarButton icon={Plus} tone="primary" label={t('queues.add')} fold onClick={add} />}
    >
      {content()}
    </ListScreen>
  )
}
