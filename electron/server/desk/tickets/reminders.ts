/** People's reminders. Consoles watch the time themselves: a closed one reminds at its next start. */
import { type BodyOut, displayName, REMINDER_WORDS_CHARS } from '@contract'
import { and, asc, eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Tx } from '../../platform/db/client'
import { contacts, messages, reminders, tickets } from '../../platform/db/schema'
import { records } from '../../platform/records/records'
import type { Me, Workspace } from '../../workspace'
import { ticketFor, visibleTo } from './visibility'

/** A reminder, or another time for it. */
type Form = Pick<BodyOut<'reminders.create'>, 'dueAt'> & Partial<BodyOut<'reminders.create'>>

/** @throws ApiError ERR_VALIDATION (dueAt) for a time that has passed. */
const mustBeAhead = (dueAt: string): string => {
  if (Date.parse(dueAt) <= Date.now()) throw new ApiError('ERR_VALIDATION', { field: 'dueAt' })
  return new Date(dueAt).toISOString()
}

const tellOwn = (app: Workspace, { companyId, id }: Me): void =>
  app.realtime.toUsers(companyId, [id], 'reminder', { action: 'changed' })

/** @throws ApiError ERR_NO_MESSAGE_FOUND, and as `ticketFor`. */
async function refuseUnknown(tx: Tx, me: Me, { ticketId = 0, messageId }: Form): Promise<void> {
  await ticketFor(tx, me, ticketId)
  if (messageId == null) return
  const here = and(
    eq(messages.companyId, me.companyId),
    eq(messages.id, messageId),
    eq(messages.ticketId, ticketId),
  )
  if ((await tx.$count(messages, here)) === 0) throw new ApiError('ERR_NO_MESSAGE_FOUND')
}

/** A person's reminders about tickets they may still see, the next first; `removeReminder` deletes any of their own. */
export const keptReminders = records({
  table: reminders,
  async read(db, where) {
    const rows = await db
      .select({
        id: reminders.id,
        ticketId: reminders.ticketId,
        ticketUuid: tickets.uuid,
        messageId: reminders.messageId,
        name: contacts.name,
        number: contacts.number,
        username: contacts.username,
        body: messages.body,
        isDeleted: messages.isDeleted,
        note: reminders.note,
        dueAt: reminders.dueAt,
      })
      .from(reminders)
      .innerJoin(tickets, eq(tickets.id, reminders.ticketId))
      .innerJoin(contacts, eq(contacts.id, tickets.contactId))
      .leftJoin(
        messages,
        and(eq(messages.companyId, reminders.companyId), eq(messages.id, reminders.messageId)),
      )
      .where(where)
      .orderBy(asc(reminders.dueAt), asc(reminders.id))
    return rows.map(({ number, username, body, isDeleted, ...row }) => ({
      ...row,
      name: displayName({ ...row, number, username }),
      words: isDeleted ? '' : [...(body ?? '')].slice(0, REMINDER_WORDS_CHARS).join(''),
    }))
  },
  visible: (me: Me) => and(eq(reminders.userId, me.id), visibleTo(me)),
  missing: 'ERR_NO_REMINDER_FOUND',
  check: (tx, me, form: Form, before) => (before ? undefined : refuseUnknown(tx, me, form)),
  columns: ({ ticketId = 0, messageId = null, note = '', dueAt }, me, before) => ({
    ...(before
      ? { ticketId: before.ticketId, messageId: before.messageId, note: before.note }
      : { ticketId, messageId, note }),
    userId: me.id,
    dueAt: mustBeAhead(dueAt),
  }),
  announce: tellOwn,
})

/** @throws ApiError ERR_NO_REMINDER_FOUND */
export const removeReminder = (app: Workspace, me: Me, id: number): Promise<null> =>
  app.db.company(me.companyId).write(async tx => {
    const mine = and(eq(reminders.id, id), eq(reminders.companyId, me.companyId), eq(reminders.userId, me.id))
    const gone = await tx.delete(reminders).where(mine).returning({ id: reminders.id })
    if (gone.length === 0) throw new ApiError('ERR_NO_REMINDER_FOUND')
    tellOwn(app, me)
    return null
  })
