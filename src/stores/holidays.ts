/** Days on which the company keeps other hours, by date. */
import type { Holiday } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'

export const holidaysDirectory = createDirectory<Holiday>({
  name: 'holidays',
  read: () => call('holidays.list'),
  order: (a, b) => a.day.localeCompare(b.day),
  onEvent: ({ channel, data }) => {
    if (channel !== 'holiday') return null
    return data.action === 'delete' ? { remove: data.holidayId } : { put: data.holiday }
  },
})

export const useHolidays = (): readonly Holiday[] => holidaysDirectory.use(state => state.items)
