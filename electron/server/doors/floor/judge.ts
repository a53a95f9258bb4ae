/** When an alarm of the live floor is raised, and when it ends. Pure. */
import type { AlarmKind } from '@contract'

/** The state of an alarm between two looks. Instants are epoch milliseconds. */
export interface AlarmState {
  since: number
  /** null: nobody has been present for a moment, which is not an alarm yet. */
  raisedAt: number | null
  /** What was measured when it was raised. */
  value: number
  notedAt: number | null
  notedBy: number | null
}

/** How long a queue may be without people before it is an alarm: people change computers. Milliseconds. */
export const UNSTAFFED_MS = 60_000
/** The alarm ends at four fifths of the limit, so that going up and down by one is one alarm. */
const ENDS_AT = 0.8

interface Rule {
  kind: AlarmKind
  limit: number
}

/** Whether it is on, as it was on or off before. */
export function isOn({ kind, limit }: Rule, value: number, wasOn: boolean): boolean {
  if (kind === 'nobody') return value === 0
  return wasOn ? value > Math.min(limit * ENDS_AT, limit - 1) && value > 0 : value > limit
}

/**
 * The present state of an alarm. An acknowledgement lasts as long as the alarm.
 * @param value customers, whole minutes or people; null when none of its queues exists any more.
 * @param now epoch milliseconds.
 * @returns the same object when nothing has changed; null while it is not raised.
 */
export function judge(
  rule: Rule,
  value: number | null,
  before: AlarmState | null,
  now: number,
): AlarmState | null {
  if (value === null || !isOn(rule, value, before?.raisedAt != null)) return null
  if (before?.raisedAt != null) return before
  const since = before?.since ?? now
  const isYoung = rule.kind === 'nobody' && now - since < UNSTAFFED_MS
  if (isYoung) return before ?? { since, raisedAt: null, value, notedAt: null, notedBy: null }
  return { since, raisedAt: now, value, notedAt: null, notedBy: null }
}
