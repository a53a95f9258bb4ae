/** People's reminders. Consoles watch the time themselves: a closed one reminds at its next start. */
import { type BodyOut, REMINDER_WORDS_CHARS } from '@contract'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader, Tx } from '../../platform/db/client'
import { contacts, messages, reminders, tickets } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import { ticketFor, visibleTo } from './visibility'

/** A person's reminders about tickets they may still see. @param which a further condition. */
export async function remindersOf(db: Reader, me: Me, which?: SQL) {
  const rows = await db
    .select({
      id: reminders.id,
      ticketId: reminders.ticketId,
      ticketUuid: tickets.uuid,
      messageId: reminders.messageId,
      name: contacts.name,
      number: contacts.number,
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
    .where(and(eq(reminders.companyId, me.companyId), eq(reminders.userId, me.id), visibleTo(me), which))
    .orderBy(asc(reminders.dueAt), asc(reminders.id))
  return rows.map(({ number, body, isDeleted, ...row }) => ({
    ...row,
    name: row.name || number,
    words: isDeleted ? '' : [...(body ?? '')].slice(0, REMINDER_WORDS_CHARS).join(''),
  }))
}

/** @throws ApiError ERR_NO_REMINDER_FOUND */
async function reminderOf(db: Reader, me: Me, id: number) {
  const [found] = await remindersOf(db, me, eq(reminders.id, id))
  if (!found) throw new ApiError('ERR_NO_REMINDER_FOUND')
  return found
}

const mustBeAhead = (dueAt: string): string => {
  if (Date.parse(dueAt) <= Date.now()) throw new ApiError('ERR_VALIDATION', { field: 'dueAt' })
  return new Date(dueAt).toISOString()
}

/** Changes somebody's reminders and tells their windows. */
const change = <T>(app: Workspace, me: Me, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.db.company(me.companyId).write(async tx => {
    const done = await work(tx)
    app.realtime.toUsers(me.companyId, [me.id], 'reminder', { action: 'changed' })
    return done
  })

/** @throws ApiError ERR_VALIDATION (dueAt) for a time that has passed, ERR_NO_MESSAGE_FOUND, and as `ticketFor`. */
export const createReminder = (app: Workspace, me: Me, form: BodyOut<'reminders.create'>) =>
  change(app, me, async tx => {
    const dueAt = mustBeAhead(form.dueAt)
    const { id: ticketId } = await ticketFor(tx, me, form.ticketId)
    const { messageId = null, note = '' } = form
    const { companyId } = me
    if (messageId !== null) {
      const here = and(
        eq(messages.companyId, companyId),
        eq(messages.id, messageId),
        eq(messages.ticketId, ticketId),
      )
      if ((await tx.$count(messages, here)) === 0) throw new ApiError('ERR_NO_MESSAGE_FOUND')
    }
    const [row] = await tx
      .insert(reminders)
      .values({ companyId, userId: me.id, ticketId, messageId, note, dueAt })
      .returning({ id: reminders.id })
    return await reminderOf(tx, me, row?.id ?? 0)
  })

/** Moves a reminder to another time. @throws ApiError ERR_NO_REMINDER_FOUND, ERR_VALIDATION (dueAt) */
export const moveReminder = (app: Workspace, me: Me, id: number, dueAt: string) =>
  change(app, me, async tx => {
    await reminderOf(tx, me, id)
    await tx
      .update(reminders)
      .set({ dueAt: mustBeAhead(dueAt) })
      .where(eq(reminders.id, id))
    return await reminderOf(tx, me, id)
  })

/** @throws ApiError ERR_NO_REMINDER_FOUND */
export const removeReminder = (app: Workspace, me: Me, id: number): Promise<null> =>
  change(app, me, async tx => {
    const mine = and(eq(reminders.id, id), eq(reminders.companyId, me.companyId), eq(reminders.userId, me.id))
    const gone = await tx.delete(reminders).where(mine).returning({ id: reminders.id })
    if (gone.length === 0) throw new ApiError('ERR_NO_REMINDER_FOUND')
    return null
  })
