/** Putting tickets aside and waking them: on screen at once, then on the server. */
import type { ExpectedTicket, Ticket } from '@contract'
import { call } from '@/api'
import { serverNow } from '../clock'
import { placed } from '../newer'
import { actOn, type TicketAct } from './act'
import { refreshCounts } from './load'
import type { StoredTicket } from './model'
import { beginOwnChange } from './own-changes'
import { absorbTickets, patchTicket, ticketById } from './store'

const settled = (
  id: number,
  act: TicketAct,
  change: Partial<StoredTicket>,
  asking: (body: { expected?: ExpectedTicket }) => Promise<Ticket>,
): Promise<void> =>
  actOn(id, act, expected => onScreen(id, change, () => asking(expected ? { expected } : {})))

/** An error puts the ticket back as it was, unless an event has its own truth. @throws ApiError */
async function onScreen(
  id: number,
  change: Partial<StoredTicket>,
  asking: () => Promise<Ticket>,
): Promise<void> {
  const before = ticketById(id)
  patchTicket(id, change)
  const guessed = ticketById(id)
  try {
    const [ticket, position] = await placed(asking().finally(beginOwnChange(id)))
    absorbTickets([ticket], position)
    refreshCounts()
  } catch (error) {
    if (before && ticketById(id) === guessed) patchTicket(id, before)
    throw error
  }
}

/** Puts a ticket aside. @param until ISO-8601; null: until the customer writes. @throws ApiError */
export const snoozeTicket = (id: number, until: string | null): Promise<void> =>
  settled(
    id,
    'snooze',
    {
      snoozedAt: new Date(serverNow()).toISOString(),
      snoozedUntil: until,
      wokenBy: null,
    },
    body => call('tickets.snooze', { params: { id }, body: { ...body, until } }),
  )

/** Wakes a ticket, as if it had never been snoozed. @throws ApiError */
export const wakeTicket = (id: number): Promise<void> =>
  settled(id, 'wake', { snoozedAt: null, snoozedUntil: null, wokenBy: null }, body =>
    call('tickets.wake', { params: { id }, body }),
  )
