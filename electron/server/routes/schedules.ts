/** Messages to be sent later (specification 2 section 7, "Schedules"). */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bare, maySee, PAGE } from '@contract'
import { and, desc, eq, or, sql } from 'drizzle-orm'
import { contacts, schedules, users } from '../db/schema'
import { containing } from '../db/search'
import { Refusal } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { mediaFolder } from '../media/folder'
import { keepUpload } from '../media/store'
import {
  announceSchedule,
  changeableSchedule,
  refuseWithoutPlan,
  scheduleColumns,
  scheduleView,
} from '../schedules/rows'
import { activeTicketOf, otherOpenRefusal } from '../tickets/other-open'
import { ticketFor } from '../tickets/visibility'

/** Mime types of the pictures a scheduled message may carry, as proven by their bytes. */
const PICTURES = new Set(['image/png', 'image/jpeg'])

export const scheduleHandlers: HandlersOf<'schedules'> = {
  'schedules.list': async ({ app, me, query }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    const typed = query.searchParam
    const wanted = and(
      eq(schedules.companyId, me.companyId),
      query.contactId === undefined ? undefined : eq(schedules.contactId, query.contactId),
      query.userId === undefined ? undefined : eq(schedules.userId, query.userId),
      typed
        ? or(
            sql`${contacts.search} like ${containing(typed)} escape '\\'`,
            sql`${schedules.body} like ${containing(typed)} escape '\\'`,
          )
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

  'schedules.create': async ({ app, me, body }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    const sendAt = new Date(body.sendAt)
    // A time that has passed would never come (design/contract.md 6.6).
    if (sendAt.getTime() <= Date.now()) throw new Refusal('ERR_VALIDATION', { field: 'sendAt' })
    const known = await app.db.$count(
      contacts,
      and(eq(contacts.id, body.contactId), eq(contacts.companyId, me.companyId)),
    )
    if (known === 0) throw new Refusal('ERR_NO_CONTACT_FOUND')
    const ticket = body.ticketId == null ? null : await ticketFor(app.db, me, body.ticketId)
    if (ticket && ticket.contactId !== body.contactId) throw new Refusal('ERR_NO_TICKET_FOUND')
    // Said now, not when its time has come: into a conversation its writer may not see it would never be sent.
    const active = ticket ? null : await activeTicketOf(app.db, body.contactId, null)
    if (active && !maySee(me, active)) throw await otherOpenRefusal(app.db, me, active)
    const [row] = await app.db
      .insert(schedules)
      .values({
        companyId: me.companyId,
        body: bare(body.body),
        sendAt: sendAt.toISOString(),
        contactId: body.contactId,
        ticketId: ticket?.id ?? null,
        userId: me.id,
      })
      .returning({ id: schedules.id })
    const view = row ? await announceSchedule(app, row.id, 'create') : null
    if (!view) throw new Refusal('ERR_INTERNAL')
    return view
  },

  'schedules.remove': async ({ app, me, params }) => {
    const row = await changeableSchedule(app.db, me, params.id)
    // On its way already: taking it back would promise what can no longer be kept.
    const [gone] = await app.db
      .delete(schedules)
      .where(and(eq(schedules.id, row.id), sql`${schedules.status} <> 'AGENDADA'`))
      .returning({ id: schedules.id })
    if (!gone) throw new Refusal('ERR_VALIDATION', { field: 'status' })
    if (row.mediaFile) await rm(join(mediaFolder(app.folder, row.companyId), row.mediaFile), { force: true })
    app.realtime.toCompany(row.companyId, 'schedule', { action: 'delete', scheduleId: row.id })
    return null
  },

  'schedules.attach': async ({ app, me, params, files }) => {
    await refuseWithoutPlan(app.db, me.companyId)
    const row = await changeableSchedule(app.db, me, params.id)
    const [file] = files
    if (!file) throw new Refusal('ERR_VALIDATION', { field: 'file' })
    const folder = mediaFolder(app.folder, row.companyId)
    const media = await keepUpload(app.folder, row.companyId, file)
    if (!PICTURES.has(media.mediaMime)) {
      await rm(join(folder, media.mediaFile), { force: true })
      throw new Refusal('ERR_FILE_TYPE')
    }
    const { mediaType: _type, mediaDuration: _duration, ...kept } = media
    const [changed] = await app.db
      .update(schedules)
      .set({ ...kept, updatedAt: new Date().toISOString() })
      .where(and(eq(schedules.id, row.id), eq(schedules.status, 'PENDENTE')))
      .returning({ id: schedules.id })
    // The picture before this one, or this one when the message has left meanwhile.
    const useless = changed ? row.mediaFile : media.mediaFile
    if (useless) await rm(join(folder, useless), { force: true })
    if (!changed) throw new Refusal('ERR_VALIDATION', { field: 'status' })
    await announceSchedule(app, row.id, 'update')
    return null
  },
}
