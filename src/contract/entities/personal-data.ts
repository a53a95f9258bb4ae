/** What is kept about one person. */
import { z } from 'zod'
import { maybeText, rowCount } from '../scalars'

/** How much there is about one contact. */
export const personalCounts = z.object({
  tickets: rowCount,
  messages: rowCount,
  files: rowCount,
  notes: rowCount,
  schedules: rowCount,
})
export type PersonalCounts = z.output<typeof personalCounts>

/** The same before it is erased, with the day (YYYY-MM-DD) the last copy of the server's goes that holds it; null: copies are not the server's. */
export const personalErasure = personalCounts.extend({ copiesUntil: maybeText })
export type PersonalErasure = z.output<typeof personalErasure>
