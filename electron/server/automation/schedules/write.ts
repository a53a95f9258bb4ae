/** Adds and changes scheduled messages. */
import { maySee, type scheduleForm, wellFormed } from '@contract'
import { and, eq, or } from 'drizzle-orm'
import type { z } from 'zod'
import { activeTicketOf, otherOpenError } from '../../desk/tickets/other-open'
import { ticketFor } from '../../desk/tickets/visibility'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { contacts, schedules } from '../../platform/db/schema'
import type { UploadedFile } from '../../platform/http/handlers'
import { keepPicture } from '../../platform/media/attached'
import { NO_FILE } from '../../platform/media/store'
import { authorOf, type Me, type Workspace } from '../../workspace'
import { announceSchedule, changeableSchedule, changeSchedule, stillUnsent } from './rows'
import { writerOf } from './writer'

type ScheduleForm = z.output<typeof scheduleForm>

/**
 * Checks a form and turns it into a row.
 * @param writer whose rights decide: what could never be sent into a conversation they may not see is refused now.
 * @throws ApiError ERR_VALIDATION for a time in the past; ERR_NO_CONTACT_FOUND, ERR_NO_TICKET_FOUND,
 *   ERR_OTHER_OPEN_TICKET.
 */
async function valuesOf(db: Reader, writer: Me, form: ScheduleForm, ticketId: number | null) {
  const sendAt = new Date(form.sendAt)
  if (sendAt.getTime() <= Date.now()) throw new ApiError('ERR_VALIDATION', { field: 'sendAt' })
  const known = await db.$count(
    contacts,
    and(eq(contacts.id, form.contactId), eq(contacts.companyId, writer.companyId)),
  )
  if (known === 0) throw new ApiError('ERR_NO_CONTACT_FOUND')
  const ticket = ticketId === null ? null : await ticketFor(db, writer, ticketId)
  if (ticket && ticket.contactId !== form.contactId) throw new ApiError('ERR_NO_TICKET_FOUND')
  const active = ticket ? null : await activeTicketOf(db, form.contactId, null)
  if (active && !maySee(writer, active)) throw await otherOpenError(db, writer, active)
  return {
    body: wellFormed(form.body),
    sendAt: sendAt.toISOString(),
    contactId: form.contactId,
    ticketId: ticket?.id ?? null,
  }
}

/** Adds a message of the caller. @throws ApiError as `valuesOf`. */
export async function createSchedule(app: Workspace, me: Me, form: ScheduleForm) {
  const values = await valuesOf(app.db, me, form, form.ticketId ?? null)
  return app.db.company(me.companyId).write(async tx => {
    const [row] = await tx
      .insert(schedules)
      .values({ ...values, companyId: me.companyId, userId: authorOf(me) })
      .returning({ id: schedules.id })
    if (!row) throw new ApiError('ERR_INTERNAL')
    return announceSchedule(app, tx, row.id, 'create')
  })
}

/**
 * Changes a message that has not left. A failed one waits again, as a new try. It stays its writer's when an admin
 * changes it, and becomes the admin's when the writer is gone.
 * @throws ApiError ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, ERR_VALIDATION (status) for one that left or is leaving,
 *   and as `valuesOf`.
 */
export async function updateSchedule(app: Workspace, me: Me, id: number, form: ScheduleForm) {
  const row = await changeableSchedule(app.db, me, id)
  const writer = (await writerOf(app.db, row)) ?? me
  const kept = form.contactId === row.contactId ? row.ticketId : null
  const values = await valuesOf(app.db, writer, form, form.ticketId === undefined ? kept : form.ticketId)
  // Only in the state that was read: if it failed meanwhile, the person has to see that first.
  const asSeen = and(stillUnsent(id), eq(schedules.status, row.status))
  const changed = await changeSchedule(app, row.companyId, asSeen, {
    ...values,
    userId: writer.id,
    status: 'PENDENTE',
    waitsForNumber: false,
    attempt: row.status === 'ERRO' ? row.attempt + 1 : row.attempt,
  })
  if (!changed) throw new ApiError('ERR_VALIDATION', { field: 'status' })
  return changed
}

/**
 * Replaces the picture of a message.
 * @throws ApiError ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, ERR_VALIDATION without a file or for a message that left,
 *   ERR_FILE_TYPE for anything but PNG or JPEG.
 */
export async function attachPicture(
  app: Workspace,
  me: Me,
  id: number,
  file: UploadedFile | undefined,
): Promise<null> {
  const row = await changeableSchedule(app.db, me, id)
  const media = await keepPicture(app.media, row.companyId, file)
  const { mediaType: _type, mediaDuration: _duration, ...kept } = media
  const changed = await changeSchedule(app, row.companyId, stillUnsent(row.id), kept)
  // The old picture, or the new one if the message left meanwhile.
  const useless = changed ? row.mediaFile : media.mediaFile
  if (useless) await app.media.remove(row.companyId, useless)
  if (!changed) throw new ApiError('ERR_VALIDATION', { field: 'status' })
  return null
}

/**
 * Removes the picture of a message, if it has one.
 * @throws ApiError ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, ERR_VALIDATION (status) for a message that left.
 */
export async function detachPicture(app: Workspace, me: Me, id: number): Promise<null> {
  const row = await changeableSchedule(app.db, me, id)
  const changed = await changeSchedule(app, row.companyId, stillUnsent(row.id), NO_FILE)
  if (!changed) throw new ApiError('ERR_VALIDATION', { field: 'status' })
  if (row.mediaFile) await app.media.remove(row.companyId, row.mediaFile)
  return null
}

/**
 * Deletes a message that has not left yet, or one that has been sent.
 * @throws ApiError ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION, ERR_VALIDATION (status) while it is on its way.
 */
export async function removeSchedule(app: Workspace, me: Me, id: number): Promise<null> {
  const row = await changeableSchedule(app.db, me, id)
  // It is leaving already: taking it back cannot be promised any more.
  await app.db.company(me.companyId).write(async tx => {
    const [gone] = await tx
      .delete(schedules)
      .where(or(stillUnsent(row.id), and(eq(schedules.id, row.id), eq(schedules.status, 'ENVIADA'))))
      .returning({ id: schedules.id })
    if (!gone) throw new ApiError('ERR_VALIDATION', { field: 'status' })
    app.realtime.toCompany(row.companyId, 'schedule', { action: 'delete', scheduleId: row.id })
  })
  if (row.mediaFile) await app.media.remove(row.companyId, row.mediaFile)
  return null
}
