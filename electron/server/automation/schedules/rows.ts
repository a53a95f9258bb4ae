/** Scheduled messages as rows and as consoles see them. */
import { and, eq, inArray, or, type SQL } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { contacts, schedules, users } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'

export type ScheduleRow = typeof schedules.$inferSelect

/** Columns of an answer; the picture as a path on the server. */
export const scheduleColumns = {
  row: schedules,
  contact: { id: contacts.id, name: contacts.name },
  user: { id: users.id, name: users.name },
}

export interface Joined {
  row: ScheduleRow
  contact: { id: number; name: string } | null
  user: { id: number; name: string } | null
}

/** Condition: nothing of the message has left. It waits for its time or its number, or failed. */
export const stillUnsent = (id: number): SQL | undefined =>
  and(
    eq(schedules.id, id),
    or(inArray(schedules.status, ['PENDENTE', 'ERRO']), eq(schedules.waitsForNumber, true)),
  )

/** A joined row in the contract's shape. */
export function scheduleView({ row, contact, user }: Joined) {
  return {
    id: row.id,
    body: row.body,
    sendAt: row.sendAt,
    sentAt: row.sentAt,
    status: row.status,
    waitsForNumber: row.waitsForNumber,
    contactId: row.contactId,
    contact,
    ticketId: row.ticketId,
    userId: row.userId,
    user,
    mediaPath: row.mediaFile === null ? null : `/media/${row.companyId}/${row.mediaFile}`,
    mediaName: row.mediaName,
  }
}
type ScheduleView = ReturnType<typeof scheduleView>

/** One scheduled message; null when it is gone. */
export async function scheduleById(db: Reader, id: number): Promise<Joined | null> {
  const [found] = await db
    .select(scheduleColumns)
    .from(schedules)
    .leftJoin(contacts, eq(contacts.id, schedules.contactId))
    .leftJoin(users, eq(users.id, schedules.userId))
    .where(eq(schedules.id, id))
  return found ?? null
}

/**
 * Notifies the company's consoles that a scheduled message came or changed.
 * @returns what they are sent.
 * @throws ApiError ERR_NO_SCHEDULE_FOUND
 */
export async function announceSchedule(
  app: Workspace,
  db: Reader,
  id: number,
  action: 'create' | 'update',
): Promise<ScheduleView> {
  const found = await scheduleById(db, id)
  if (!found) throw new ApiError('ERR_NO_SCHEDULE_FOUND')
  const schedule = scheduleView(found)
  app.realtime.toCompany(found.row.companyId, 'schedule', { action, schedule })
  return schedule
}

/** Changes a scheduled message and publishes it. @returns null where none meets the condition. */
export const changeSchedule = (
  app: Workspace,
  companyId: number,
  condition: SQL | undefined,
  values: Partial<ScheduleRow>,
): Promise<ScheduleView | null> =>
  app.db.company(companyId).write(async tx => {
    const [changed] = await tx
      .update(schedules)
      .set({ ...values, updatedAt: new Date().toISOString() })
      .where(condition)
      .returning({ id: schedules.id })
    return changed ? announceSchedule(app, tx, changed.id, 'update') : null
  })

/**
 * A scheduled message that somebody wants to change: its writer, or an admin.
 * @throws ApiError ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION
 */
export async function changeableSchedule(db: Reader, me: Me, id: number): Promise<ScheduleRow> {
  const [row] = await db
    .select()
    .from(schedules)
    .where(and(eq(schedules.id, id), eq(schedules.companyId, me.companyId)))
  if (!row) throw new ApiError('ERR_NO_SCHEDULE_FOUND')
  if (row.userId !== me.id && me.profile !== 'admin' && !me.super) throw new ApiError('ERR_NO_PERMISSION')
  return row
}
