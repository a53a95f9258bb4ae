/** When a report leaves and what became of it, in words. */
import type { ReportSchedule } from '@contract'
import { isTextKey, type TFunction } from '@/i18n'

/** 1 January 2024 was a Monday. */
export const weekdayText = (language: string, day: number): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))

export function rhythmText(
  t: TFunction,
  language: string,
  { period, day, hour }: Pick<ReportSchedule, 'period' | 'day' | 'hour'>,
): string {
  const at = `${String(hour).padStart(2, '0')}:00`
  return period === 'week'
    ? t('reportFiles.byMail.everyWeek', { day: weekdayText(language, day), at })
    : t('reportFiles.byMail.everyMonth', { day: String(day), at })
}

/** A code in words; what the mail server said as it said it. */
export function whyText(t: TFunction, why: string): string {
  const key = `errors.${why}`
  return isTextKey(key) ? t(key) : why
}
