/** Queues of the company in their order. */
import type { Queue } from '@contract'
import { call } from '@/api'
import { createDirectory, upsertById, withoutId } from './directory'

export const queuesDirectory = createDirectory<Queue>(
  'queues',
  () => call('queues.list'),
  (items, event) => {
    if (event.channel !== 'queue') return items
    return event.data.action === 'delete'
      ? withoutId(items, event.data.queueId)
      : upsertById(items, event.data.queue)
  },
)

export const useQueues = (): readonly Queue[] => queuesDirectory.use(state => state.items)
