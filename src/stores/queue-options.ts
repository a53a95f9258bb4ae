/**
 * Chatbot trees of queues, whole, by queue. The first options are asked for alone (parentId -1),
 * so that something stands there at once; the rest follows in one answer. A tree has no event of its own:
 * the queue is announced instead, and the tree is read again.
 */
import { type QueueOption, ROOT_OPTION } from '@contract'
import { call } from '@/api'
import { eventsOf, registerFeed } from './feed'
import { createSessionStore } from './session-end'

export interface QueueTree {
  options: readonly QueueOption[]
  /** `loading`: nothing, or the first options alone. */
  status: 'loading' | 'ready' | 'failed'
  error: unknown
}

const FRESH: QueueTree = { options: [], status: 'loading', error: null }

export const useTrees = createSessionStore<{ trees: Readonly<Record<number, QueueTree>> }>(
  'queue options',
  () => ({ trees: {} }),
)

/** The latest reading of each queue: an older answer that comes late is dropped. */
const readings = new Map<number, number>()
let reading = 0

function put(queueId: number, change: Partial<QueueTree>): void {
  const { trees } = useTrees.getState()
  useTrees.setState({ trees: { ...trees, [queueId]: { ...(trees[queueId] ?? FRESH), ...change } } })
}

/** Reads a tree (again); what is shown stays until the answer is here. Never throws: the state says what happened. */
export async function reloadTree(queueId: number): Promise<void> {
  reading += 1
  const mine = reading
  readings.set(queueId, mine)
  const isLatest = (): boolean => readings.get(queueId) === mine
  const isNew = useTrees.getState().trees[queueId]?.status !== 'ready'
  if (isNew) put(queueId, { status: 'loading', error: null })
  try {
    if (isNew) {
      const options = await call('queueOptions.list', { query: { queueId, parentId: ROOT_OPTION } })
      if (!isLatest()) return
      put(queueId, { options })
    }
    const options = await call('queueOptions.list', { query: { queueId } })
    if (isLatest()) put(queueId, { options, status: 'ready', error: null })
  } catch (error) {
    if (isLatest()) put(queueId, isNew ? { status: 'failed', error } : { error })
  }
}

/** Reads a tree unless it is known or on its way. */
export function ensureTree(queueId: number): void {
  const known = useTrees.getState().trees[queueId]
  if (!known || known.status === 'failed') void reloadTree(queueId)
}

/** Shows options as they will be once the server has agreed. */
export const showTree = (queueId: number, options: readonly QueueOption[]): void => put(queueId, { options })

registerFeed({
  name: 'queue options',
  applyEvents(events) {
    const { trees } = useTrees.getState()
    const changed = new Set(
      eventsOf(events, 'queue').map(data => (data.action === 'delete' ? data.queueId : data.queue.id)),
    )
    for (const queueId of changed) if (trees[queueId]) void reloadTree(queueId)
  },
  async refetch() {
    await Promise.all(Object.keys(useTrees.getState().trees).map(id => reloadTree(Number(id))))
  },
})
