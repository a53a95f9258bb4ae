/** One contact has at most one open or pending ticket per connection. */
import { maySee } from '@contract'
import { and, eq, inArray, ne } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { tickets, users } from '../../platform/db/schema'
import type { Me } from '../../workspace'
import type { TicketRow } from './visibility'

/** The open or pending ticket of a contact on a connection, other than `exceptId`. */
export async function activeTicketOf(
  db: Reader,
  contactId: number,
  whatsappId: number | null,
  exceptId = 0,
): Promise<TicketRow | null> {
  const [row] = await db
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.contactId, contactId),
        whatsappId === null ? undefined : eq(tickets.whatsappId, whatsappId),
        inArray(tickets.status, ['open', 'pending']),
        ne(tickets.id, exceptId),
      ),
    )
    .limit(1)
  return row ?? null
}

/**
 * Names who holds the other ticket; its address only to people who may see it.
 * @returns the error ERR_OTHER_OPEN_TICKET to throw.
 */
export async function otherOpenError(db: Reader, me: Me, other: TicketRow): Promise<ApiError> {
  const [holder] =
    other.userId === null
      ? []
      : await db.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, other.userId))
  return new ApiError('ERR_OTHER_OPEN_TICKET', {
    user: holder ?? null,
    status: other.status,
    ...(maySee(me, other) ? { ticketId: other.id, uuid: other.uuid } : {}),
  })
}
