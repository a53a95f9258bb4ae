/** After a sign-in the list of tickets is what people wait for: it is asked for first, and alone. */
import { holds, type User } from '@contract'
import { capability } from '../servers'
import { openList } from './load'
import { useTicketsStore } from './store'

/** What follows the list is not held up longer than this, in milliseconds. */
const LONGEST_MS = 2_000

/** Whether a person begins with the tickets: agents do, others where the address says so. */
export const beginsWithTickets = (user: User): boolean =>
  /^\/tickets(\/|$)/.test(location.pathname) ||
  (/^\/(login)?$/.test(location.pathname) && !holds(user, 'dashboard:view'))

const isRead = (): boolean => !['idle', 'loading'].includes(useTicketsStore.getState().lists.assigned.status)

/**
 * Asks for the first list of who begins with it; to be called once the viewer is known.
 * @returns a promise that resolves when it was read or failed; at once for everybody else.
 */
export async function readFirstList(user: User): Promise<void> {
  if (!beginsWithTickets(user)) return
  openList('assigned')
  await firstListRead()
}

/**
 * For what stands around the list: where one question is answered after the other it waits until the list was read, elsewhere
 * it does not wait.
 */
export async function afterFirstList(user: User): Promise<void> {
  if (capability('parallelReads') !== 'native' && beginsWithTickets(user)) await firstListRead()
}

/** Resolves when the first list was read or failed, or after the longest anything waits for it. */
async function firstListRead(): Promise<void> {
  if (isRead()) return
  await new Promise<void>(resolve => {
    const done = (): void => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, LONGEST_MS)
    const stop = useTicketsStore.subscribe(() => {
      if (isRead()) done()
    })
  })
}
