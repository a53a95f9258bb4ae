/** A deadline in a sentence. Pure. */
import type { TicketDeadline } from '@contract'
import type { Formatters, TFunction } from '@/i18n'
import { soonText } from '@/stores/company-clock'

const MINUTE_MS = 60_000

/** Whole minutes left of a deadline; less than 0 past it, at once one of them. */
export const minutesLeft = (ms: number): number =>
  ms < 0 ? Math.min(-1, Math.ceil(ms / MINUTE_MS)) : Math.ceil(ms / MINUTE_MS)

/** How long is left of a deadline, or how long it is past, as it is read: whole minutes. @param ms left, less than 0 past it. */
export const timeLeft = (ms: number, format: Formatters): string =>
  format.wait(Math.abs(minutesLeft(ms)) * MINUTE_MS)

/** What is due, when, by which service level, and since when that counts. @param ms as `timeLeft`. */
export function deadlineText(
  deadline: TicketDeadline,
  isLate: boolean,
  ms: number,
  zone: string,
  t: TFunction,
  format: Formatters,
): string {
  const said = t(isLate ? `serviceLevels.late.${deadline.kind}` : `serviceLevels.due.${deadline.kind}`, {
    time: timeLeft(ms, format),
    at: soonText(deadline.dueAt, zone),
  })
  const why = t('serviceLevels.why', {
    name: deadline.levelName,
    time: format.wait(deadline.minutes * MINUTE_MS),
    clock: t(`serviceLevels.clocks.${deadline.clock}`),
    since: soonText(deadline.startedAt, zone),
  })
  return `${said} ${why}`
}
