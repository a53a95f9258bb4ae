/** When a company is due, in words and as what a form and a server exchange. Pure. */
import type { Company } from '@contract'

/** Key and figure of the words for the days to a due date; null: none. */
export function dueWords(days: number | null): {
  key: `companies.due.${'none' | 'today' | 'in' | 'ago'}`
  count: number
} {
  if (days === null) return { key: 'companies.due.none', count: 0 }
  if (days === 0) return { key: 'companies.due.today', count: 0 }
  return days > 0 ? { key: 'companies.due.in', count: days } : { key: 'companies.due.ago', count: -days }
}

/** Whether a company may use campaigns; undefined where a server does not say. */
export const campaignsOf = ({ settings }: Company): boolean | undefined => {
  const found = settings.find(({ key }) => key === 'campaignsEnabled')
  return found ? found.value === 'true' || found.value === 'enabled' : undefined
}
