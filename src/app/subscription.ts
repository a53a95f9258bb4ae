import { mustPay, SUBSCRIPTION_WARNING_DAYS } from '@contract'
import dayjs from 'dayjs'
import { useClock } from '@/stores/clock'
import { useUser } from '@/stores/session'

/** The one screen of somebody whose company has to pay first. */
export const PAY_PATH = '/financeiro'

/** Whether the signed-in person may do nothing but pay. */
export function useMustPay(): boolean {
  const user = useUser()
  return useClock(now => user !== null && mustPay(user, now))
}

/**
 * Whole days left on a subscription, when that deserves a warning: fewer than 5.
 * @param dueDate ISO-8601 text of the last day; null when unknown.
 * @param now milliseconds.
 * @returns days from 0 (ends today) to 4; null when there is nothing to warn about.
 */
export function daysToWarn(dueDate: string | null, now: number = Date.now()): number | null {
  if (!dueDate) return null
  const due = dayjs(dueDate)
  if (!due.isValid()) return null
  const days = due.startOf('day').diff(dayjs(now).startOf('day'), 'day')
  return days >= 0 && days < SUBSCRIPTION_WARNING_DAYS ? days : null
}
