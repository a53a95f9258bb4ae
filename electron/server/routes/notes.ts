/** Notes that only colleagues see; with a message id they are whispers on that message (docs/specification.md 1.7). */
import { and, desc, eq, isNull, or } from 'drizzle-orm'
import { originOf } from '../audit/audited'
import type { Db } from '../db/client'
import { contacts, messages, ticketNotes, tickets, users } from '../db/schema'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { forgetMentions, mention, naming, recordLetIn, ticketToRead } from '../mentions/mentions'
import { seenOf, visibleTo } from '../tickets/visibility'
import type { Me } from '../workspace'

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

async function contactOf(db: Db, me: Me, id: number): Promise<void> {
  const known = await db.$count(contacts, and(eq(contacts.id, id), eq(contacts.companyId, me.companyId)))
  if (known === 0) throw new ApiError('ERR_NO_CONTACT_FOUND')
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

  'notes.create': async ({ app, me, body, request }) => {
    const ticket = await ticketToRead(app.db, me, body.ticketId)
    await contactOf(app.db, me, body.contactId)
    if (ticket.contactId !== body.contactId) throw new ApiError('ERR_NO_CONTACT_FOUND')
    const messageId = body.messageId ?? null
    if (messageId !== null) {
      const here = and(
        eq(messages.companyId, me.companyId),
        eq(messages.id, messageId),
        eq(messages.ticketId, ticket.id),
      )
      if ((await app.db.$count(messages, here)) === 0) throw new ApiError('ERR_NO_MESSAGE_FOUND')
    }
    const { view, let: readers } = await app.db.company(me.companyId).write(async tx => {
      const names = await naming(tx, me, ticket, body.mentions ?? { users: [], queues: [] })
      const [row] = await tx
        .insert(ticketNotes)
        .values({
          companyId: me.companyId,
          note: body.note,
          ticketId: ticket.id,
          contactId: body.contactId,
          userId: me.id,
          messageId,
          mentions: names.mentioned,
        })
        .returning()
      if (!row) throw new ApiError('ERR_INTERNAL')
      const { companyId: _c, updatedAt: _u, ...note } = row
      const view = { ...note, user: { id: me.id, name: me.name } }
      app.realtime.toViewers(seenOf(ticket), 'ticketNote', { action: 'create', note: view })
      await mention(app, tx, {
        companyId: me.companyId,
        noteId: row.id,
        ticketId: ticket.id,
        of: names.of,
      })
      return { view, let: names.let }
    })
    await recordLetIn(app, me, ticket, readers, originOf(request))
    return view
  },

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
