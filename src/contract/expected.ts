/** What whoever acts on a ticket took it to be: an act that was begun on one state is not done to another. */
import { z } from 'zod'
import { TICKET_STATUSES } from './constants'
import { rowId, token } from './requests'

export const expectedTicket = z.object({
  /** Who held it; null for nobody. */
  userId: rowId.nullable(),
  status: z.enum(TICKET_STATUSES),
  /** The newest message that was seen, where the act ends the conversation: what others wrote since is a change. */
  lastMessageId: token(255).optional(),
})
export type ExpectedTicket = z.output<typeof expectedTicket>

/**
 * The member of a call's body that says so. Other programs leave it out, and their call is done whatever the ticket is by
 * then; where it no longer fits the answer is ERR_TICKET_CHANGED with `changedTicket`.
 */
export const expecting = { expected: expectedTicket.optional() }

/** What ERR_MORE_TO_CLOSE says: how many it would be by now. */
export const moreToClose = z.object({ count: z.number().int() })

/** What ERR_TICKET_CHANGED says of the ticket as it is. */
export const changedTicket = z.object({
  /** Who holds it, or closed it; null for nobody. */
  user: z.object({ id: rowId, name: z.string() }).nullable(),
  status: z.enum(TICKET_STATUSES),
  /** The newest message that was not seen; null where messages are not what changed. */
  lastMessageId: z.string().nullable(),
})
export type ChangedTicket = z.output<typeof changedTicket>
