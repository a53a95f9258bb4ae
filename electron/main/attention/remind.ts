/** What a reminder whose time has come makes of the work. Pure. */
import type { Reminder } from '../../../src/contract'
import { Next, type Work } from './work'

const reminderKey = ({ id, dueAt }: Reminder): string => `reminder:${id}:${dueAt}`

/**
 * Which reminders are due by now; those that are not any more have been dealt with.
 * @param told keys of those that were announced before; the new ones are added.
 */
export function remind(work: Work, due: readonly Reminder[], told: Set<string>, now: number): Work {
  const next = new Next(work)
  const keys = new Set(due.map(reminderKey))
  for (const [key, { kind }] of work.eventNotices)
    if (kind === 'reminder' && !keys.has(key)) next.eventNotices.delete(key)
  for (const reminder of due) {
    const key = reminderKey(reminder)
    if (!told.has(key)) next.eventNotices.set(key, { key, kind: 'reminder', at: now, count: 1, reminder })
    told.add(key)
  }
  return next.done()
}
