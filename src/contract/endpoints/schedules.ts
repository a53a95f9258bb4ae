/** Messages to be sent later. */
import { z } from 'zod'
import {
  MESSAGE_MAX_CHARS,
  SCHEDULE_BODY_MIN_CHARS,
  SCHEDULE_RANGE_DAYS,
  SCHEDULE_STATES,
} from '../constants'
import { schedule } from '../entities'
import { moment, pageNumber, searchParam, textId, words } from '../requests'
import { figure, flag, hasMore, listOf, rowCount } from '../scalars'
import { crud } from './crud'
import { endpoint } from './define'

/** What a console sends for a scheduled message. */
export const scheduleForm = z.object({
  body: words(MESSAGE_MAX_CHARS).trim().min(SCHEDULE_BODY_MIN_CHARS, 'Mensagem muito curta'),
  contactId: textId,
  sendAt: moment,
  /** Whose it is; the workspace takes the caller, legacy servers need it said. */
  userId: textId.optional(),
  /** The conversation it was written from: the message goes there while it is not resolved. */
  ticketId: textId.nullish(),
})

/** From one moment up to another: what a calendar shows at once. */
const scheduleRange = z.object({ from: moment, to: moment }).refine(({ from, to }) => {
  const ms = Date.parse(to) - Date.parse(from)
  return ms > 0 && ms <= SCHEDULE_RANGE_DAYS * 86_400_000
}, 'not a range a calendar shows')

export const scheduleEndpoints = {
  'schedules.list': endpoint('GET', '/schedules', {
    summary: 'Scheduled messages of the company, newest first',
    access: 'member',
    query: () =>
      z.object({
        searchParam,
        pageNumber,
        contactId: textId.optional(),
        userId: textId.optional(),
        state: z.enum(SCHEDULE_STATES).optional(),
      }),
    response: () => z.object({ schedules: listOf('schedules', schedule), count: rowCount, hasMore }),
    errors: ['ERR_NO_PERMISSION'],
  }),
  'schedules.calendar': endpoint('GET', '/schedules/calendar', {
    summary: 'Scheduled messages by the time they leave at, for a calendar: the earliest of at most 62 days',
    access: 'member',
    query: scheduleRange,
    /** `complete`: nothing of the range is left out. */
    response: () => z.object({ schedules: listOf('schedules.calendar', schedule), complete: flag }),
    errors: ['ERR_NO_PERMISSION'],
  }),
  'schedules.counts': endpoint('GET', '/schedules/counts', {
    summary: 'How many scheduled messages wait, were sent and failed',
    access: 'member',
    response: () => z.object({ waiting: figure, sent: figure, failed: figure }),
    errors: ['ERR_NO_PERMISSION'],
  }),
  ...crud('schedules', '/schedules', {
    access: 'member',
    record: schedule,
    form: scheduleForm,
    missing: 'ERR_NO_SCHEDULE_FOUND',
    get: ['One scheduled message', 'ERR_NO_PERMISSION'],
    create: [
      'Schedule a message to a contact',
      'ERR_NO_PERMISSION',
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_TICKET_FOUND',
      'ERR_OTHER_OPEN_TICKET',
    ],
    update: [
      'Change a message that has not left: one’s own, any for an admin; a failed one waits again',
      'ERR_NO_PERMISSION',
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_TICKET_FOUND',
      'ERR_OTHER_OPEN_TICKET',
    ],
    remove: ['Take back a scheduled message: one’s own, any for an admin', 'ERR_NO_PERMISSION'],
    attach: ['Give a scheduled message its picture (PNG or JPEG)', 'ERR_NO_PERMISSION', 'ERR_FILE_TYPE'],
    detach: ['Take the picture of a scheduled message away', 'ERR_NO_PERMISSION'],
  }),
} as const
