/** The live floor: what happens in a company now, as its server counts it. */
import { z } from 'zod'
import { figures } from '../figures'
import { floorAlarm, floorAlarmForm } from '../floor'
import { figure, flag, id, instant, listOf, maybeId, maybeInstant, name, text } from '../scalars'
import { crud } from './crud'
import { done, endpoint } from './define'

/** A supervisor's alarm is of own queues. */
const ALARM_ERRORS = ['ERR_NO_QUEUE_FOUND', 'ERR_NO_PERMISSION'] as const

export const floorEndpoints = {
  'floor.now': endpoint('GET', '/floor', {
    summary:
      'Queues, people, today and the last hour in steps of five minutes, counted now; a supervisor’s own queues',
    access: 'reports:view',
    response: () =>
      z.object({
        /** When it was counted. */
        at: text,
        /** Queues with open or pending conversations; those without a queue under null. Groups do not count, nor what is snoozed and waits for nobody. */
        queues: listOf(
          'floor.queues',
          z.object({
            queueId: maybeId,
            /** Customers nobody has answered, and since when the first of them has waited. */
            waiting: figure,
            since: maybeInstant,
            /** Of those who wait: past what was promised, and close to it. */
            late: figure,
            soon: figure,
            /** Of those who wait: put aside by an agent. */
            snoozed: figure,
            /** Conversations somebody holds. */
            open: figure,
          }),
        ),
        /** People who hold conversations. */
        people: listOf(
          'floor.people',
          z.object({
            userId: id,
            open: figure,
            /** Those they have had for the longest time, the longest first. */
            longest: listOf('floor.longest', z.object({ ticketId: id, name, since: maybeInstant })),
          }),
        ),
        /** Figures of the day by the company's clock, as in reports (docs/figures.md). */
        today: z.object({ day: text, counting: flag, figures }),
        /** The oldest step first. */
        steps: listOf(
          'floor.steps',
          z.object({
            from: instant,
            /** Conversations that began. */
            arrived: figure,
            /** Messages of people. */
            answers: figure,
          }),
        ),
      }),
  }),
  ...crud('floorAlarms', '/floor/alarms', {
    access: 'reports:view',
    record: floorAlarm,
    form: floorAlarmForm,
    missing: 'ERR_NOT_FOUND',
    list: 'Alarms of the live floor, and which are raised; a supervisor has those of own queues',
    create: ['Add an alarm', 'ERR_TOO_MANY_FLOOR_ALARMS', ...ALARM_ERRORS],
    update: ['Change an alarm; it is judged anew', ...ALARM_ERRORS],
    remove: 'Delete an alarm',
  }),
  'floorAlarms.note': endpoint('POST', '/floor/alarms/note', {
    summary: 'Take note of all alarms that are raised: they call nobody any more until they end',
    access: 'reports:view',
    response: done,
  }),
} as const
