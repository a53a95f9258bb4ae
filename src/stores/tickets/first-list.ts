/** After a sign-in the list of tickets is what people wait for: it is asked for first, and alone. */
import { holds, type User } from '@contract'
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
 * @returns a promise that resolves when it is on screen, or failed; at once for everybody else.
 */
export async function readFirstList(user: User): Promise<void> {
  if (!beginsWithTickets(user)) return
  openList('assigned')
  await firstListShown()
}

/** For what stands around the list: resolves when the list is on screen, at once for who does not begin with it. */
export async function afterFirstList(user: User): Promise<void> {
  if (beginsWithTickets(user)) await firstListShown()
}

/**
 * Begins something when the list is on screen (`afterFirstList`).
 * @param begin returns how to stop.
 * @returns how to stop, or not to begin.
 */
export function fromFirstList(user: User, begin: () => () => void): () => void {
  let left = false
  let stop: (() => void) | undefined
  void afterFirstList(user).then(() => {
    if (!left) stop = begin()
  })
  return () => {
    left = true
    stop?.()
  }
}

async function firstListShown(): Promise<void> {
  await firstListRead()
  await shown()
}

/**
 * Resolves when what was read has been drawn. A server that answers one question after the other answers whatever is pressed first
 * later when it is asked meanwhile, and at a start window, main and server share the computer: each of the ten answers
 * around the list took some ten milliseconds of it, before its first frame.
 */
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
