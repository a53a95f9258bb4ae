/** What is kept about one person. */
import { z } from 'zod'
import { rowCount } from '../scalars'

/** How much there is about one contact. */
export const personalCounts = z.object({
  tickets: rowCount,
  messages: rowCount,
  files: rowCount,
  notes: rowCount,
  schedules: rowCount,
})
export type PersonalCounts = z.output<typeof personalCounts>
