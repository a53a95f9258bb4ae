/** Days on which the company keeps other hours, by date. */
import type { Holiday } from '@contract'
import { call } from '@/api'
import { createDirectory, upsertById, withoutId } from './directory'

const byDay = (a: Holiday, b: Holiday): number => a.day.localeCompare(b.day)

export const holidaysDirectory = createDirectory<Holiday>(
  'holidays',
  () => call('holidays.list'),
  (items, event) => {
    if (event.channel !== 'holiday') return items
    return event.data.action === 'delete'
      ? withoutId(items, event.data.holidayId)
      : upsertById(items, event.data.holiday).toSorted(byDay)
  },
)

export const useHolidays = (): readonly Holiday[] => holidaysDirectory.use(state => state.items)
