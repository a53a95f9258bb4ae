/** What reminders whose time has come, and alarms of the live floor, make of the work. Pure. */
import type { FloorAlarm, Reminder } from '../../../src/contract'
import type { EventNotice } from './event-notice'
import { Next, type Work } from './work'

/**
 * Adds what is wanted now, and withdraws what is not any more.
 * @param announced keys of what was announced before; the new ones are added.
 */
function raise(
  work: Work,
  kind: 'alarm' | 'reminder',
  wanted: readonly EventNotice[],
  announced: Set<string>,
): Work {
  const next = new Next(work)
  const keys = new Set(wanted.map(({ key }) => key))
  for (const [key, notice] of work.eventNotices)
    if (notice.kind === kind && !keys.has(key)) next.eventNotices.delete(key)
  for (const notice of wanted) {
    if (!announced.has(notice.key)) next.eventNotices.set(notice.key, notice)
    announced.add(notice.key)
  }
  return next.done()
}

/**
 * Reminders that are due by `now`; those that are gone or were moved have been dealt with.
 * @param aheadMs how far the server's clock, by which they were set, is ahead of this computer's.
 */
export function raiseReminders(
  work: Work,
  reminders: readonly Reminder[],
  announced: Set<string>,
  now: number,
  aheadMs = 0,
): Work {
  const due = reminders.filter(({ dueAt }) => Date.parse(dueAt) - aheadMs <= now)
  const notices = due.map((reminder): EventNotice => {
    const key = `reminder:${reminder.id}:${reminder.dueAt}`
    return { key, kind: 'reminder', at: now, count: 1, reminder }
  })
  return raise(work, 'reminder', notices, announced)
}

/** Alarms that are raised and nobody has taken note of. */
export function raiseAlarms(
  work: Work,
  alarms: readonly FloorAlarm[],
  announced: Set<string>,
  now: number,
): Work {
  const notices = alarms.flatMap((alarm): EventNotice[] => {
    if (!alarm.raised || alarm.raised.notedBy !== null) return []
    const key = `alarm:${alarm.id}:${Date.parse(alarm.raised.since)}`
    return [{ key, kind: 'alarm', at: now, count: 1, alarm }]
  })
  return raise(work, 'alarm', notices, announced)
}
