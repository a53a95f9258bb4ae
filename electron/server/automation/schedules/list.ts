/** Scheduled messages in lists. */
import { type QueryOut, SCHEDULE_RANGE_MOST, type ScheduleState } from '@contract'
import { and, asc, count, desc, eq, gte, inArray, lt, or, type SQL } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { contactContains, wordsContain } from '../../platform/db/engine/searched'
import { contains } from '../../platform/db/engine/words'
import { readPage } from '../../platform/db/page'
import { contacts, schedules, users } from '../../platform/db/schema'
import type { Me } from '../../workspace'
import { type ScheduleRow, scheduleById, scheduleColumns, scheduleView } from './rows'

/** The stored states behind each of the three states people see. */
const STATES: Readonly<Record<ScheduleState, ScheduleRow['status'][]>> = {
  waiting: ['PENDENTE', 'AGENDADA'],
  sent: ['ENVIADA'],
  failed: ['ERRO'],
}

const found = (db: Reader, where: SQL | undefined) =>
  db
    .select(scheduleColumns)
    .from(schedules)
    .leftJoin(contacts, eq(contacts.id, schedules.contactId))
    .leftJoin(users, eq(users.id, schedules.userId))
    .where(where)

/** A page of the messages that match a query, newest first. */
export async function schedulePage(db: Reader, me: Me, query: QueryOut<'schedules.list'>) {
  const typed = query.searchParam
  const wanted = and(
    eq(schedules.companyId, me.companyId),
    query.contactId === undefined ? undefined : eq(schedules.contactId, query.contactId),
    query.userId === undefined ? undefined : eq(schedules.userId, query.userId),
    query.state === undefined ? undefined : inArray(schedules.status, STATES[query.state]),
    typed
      ? or(
          contactContains(me, typed),
          wordsContain(me, schedules.body, contains(schedules.body, typed), typed),
        )
      : undefined,
  )
  const rows = found(db, wanted).orderBy(desc(schedules.createdAt), desc(schedules.id))
  const [total] = await db
    .select({ count: count() })
    .from(schedules)
    .leftJoin(contacts, eq(contacts.id, schedules.contactId))
    .where(wanted)
  const { page, ...rest } = await readPage(query.pageNumber, rows, total?.count ?? 0)
  return { schedules: page.map(scheduleView), ...rest }
}

/** Messages of a period, in the order they are sent. */
export async function scheduleCalendar(db: Reader, me: Me, query: QueryOut<'schedules.calendar'>) {
  const wanted = and(
    eq(schedules.companyId, me.companyId),
    gte(schedules.sendAt, new Date(query.from).toISOString()),
    lt(schedules.sendAt, new Date(query.to).toISOString()),
  )
  const rows = await found(db, wanted)
    .orderBy(asc(schedules.sendAt), asc(schedules.id))
    .limit(SCHEDULE_RANGE_MOST + 1)
  return {
    schedules: rows.slice(0, SCHEDULE_RANGE_MOST).map(scheduleView),
    complete: rows.length <= SCHEDULE_RANGE_MOST,
  }
}

/** Counts by state. */
export async function scheduleCounts(db: Reader, me: Me) {
  const rows = await db
    .select({ status: schedules.status, count: count() })
    .from(schedules)
    .where(eq(schedules.companyId, me.companyId))
    .groupBy(schedules.status)
  const of = (state: ScheduleState): number =>
    rows.reduce((sum, row) => sum + (STATES[state].includes(row.status) ? row.count : 0), 0)
  return { waiting: of('waiting'), sent: of('sent'), failed: of('failed') }
}

/** @throws ApiError ERR_NO_SCHEDULE_FOUND */
export async function scheduleOf(db: Reader, me: Me, id: number) {
  const schedule = await scheduleById(db, id)
  if (schedule?.row.companyId !== me.companyId) throw new ApiError('ERR_NO_SCHEDULE_FOUND')
  return scheduleView(schedule)
}
