/** Breaks in people's words. Pure. */
import { breakEndsAt, isKnownBreakReason, type UserBreak } from '@contract'
import type { Formatters, TFunction } from '@/i18n'

/** What a reason is called: known ones in the reader's language. */
export const breakReason = (t: TFunction, reason: string): string =>
  isKnownBreakReason(reason) ? t(`workplace.break.reason.${reason}`) : reason

/** Whether a break lasts longer than was expected. @param now milliseconds since the epoch. */
export const isBreakOver = (one: UserBreak, now: number): boolean =>
  now > (breakEndsAt(one) ?? Number.POSITIVE_INFINITY)

/** Of a colleague: that they are on a break, why, since when, and that it should be over. */
export function breakText(t: TFunction, format: Formatters, one: UserBreak, now: number): string {
  const sinceText = t('workplace.break.since', {
    reason: breakReason(t, one.reason),
    time: format.time(one.startedAt),
  })
  return isBreakOver(one, now) ? `${sinceText} · ${t('workplace.break.over')}` : sinceText
}
