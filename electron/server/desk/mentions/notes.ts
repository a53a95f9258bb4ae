/** Notes that only colleagues see; with a message id they are whispers on that message. */
import type { QueryOut } from '@contract'
import { and, desc, eq, isNull, or } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { ticketNotes, tickets, users } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import { ticketToRead } from '../tickets/read'
import { seenOf, visibleTo } from '../tickets/visibility'
import { forgetMentions } from './mentions'

const columns = {
  id: ticketNotes.id,
  note: ticketNotes.note,
  ticketId: ticketNotes.ticketId,
  contactId: ticketNotes.contactId,
  userId: ticketNotes.userId,
  user: { id: users.id, name: users.name },
  messageId: ticketNotes.messageId,
  mentions: ticketNotes.mentions,
  createdAt: ticketNotes.createdAt,
}

/**
 * Notes of the ticket and, if a contact is given, those on the contact's other tickets that the caller may see.
 * @throws ApiError ERR_VALIDATION when neither is given, and as `ticketToRead`.
 */
export async function notesOf(db: Reader, me: Me, { ticketId, contactId }: QueryOut<'notes.list'>) {
  if (ticketId === undefined && contactId === undefined)
    throw new ApiError('ERR_VALIDATION', { field: 'ticketId' })
  if (ticketId !== undefined) await ticketToRead(db, me, ticketId)
  return db
    .select(columns)
    .from(ticketNotes)
    .leftJoin(users, eq(users.id, ticketNotes.userId))
    .leftJoin(tickets, eq(tickets.id, ticketNotes.ticketId))
    .where(
      and(
        eq(ticketNotes.companyId, me.companyId),
        or(
          ticketId === undefined ? undefined : eq(ticketNotes.ticketId, ticketId),
          contactId === undefined ? undefined : eq(ticketNotes.contactId, contactId),
        ),
        // A person who reads the ticket only because of a mention does not see others' notes on other tickets.
        or(
          isNull(ticketNotes.ticketId),
          ticketId === undefined ? undefined : eq(ticketNotes.ticketId, ticketId),
          visibleTo(me),
        ),
      ),
    )
    .orderBy(desc(ticketNotes.createdAt), desc(ticketNotes.id))
}

/** Deletes a note: its writer, or an admin. @throws ApiError ERR_NO_NOTE_FOUND, ERR_NO_PERMISSION, and as `ticketToRead`. */
export async function removeNote(app: Workspace, me: Me, id: number): Promise<null> {
  const [note] = await app.db
    .select()
    .from(ticketNotes)
    .where(and(eq(ticketNotes.id, id), eq(ticketNotes.companyId, me.companyId)))
  if (!note) throw new ApiError('ERR_NO_NOTE_FOUND')
  if (note.userId !== me.id && me.profile !== 'admin' && !me.super) throw new ApiError('ERR_NO_PERMISSION')
  const ticket = note.ticketId === null ? null : await ticketToRead(app.db, me, note.ticketId)
  await app.db.company(me.companyId).write(async tx => {
    await forgetMentions(app, tx, me.companyId, id)
    await tx.delete(ticketNotes).where(eq(ticketNotes.id, id))
    if (ticket) {
      const event = { action: 'delete' as const, id, ticketId: ticket.id }
      app.realtime.toViewers(seenOf(ticket), 'ticketNote', event)
    }
  })
  return null
}
