/** Messages to be sent later (docs/specification.md 2.7, "Schedules"). */
import { PAGE, SCHEDULE_RANGE_MOST, type ScheduleState } from '@contract'
import { and, asc, count, desc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm'
import { contains } from '../db/engine/words'
import { contacts, schedules, users } from '../db/schema'
import { containing } from '../db/search'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import {
  changeableSchedule,
  notLeft,
  refuseWithoutPlan,
  type ScheduleRow,
  scheduleById,
  scheduleColumns,
  scheduleView,
} from '../schedules/rows'
import { attachPicture, createSchedule, detachPicture, updateSchedule } from '../schedules/write'

/** Which stored states each of the three that people tell apart is made of. */
const STATES: Readonly<Record<ScheduleState, ScheduleRow['status'][]>> = {
  waiting: ['PENDENTE', 'AGENDADA'],
  sent: ['ENVIADA'],
  failed: ['ERRO'],
}

export const scheduleHandlers: HandlersOf<'schedules'> = {
  'schedules.list': async ({ app, me, query }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    const typed = query.searchParam
    const wanted = and(
      eq(schedules.companyId, me.companyId),
      query.contactId === undefined ? undefined : eq(schedules.contactId, query.contactId),
      query.userId === undefined ? undefined : eq(schedules.userId, query.userId),
      query.state === undefined ? undefined : inArray(schedules.status, STATES[query.state]),
      typed
        ? or(sql`${contacts.search} like ${containing(typed)} escape '\\'`, contains(schedules.body, typed))
        : undefined,
    )
    const from = (query.pageNumber - 1) * PAGE.records
    const [rows, [total]] = await Promise.all([
      app.db
        .select(scheduleColumns)
        .from(schedules)
        .leftJoin(contacts, eq(contacts.id, schedules.contactId))
        .leftJoin(users, eq(users.id, schedules.userId))
        .where(wanted)
        .orderBy(desc(schedules.createdAt), desc(schedules.id))
        .limit(PAGE.records)
        .offset(from),
      app.db
        .select({ count: sql<number>`count(*)` })
        .from(schedules)
        .leftJoin(contacts, eq(contacts.id, schedules.contactId))
        .where(wanted),
    ])
    const count = total?.count ?? 0
    return { schedules: rows.map(scheduleView), count, hasMore: count > from + rows.length }
  },

  'schedules.calendar': async ({ app, me, query }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    const rows = await app.db
      .select(scheduleColumns)
      .from(schedules)
      .leftJoin(contacts, eq(contacts.id, schedules.contactId))
      .leftJoin(users, eq(users.id, schedules.userId))
      .where(
        and(
          eq(schedules.companyId, me.companyId),
          gte(schedules.sendAt, new Date(query.from).toISOString()),
          lt(schedules.sendAt, new Date(query.to).toISOString()),
        ),
      )
      .orderBy(asc(schedules.sendAt), asc(schedules.id))
      .limit(SCHEDULE_RANGE_MOST + 1)
    return {
      schedules: rows.slice(0, SCHEDULE_RANGE_MOST).map(scheduleView),
      complete: rows.length <= SCHEDULE_RANGE_MOST,
    }
  },

  'schedules.counts': async ({ app, me }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    const rows = await app.db
      .select({ status: schedules.status, count: count() })
      .from(schedules)
      .where(eq(schedules.companyId, me.companyId))
      .groupBy(schedules.status)
    const of = (state: ScheduleState): number =>
      rows.reduce((sum, row) => sum + (STATES[state].includes(row.status) ? row.count : 0), 0)
    return { waiting: of('waiting'), sent: of('sent'), failed: of('failed') }
  },

  'schedules.get': async ({ app, me, params }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    const found = await scheduleById(app.db, params.id)
    if (!found || found.row.companyId !== me.companyId) throw new ApiError('ERR_NO_SCHEDULE_FOUND')
    return scheduleView(found)
  },

  'schedules.create': async ({ app, me, body }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    return createSchedule(app, me, body)
  },

  'schedules.update': async ({ app, me, params, body }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    return updateSchedule(app, me, params.id, body)
  },

  'schedules.remove': async ({ app, me, params }) => {
    const row = await changeableSchedule(app.db, me, params.id)
    // On its way already: taking it back would promise what can no longer be kept.
    await app.db.company(me.companyId).write(async tx => {
      const [gone] = await tx
        .delete(schedules)
        .where(or(notLeft(row.id), and(eq(schedules.id, row.id), eq(schedules.status, 'ENVIADA'))))
        .returning({ id: schedules.id })
      if (!gone) throw new ApiError('ERR_VALIDATION', { field: 'status' })
      app.realtime.toCompany(row.companyId, 'schedule', { action: 'delete', scheduleId: row.id })
    })
    if (row.mediaFile) await app.media.remove(row.companyId, row.mediaFile)
    return null
  },

  'schedules.attach': async ({ app, me, params, files }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    await attachPicture(app, await changeableSchedule(app.db, me, params.id), files[0])
    return null
  },

  'schedules.detach': async ({ app, me, params }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    await detachPicture(app, await changeableSchedule(app.db, me, params.id))
    return null
  },
}
