/** Tickets the person keeps at the top of the lists: kept on the server, the latest pinned first. */
import { call } from '@/api'
import { registerFeed } from '../feed'
import { placed } from '../newer'
import { capability } from '../servers'
import { settle, type TicketsState } from './state'
import { absorbTickets, useTicketsStore } from './store'

const { getState, setState } = useTicketsStore

/** Gives the lists other tickets at their top; what is no longer there goes to its place. */
function lay(ids: readonly number[]): void {
  const before = getState()
  const changed = new Set([...before.pins.keys(), ...ids])
  const pins: TicketsState['pins'] = new Map(ids.map((id, place) => [id, place]))
  setState(settle({ ...before, pins }, before.byId, changed).state)
}

/** Grows with each change that is begun here and each question: what was asked for before it is older. */
let begun = 0

/** Asks for the person's pinned tickets, wherever they stand in the lists. */
async function readPinned(): Promise<void> {
  if (capability('pinnedTickets') !== 'native') return
  begun += 1
  const at = begun
  const [tickets, position] = await placed(call('tickets.pinned'))
  if (at !== begun) return
  absorbTickets(tickets, position)
  lay(tickets.map(({ id }) => id))
}

/** Asks anew; where nobody answers, what is pinned stays as it is known until the connection is back. */
export const refreshPinned = (): void => void readPinned().catch(() => undefined)

async function change(after: readonly number[], asking: () => Promise<{ ids: number[] }>): Promise<void> {
  begun += 1
  const at = begun
  lay(after)
  try {
    const { ids } = await asking()
    if (at === begun) lay(ids)
  } catch (error) {
    refreshPinned()
    throw error
  }
}

const pinnedIds = (): number[] => [...getState().pins.keys()]

/** Pins a ticket, at once on screen. @throws ApiError ERR_TOO_MANY_PINNED and what the client throws. */
export async function pinTicket(id: number): Promise<void> {
  const others = pinnedIds().filter(one => one !== id)
  await change([id, ...others], () => call('tickets.pin', { params: { id } }))
}

/** Takes a ticket from the top of the lists, at once on screen. @throws what the client throws. */
export const unpinTicket = (id: number): Promise<void> =>
  change(
    pinnedIds().filter(one => one !== id),
    () => call('tickets.unpin', { params: { id } }),
  )

/** Whether a ticket is pinned. */
export const usePinned = (id: number): boolean => useTicketsStore(state => state.pins.has(id))

registerFeed({
  name: 'pinned tickets',
  applyEvents(events) {
    if (events.some(({ channel }) => channel === 'pin')) refreshPinned()
  },
  refetch: refreshPinned,
})
