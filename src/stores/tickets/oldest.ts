/** Who waits longest, whether or not the list of the waiting has been opened. */
import { compareBy, type ListName, orderOf } from './lists'
import { reloadList } from './load'
import type { StoredTicket } from './model'
import type { TicketList } from './state'
import { useTicketsStore } from './store'

const { getState } = useTicketsStore

/** Resolves with a list that is being read once it has been, however often the reading begins anew meanwhile. */
function readThrough(name: ListName): Promise<TicketList> {
  return new Promise(resolve => {
    const look = (): boolean => {
      const list = getState().lists[name]
      if (list.status === 'loading') return false
      resolve(list)
      return true
    }
    if (look()) return
    const stop = useTicketsStore.subscribe(() => {
      if (look()) stop()
    })
  })
}

/**
 * The waiting ticket whose customer waits longest. The list is read first where nobody has opened it yet.
 * @returns undefined when nobody waits. @throws what the client threw when the list could not be read.
 */
export async function oldestPending(): Promise<StoredTicket | undefined> {
  const { viewer, lists } = getState()
  const known = lists.pending
  if (viewer && known.ids.length === 0 && known.status !== 'ready') {
    if (known.status !== 'loading') void reloadList('pending')
    const { status, error } = await readThrough('pending')
    if (status === 'failed') throw error
  }
  const now = getState()
  const order = orderOf('pending', now.scope)
  // What is pinned stands first for another reason.
  const [first] = now.lists.pending.ids
    .flatMap(id => now.byId.get(id) ?? [])
    .sort((a, b) => compareBy(order, a, b))
  return first
}
