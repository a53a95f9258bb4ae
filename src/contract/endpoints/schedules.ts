/** Messages to be sent later (specification 2 sections 2, 5 and 7; lifecycle in design/contract.md 6.6). */
import { z } from 'zod'
import { MESSAGE_MAX_CHARS, SCHEDULE_BODY_MIN_CHARS } from '../constants'
import { schedule } from '../entities'
import { moment, pageNumber, searchParam, textId, words } from '../requests'
import { hasMore, listOf, rowCount } from '../scalars'
import { done, endpoint, idParam } from './define'

/** What a console sends for a scheduled message. */
export const scheduleForm = z.object({
  body: words(MESSAGE_MAX_CHARS).trim().min(SCHEDULE_BODY_MIN_CHARS),
  contactId: textId,
  sendAt: moment,
  /** Whose it is; the workspace takes the caller, servers of the family need it said. */
  userId: textId.optional(),
  /** The conversation it was written from: the message goes there while it is not resolved. */
  ticketId: textId.nullish(),
})

export const scheduleEndpoints = {
  'schedules.list': endpoint('GET', '/schedules', {
    summary: 'Scheduled messages of the company, newest first',
    access: 'member',
    query: z.object({
      searchParam,
      pageNumber,
      contactId: textId.optional(),
      userId: textId.optional(),
    }),
    response: z.object({ schedules: listOf('schedules', schedule), count: rowCount, hasMore }),
    errors: ['ERR_NO_PERMISSION'],
  }),
  'schedules.create': endpoint('POST', '/schedules', {
    summary: 'Schedule a message to a contact',
    access: 'member',
    body: scheduleForm,
    response: schedule,
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_CONTACT_FOUND', 'ERR_NO_TICKET_FOUND', 'ERR_OTHER_OPEN_TICKET'],
  }),
  'schedules.remove': endpoint('DELETE', '/schedules/:id', {
    summary: 'Take back a scheduled message: one’s own, any for an admin',
    access: 'member',
    params: idParam,
    response: done,
    errors: ['ERR_NO_SCHEDULE_FOUND', 'ERR_NO_PERMISSION'],
  }),
  'schedules.attach': endpoint('POST', '/schedules/:id/media-upload', {
    summary: 'Give a scheduled message its picture (PNG or JPEG)',
    access: 'member',
    params: idParam,
    multipart: { fileField: 'file', maxFiles: 1 },
    response: done,
    errors: ['ERR_NO_SCHEDULE_FOUND', 'ERR_NO_PERMISSION', 'ERR_FILE_TYPE', 'ERR_FILE_TOO_LARGE'],
  }),
} as const
