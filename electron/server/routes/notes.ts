/** Notes that only colleagues see; with a message id they are whispers on that message (docs/specification.md 1.7). */
import { and, desc, eq, isNull, or } from 'drizzle-orm'
import { originOf } from '../audit/audited'
import { ticketNotes, tickets, users } from '../db/schema'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { forgetMentions, ticketToRead } from '../mentions/mentions'
import { writeNote } from '../mentions/write-note'
import { seenOf, visibleTo } from '../tickets/visibility'

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

export const noteHandlers: HandlersOf<'notes'> = {
  /**
   * Notes of the ticket and, when a contact is given, those left on the contact's other tickets, as far as the caller
   * may see these.
   */
  'notes.list': async ({ app, me, query }) => {
    const { ticketId, contactId } = query
    if (ticketId === undefined && contactId === undefined)
      throw new ApiError('ERR_VALIDATION', { field: 'ticketId' })
    if (ticketId !== undefined) await ticketToRead(app.db, me, ticketId)
    return app.db
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
          // Whoever may read the ticket only because of a mention sees no other's notes.
          or(
            isNull(ticketNotes.ticketId),
            ticketId === undefined ? undefined : eq(ticketNotes.ticketId, ticketId),
            visibleTo(me),
          ),
        ),
      )
      .orderBy(desc(ticketNotes.createdAt), desc(ticketNotes.id))
  },

  'notes.create': ({ app, me, body, request }) => writeNote(app, me, body, originOf(request)),

  'notes.remove': async ({ app, me, params }) => {
    const [note] = await app.db
      .select()
      .from(ticketNotes)
      .where(and(eq(ticketNotes.id, params.id), eq(ticketNotes.companyId, me.companyId)))
    if (!note) throw new ApiError('ERR_NO_NOTE_FOUND')
    if (note.userId !== me.id && me.profile !== 'admin' && !me.super) throw new ApiError('ERR_NO_PERMISSION')
    const ticket = note.ticketId === null ? null : await ticketToRead(app.db, me, note.ticketId)
    await app.db.company(me.companyId).write(async tx => {
      await forgetMentions(app, tx, me.companyId, note.id)
      await tx.delete(ticketNotes).where(eq(ticketNotes.id, note.id))
      if (ticket) {
        const event = { action: 'delete' as const, id: note.id, ticketId: ticket.id }
        app.realtime.toViewers(seenOf(ticket), 'ticketNote', event)
      }
    })
    return null
  },
}
