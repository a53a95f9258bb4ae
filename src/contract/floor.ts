/** Alarms of the live floor: set by supervisors and administrators, kept and judged by the server, whoever looks at the wall. */
import { z } from 'zod'
import { rowIds } from './requests'
import { figure, id, instant, listOf, maybe, maybeName, name } from './scalars'

/**
 * What is measured: `waiting` customers nobody has answered; `longest` minutes the first of them has waited; `late` customers past
 * what was promised; `nobody` is online and on no break.
 */
export const ALARM_KINDS = ['waiting', 'longest', 'late', 'nobody'] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]

export const FLOOR_ALARM = {
  /** How many a company may have. */
  most: 50,
  /** Highest limit, in customers or minutes. */
  maxLimit: 1_440,
} as const

const fields = z.object({
  kind: z.enum(ALARM_KINDS),
  /** Those of any of these queues together; of all, and of what has no queue, where none is named. */
  queueIds: rowIds.default([]),
  /** It is raised above so many customers or minutes; of `nobody` without meaning. */
  limit: z.number().int().min(0).max(FLOOR_ALARM.maxLimit),
  /** How people are alerted: by a sound, by a notification of the system, or by both. */
  sound: z.boolean(),
  notice: z.boolean(),
})

export const floorAlarmForm = fields
export type FloorAlarmForm = z.output<typeof floorAlarmForm>

/** An alarm as it travels. */
export const floorAlarm = fields.extend({
  id,
  /** Those of its queues that there still are. */
  queues: listOf('floorAlarm.queues', z.object({ id, name })),
  /** null while it is not raised. */
  raised: maybe(
    z.object({
      since: instant,
      /** What was measured when it was raised. */
      value: figure,
      /** Who has taken note of it; null while nobody has. */
      notedBy: maybeName,
    }),
  ),
})
export type FloorAlarm = z.output<typeof floorAlarm>
