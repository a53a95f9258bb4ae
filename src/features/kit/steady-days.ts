import type { Dayjs } from 'dayjs'
import { useRef } from 'react'

type Day = Dayjs | null | undefined

const alike = (one: Day, other: Day): boolean => one?.valueOf() === other?.valueOf()

/**
 * The same list as long as it says the same: a picker forgets what is being typed whenever its value is another object, which a form
 * makes of its texts with every drawing.
 */
export function useSteadyDays<T extends [Day, ...Day[]]>(days: T): T {
  const kept = useRef(days)
  if (!days.every((day, at) => alike(day, kept.current[at]))) kept.current = days
  return kept.current
}
