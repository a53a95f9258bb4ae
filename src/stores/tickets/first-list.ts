/** After a sign-in the list of tickets is what people wait for: it is asked for first, and alone. */
import { holds, type User } from '@contract'
import { capability } from '../servers'
import { openList } from './load'
import { useTicketsStore } from './store'

/** What follows the list is not held up longer than this, in milliseconds. */
const LONGEST_MS = 2_000
/** How long a frame is waited for, in milliseconds. */
const NO_FRAME_MS = 250

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
  if (oneByOne()) await shown()
}

/**
 * For what stands around the list: where one question is answered after the other it waits until the list was read, elsewhere
 * it does not wait.
 */
export async function afterFirstList(user: User): Promise<void> {
  if (!oneByOne() || !beginsWithTickets(user)) return
  await firstListRead()
  await shown()
}

const oneByOne = (): boolean => capability('parallelReads') !== 'native'

/** Resolves when what was read has been drawn: a server that is asked meanwhile answers whatever is pressed first later. */
function shown(): Promise<void> {
  if (typeof requestAnimationFrame !== 'function' || document.hidden) return Promise.resolve()
  return new Promise(resolve => {
    requestAnimationFrame(() => setTimeout(resolve))
    // A window that is hidden just now draws nothing.
    setTimeout(resolve, NO_FRAME_MS)
  })
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
