/** What people want to be reminded of. Consoles look at the time themselves: one that was closed is told at its next start. */
import { REMINDER_WORDS_CHARS } from '@contract'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { Reader, Tx } from '../db/client'
import { contacts, messages, reminders, tickets } from '../db/schema'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { ticketFor, visibleTo } from '../tickets/visibility'
import type { Me, Workspace } from '../workspace'

/** Of tickets the person may still see. */
async function own(db: Reader, me: Me, which?: SQL) {
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
async function one(db: Reader, me: Me, id: number) {
  const [found] = await own(db, me, eq(reminders.id, id))
  if (!found) throw new ApiError('ERR_NO_REMINDER_FOUND')
  return found
}

const mustBeAhead = (dueAt: string): string => {
  if (Date.parse(dueAt) <= Date.now()) throw new ApiError('ERR_VALIDATION', { field: 'dueAt' })
  return new Date(dueAt).toISOString()
}

/** A change of somebody's reminders, told to their windows. */
const change = <T>(app: Workspace, me: Me, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.db.company(me.companyId).write(async tx => {
    const done = await work(tx)
    app.realtime.toUsers(me.companyId, [me.id], 'reminder', { action: 'changed' })
    return done
  })

export const reminderHandlers: HandlersOf<'reminders'> = {
  'reminders.list': ({ app, me }) => own(app.db, me),

  'reminders.create': ({ app, me, body }) =>
    change(app, me, async tx => {
      const dueAt = mustBeAhead(body.dueAt)
      const ticket = await ticketFor(tx, me, body.ticketId)
      const messageId = body.messageId ?? null
      if (messageId !== null) {
        const here = and(
          eq(messages.companyId, me.companyId),
          eq(messages.id, messageId),
          eq(messages.ticketId, ticket.id),
        )
        if ((await tx.$count(messages, here)) === 0) throw new ApiError('ERR_NO_MESSAGE_FOUND')
      }
      const [row] = await tx
        .insert(reminders)
        .values({
          companyId: me.companyId,
          userId: me.id,
          ticketId: ticket.id,
          messageId,
          note: body.note ?? '',
          dueAt,
        })
        .returning({ id: reminders.id })
      return await one(tx, me, row?.id ?? 0)
    }),

  'reminders.update': ({ app, me, params, body }) =>
    change(app, me, async tx => {
      const { id } = await one(tx, me, params.id)
      await tx
        .update(reminders)
        .set({ dueAt: mustBeAhead(body.dueAt) })
        .where(eq(reminders.id, id))
      return await one(tx, me, id)
    }),

  'reminders.remove': ({ app, me, params }) =>
    change(app, me, async tx => {
      const mine = and(
        eq(reminders.id, params.id),
        eq(reminders.companyId, me.companyId),
        eq(reminders.userId, me.id),
      )
      const gone = await tx.delete(reminders).where(mine).returning({ id: reminders.id })
      if (gone.length === 0) throw new ApiError('ERR_NO_REMINDER_FOUND')
      return null
    }),
}
