/** Queues, their chatbot trees, and holidays. */
import { z } from 'zod'
import {
  ASSIGN_MODES,
  AWAY_RULES,
  SKILL_WAIT_MAX_MINUTES,
  STICKY_MAX_HOURS,
  TICKET_CEILING_MAX,
} from '../assignment'
import { QUEUE_COLOUR, QUEUE_NAME } from '../constants'
import { holiday, queue, queueOption } from '../entities'
import { DAY_PARTS, minutesOf, spanOf, WEEKDAYS } from '../hours'
import { day, line, rowId, rowIds, textId, upTo, words } from '../requests'
import { listOf } from '../scalars'
import { crud } from './crud'
import { endpoint } from './define'
import { firstQueueEndpoints } from './first'

const sentText = words(4_096).trim().optional()
const reference = rowId.nullish()

/** HH:mm, or empty where nothing is kept open. */
const clockTime = line(8).refine(value => value === '' || minutesOf(value) !== null, 'Invalid time')

/** One part of a day. An end before the start is one of the next day; 00:00 to 00:00, or both empty, is closed. */
const hoursOfDay = z
  .object({
    weekday: line(40),
    weekdayEn: z.enum(WEEKDAYS),
    startTime: clockTime,
    endTime: clockTime,
  })
  .superRefine((day, ctx) => {
    const [from, to] = [minutesOf(day.startTime), minutesOf(day.endTime)]
    if ((from === null) !== (to === null)) {
      ctx.addIssue({
        code: 'custom',
        message: 'Incomplete hours',
        path: [from === null ? 'startTime' : 'endTime'],
      })
    }
  })

/** Whether the parts of each day lie one after the other, and there are no more of them than a day may have. */
const arePartsApart = (days: readonly z.output<typeof hoursOfDay>[]): boolean =>
  WEEKDAYS.every(weekday => {
    const parts = days.filter(day => day.weekdayEn === weekday)
    const spans = parts.map(spanOf).filter(span => span !== null)
    const inOrder = spans.toSorted(([a], [b]) => a - b)
    const isApart = inOrder.every(([from], i) => from >= (inOrder[i - 1]?.[1] ?? 0))
    return parts.length <= DAY_PARTS && isApart && (parts.length === 1 || spans.length === parts.length)
  })

/** Business hours of a week: a weekday once, or once for each of its parts. */
export const businessHours = upTo(WEEKDAYS.length * DAY_PARTS, hoursOfDay).refine(
  arePartsApart,
  'Overlapping hours',
)

/** Form of a queue; what is left out of an update stays as it is. */
export const queueForm = z.object({
  name: line(QUEUE_NAME.max, 'Too Long!').min(QUEUE_NAME.min, 'Too Short!'),
  color: z
    .string()
    .trim()
    .min(QUEUE_COLOUR.min, 'Too Short!')
    .max(QUEUE_COLOUR.max, 'Too Long!')
    .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i, 'Invalid color'),
  greetingMessage: sentText,
  outOfHoursMessage: sentText,
  orderQueue: z.number().int().min(0).max(100_000).nullish(),
  integrationId: reference,
  promptId: reference,
  schedules: businessHours.optional(),
  assignMode: z.enum(ASSIGN_MODES).optional(),
  assignCeiling: z.number().int().min(1).max(TICKET_CEILING_MAX).nullish(),
  assignAway: z.enum(AWAY_RULES).optional(),
  /** 0: to anybody. */
  assignStickyHours: z.number().int().min(0).max(STICKY_MAX_HOURS).optional(),
  /** 0: to anybody where nobody with the skill is free; null: never to anybody else. */
  assignSkillMinutes: z.number().int().min(0).max(SKILL_WAIT_MAX_MINUTES).nullish(),
})

/** Form of a chatbot option. It ends the bot or leads to a queue, never both. */
export const queueOptionForm = z.object({
  queueId: rowId,
  /** null: one of the first options. */
  parentId: rowId.nullish(),
  title: line(100, 'Too Long!').min(1, 'Required'),
  message: sentText,
  /** Its number among its siblings, from 1; the last one when left out. */
  option: z.coerce.number().int().min(1).max(500).optional(),
  exitChatbot: z.boolean().optional(),
  forwardQueueId: reference,
})

/** Form of a holiday; without times the company is closed all day. */
export const holidayForm = z
  .object({
    day: day,
    name: line(80, 'Too Long!').min(1, 'Required'),
    startTime: clockTime.default(''),
    endTime: clockTime.default(''),
  })
  .refine(
    ({ startTime, endTime }) => {
      const [from, to] = [minutesOf(startTime), minutesOf(endTime)]
      return (from === null) === (to === null)
    },
    { message: 'Incomplete hours', path: ['endTime'] },
  )

