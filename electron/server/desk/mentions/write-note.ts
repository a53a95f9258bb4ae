/** Writes notes on tickets, and tells the people they name. */
import type { BodyOut } from '@contract'
import { and, eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { originOf } from '../../platform/audit/audited'
import type { Reader } from '../../platform/db/client'
import { contacts, messages, ticketNotes } from '../../platform/db/schema'
import { authorOf, type Me, type Workspace } from '../../workspace'
import { ticketToRead } from '../tickets/read'
import { seenOf } from '../tickets/visibility'
import { mention, naming, recordLetIn } from './mentions'

async function contactOf(db: Reader, me: Me, id: number): Promise<void> {
  const known = await db.$count(contacts, and(eq(contacts.id, id), eq(contacts.companyId, me.companyId)))
  if (known === 0) throw new ApiError('ERR_NO_CONTACT_FOUND')
}

/**
 * Leaves a note; with a message id a whisper on that message.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_NO_CONTACT_FOUND, ERR_NO_MESSAGE_FOUND, ERR_NO_USER_FOUND,
 *   ERR_NO_QUEUE_FOUND, ERR_MENTION_UNSEEN. Nothing is written then.
 */
export async function writeNote(
  app: Workspace,
  me: Me,
  form: BodyOut<'notes.create'>,
  origin: ReturnType<typeof originOf>,
) {
  const ticket = await ticketToRead(app.db, me, form.ticketId)
  await contactOf(app.db, me, form.contactId)
  if (ticket.contactId !== form.contactId) throw new ApiError('ERR_NO_CONTACT_FOUND')
  const messageId = form.messageId ?? null
  if (messageId !== null) {
    const here = and(
      eq(messages.companyId, me.companyId),
      eq(messages.id, messageId),
      eq(messages.ticketId, ticket.id),
    )
    if ((await app.db.$count(messages, here)) === 0) throw new ApiError('ERR_NO_MESSAGE_FOUND')
  }
  const { companyId } = me
  const userId = authorOf(me)
  const { view, let: readers } = await app.db.company(companyId).write(async tx => {
    const names = await naming(tx, me, ticket, form.mentions ?? { users: [], queues: [] })
    const [row] = await tx
      .insert(ticketNotes)
      .values({
        companyId,
        note: form.note,
        ticketId: ticket.id,
        contactId: form.contactId,
        userId,
        messageId,
        mentions: names.mentioned,
      })
      .returning()
    if (!row) throw new ApiError('ERR_INTERNAL')
    const { companyId: _c, updatedAt: _u, ...note } = row
    const view = { ...note, user: userId === null ? null : { id: userId, name: me.name } }
    app.realtime.toViewers(seenOf(ticket), 'ticketNote', { action: 'create', note: view })
    await mention(app, tx, { companyId, noteId: row.id, ticketId: ticket.id, of: names.of })
    return { view, let: names.let }
  })
  await recordLetIn(app, me, ticket, readers, origin)
  return view
}
