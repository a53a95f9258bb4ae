/** Messages to be sent later (specification 2 sections 2, 5 and 7; lifecycle in design/contract.md 6.6). */
import { z } from 'zod'
import { MESSAGE_MAX_CHARS, SCHEDULE_BODY_MIN_CHARS } from '../constants'
import { schedule } from '../entities'
import { hasMore, listOf, rowCount } from '../scalars'
import { done, endpoint, idParam, pageNumber, searchParam } from './define'

/** What a console sends for a scheduled message. */
export const scheduleForm = z.object({
  body: z.string().trim().min(SCHEDULE_BODY_MIN_CHARS).max(MESSAGE_MAX_CHARS),
  contactId: z.coerce.number().int().positive(),
  sendAt: z.iso.datetime({ offset: true }),
  /** Whose it is; the workspace takes the caller, servers of the family need it said. */
  userId: z.coerce.number().int().positive().optional(),
  /** The conversation it was written from: the message goes there while it is not resolved. */
  ticketId: z.coerce.number().int().positive().nullish(),
})

export const scheduleEndpoints = {
  'schedules.list': endpoint('GET', '/schedules', {
    summary: 'Scheduled messages of the company, newest first',
    access: 'member',
    query: z.object({
      searchParam,
      pageNumber,
      contactId: z.coerce.number().int().positive().optional(),
      userId: z.coerce.number().int().positive().optional(),
    }),
    response: z.object({ schedules: listOf('schedules', schedule), count: rowCount, hasMore }),
    errors: ['ERR_NO_PERMISSION'],
  }),
  'schedules.create': endpoint('POST', '/schedules', {
    summary: 'Schedule a message to a contact',
    access: 'member',
    body: scheduleForm,
    response: schedule,
    errors: ['ERR_NO_PERMISSION', 'ERR_NO_CONTACT_FOUND', 'ERR_NO_TICKET_FOUND'],
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
