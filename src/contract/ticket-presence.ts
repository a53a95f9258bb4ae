/** Who is at a ticket, as consoles say it and are told of it. Nothing of it is stored. */
import { z } from 'zod'

/** A customer only ever writes. `away`: nobody has touched the computer for a while. `sending`: an answer is on its way, and may still be taken back. */
export const ticketActivity = z.enum(['reading', 'away', 'writing', 'sending'])
export type TicketActivity = z.output<typeof ticketActivity>

/** A ticket that somebody has before them. */
export const ticketPlace = z.object({ ticketId: z.number().int().positive(), activity: ticketActivity })
export type TicketPlace = z.output<typeof ticketPlace>

/** Every ticket that is before somebody at one console: the console's window has one, each pop-out another. */
export const ticketPlaces = z.array(ticketPlace).max(20)

/** A console says again where its person is after so many milliseconds. */
export const TICKET_PRESENCE_MS = 60_000
/** Who is not spoken of for this long has gone: the server of their console ended without a word. Milliseconds. */
export const TICKET_PRESENCE_ENDS_MS = 130_000
