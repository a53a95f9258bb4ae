/** What the company promises its customers (SLA), for the screen of administrators. */
import { fold, type ServiceLevel } from '@contract'
import { call } from '@/api'
import { createPagedList } from './paged-list'

/** In the order in which a ticket's service level is looked for; one page holds all. */
export const serviceLevelsList = createPagedList<ServiceLevel>({
  name: 'service levels',
  read: async ({ searchParam = '' }) => {
    const all = await call('serviceLevels.list')
    const rows = all.filter(level => fold(level.name).includes(fold(searchParam)))
    return { rows, hasMore: false, count: rows.length }
  },
  order: (a, b) => a.position - b.position || a.id - b.id,
  onEvent: ({ channel }) => (channel === 'serviceLevel' ? { stale: true } : null),
})

/** Gives a service level the place before or behind its neighbour. @throws ApiError */
export async function moveServiceLevel(level: ServiceLevel, by: -1 | 1): Promise<void> {
  const ids = (await call('serviceLevels.list')).map(({ id }) => id)
  const from = ids.indexOf(level.id)
  const to = from + by
  if (from < 0 || to < 0 || to >= ids.length) return
  await call('serviceLevels.arrange', { body: { ids: ids.toSpliced(from, 1).toSpliced(to, 0, level.id) } })
  for (const row of await call('serviceLevels.list')) serviceLevelsList.keep(row)
}
