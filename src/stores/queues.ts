/** Queues of the company in their order. */
import type { Queue } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'

/** Queues without a place in the order come last. */
const NO_ORDER = Number.MAX_SAFE_INTEGER

/** The server's order: by place, then by age. */
const byOrder = (a: Queue, b: Queue): number =>
  (a.orderQueue ?? NO_ORDER) - (b.orderQueue ?? NO_ORDER) || a.id - b.id

export const queuesDirectory = createDirectory<Queue>({
  name: 'queues',
  read: () => call('queues.list'),
  order: byOrder,
  onEvent: ({ channel, data }) => {
    if (channel !== 'queue') return null
    return data.action === 'delete' ? { remove: data.queueId } : { put: data.queue }
  },
})

export const useQueues = (): readonly Queue[] => queuesDirectory.use(state => state.items)

/**
 * Gives the queues the order of these ids, at once here and then on the server.
 * @throws ApiError when the server refuses; the order it has is shown again.
 */
export async function orderQueues(ids: readonly number[]): Promise<void> {
  const known = new Map(queuesDirectory.use.getState().items.map(queue => [queue.id, queue]))
  const items = ids.flatMap((id, at) => {
    const queue = known.get(id)
    return queue ? [{ ...queue, orderQueue: at + 1 }] : []
  })
  queuesDirectory.use.setState({ items })
  try {
    const saved = await call('queues.order', { body: { ids: [...ids] } })
    queuesDirectory.use.setState({ items: saved })
  } catch (error) {
    await queuesDirectory.reload()
    throw error
  }
}
