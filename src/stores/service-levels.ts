/** What the company promises its customers (SLA), for the screen of administrators. */
import type { ServiceLevel } from '@contract'
import { createPagedList, wholeOf } from './paged-list'

/** In the order in which a ticket's service level is looked for; one page holds all. */
export const serviceLevelsList = createPagedList<ServiceLevel>({
  name: 'service levels',
  read: wholeOf('serviceLevels.list', level => level.name),
  order: (a, b) => a.position - b.position || a.id - b.id,
  onEvent: ({ channel }) => (channel === 'serviceLevel' ? { stale: true } : null),
})
