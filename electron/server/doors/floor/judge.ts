/** When an alarm of the live floor is raised, and when it ends. Pure. */
import type { AlarmKind } from '@contract'

/** What is known of an alarm between two looks. Instants are epoch milliseconds. */
export interface AlarmState {
  since: number
  /** null: nobody is there since a moment ago, which is no alarm yet. */
  raisedAt: number | null
  /** What was measured when it was raised. */
  value: number
  notedAt: number | null
  notedBy: number | null
}

/** How long nobody has to be there: who changes computers is no alarm. Milliseconds. */
export const NOBODY_MS = 60_000
/** It ends when four fifths of the limit are reached again, so that one more and one less is one alarm. */
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
 * An alarm as it is now. That somebody took note lasts as long as it is raised.
 * @param value customers, whole minutes or people; null where none of its queues is there any more.
 * @param now epoch milliseconds.
 * @returns the same object where nothing has changed; null while it is not raised.
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
  const isYoung = rule.kind === 'nobody' && now - since < NOBODY_MS
  if (isYoung) return before ?? { since, raisedAt: null, value, notedAt: null, notedBy: null }
  return { since, raisedAt: now, value, notedAt: null, notedBy: null }
}