const QUEUE_ERRORS = [
  'ERR_QUEUE_NAME_TAKEN',
  'ERR_QUEUE_COLOR_ALREADY_EXISTS',
  'ERR_PLAN_LACKS',
  'ERR_NO_PROMPT_FOUND',
  'ERR_NO_INTEGRATION_FOUND',
] as const
const DENIED = ['ERR_NO_PERMISSION', 'ERR_NO_QUEUE_FOUND'] as const
const OPTION_DENIED = ['ERR_NO_PERMISSION', 'ERR_NO_OPTION_FOUND', 'ERR_NO_QUEUE_FOUND'] as const
const attachment = { fileField: 'file', maxFiles: 1 }

export const queueEndpoints = {
  ...firstQueueEndpoints,
  ...crud('queues', '/queue', {
    access: 'queues:edit',
    reads: 'member',
    record: queue,
    form: queueForm,
    change: () => queueForm.partial(),
    get: ['One queue of the company', 'ERR_NO_QUEUE_FOUND'],
    create: ['Add a queue', 'ERR_NO_PERMISSION', 'ERR_PLAN_LIMIT', ...QUEUE_ERRORS],
    update: ['Change a queue', ...DENIED, ...QUEUE_ERRORS],
    remove: ['Delete a queue with its chatbot; its tickets stay, without a queue', ...DENIED],
  }),
  'queues.order': endpoint('POST', '/queue-order', {
    summary: 'Give every queue its place in the order',
    access: 'queues:edit',
    body: () => z.object({ ids: rowIds.refine(ids => ids.length > 0, 'Required') }),
    response: () => listOf('queues', queue),
    errors: [...DENIED],
  }),
  'queues.attach': endpoint('POST', '/queue/:id/media-upload', {
    summary: 'Give a queue the file that goes with its greeting',
    access: 'queues:edit',
    multipart: attachment,
    response: queue,
    errors: [...DENIED, 'ERR_FILE_TOO_LARGE', 'ERR_FILE_TYPE'],
  }),
  'queues.detach': endpoint('DELETE', '/queue/:id/media-upload', {
    summary: 'Take the file away from a queue',
    access: 'queues:edit',
    response: queue,
    errors: [...DENIED],
  }),
  'queueOptions.list': endpoint('GET', '/queue-options', {
    summary: 'Options below one option of a queue’s chatbot, below none (parentId -1), or all of them',
    access: 'member',
    query: () =>
      z.object({
        queueId: textId,
        parentId: z.union([z.literal('-1').transform(() => -1), z.literal(-1), textId]).optional(),
      }),
    response: () => listOf('queueOptions', queueOption),
    errors: ['ERR_NO_QUEUE_FOUND'],
  }),
  ...crud('queueOptions', '/queue-options', {
    access: 'queues:edit',
    record: queueOption,
    form: queueOptionForm,
    change: () => queueOptionForm.partial().omit({ queueId: true }),
    create: ['Add an option to a chatbot', ...OPTION_DENIED],
    update: ['Change an option, or move it with everything below it', ...OPTION_DENIED],
    remove: ['Delete an option with everything below it', ...OPTION_DENIED],
  }),
  'queueOptions.attach': endpoint('POST', '/queue-options/:id/media-upload', {
    summary: 'Give an option the file that goes with its message',
    access: 'queues:edit',
    multipart: attachment,
    response: queueOption,
    errors: [...OPTION_DENIED, 'ERR_FILE_TOO_LARGE', 'ERR_FILE_TYPE'],
  }),
  'queueOptions.detach': endpoint('DELETE', '/queue-options/:id/media-upload', {
    summary: 'Take the file away from an option',
    access: 'queues:edit',
    response: queueOption,
    errors: [...OPTION_DENIED],
  }),
  ...crud('holidays', '/holidays', {
    access: 'settings:edit',
    reads: 'member',
    record: holiday,
    form: holidayForm,
    missing: 'ERR_NOT_FOUND',
    list: 'Days on which the company keeps other hours, in their order',
    create: ['Add a holiday', 'ERR_NO_PERMISSION', 'ERR_HOLIDAY_TAKEN'],
    update: ['Change a holiday', 'ERR_NO_PERMISSION', 'ERR_HOLIDAY_TAKEN'],
    remove: ['Delete a holiday', 'ERR_NO_PERMISSION'],
  }),
} as const
