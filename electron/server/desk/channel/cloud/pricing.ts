/** The price in a message's status. Pure. */
import { z } from 'zod'
import { words } from './content'

const word = words.pipe(z.string().max(60)).catch('')

/** `pricing` of a status, as it is delivered. */
export const pricing = z.object({
  billable: z.boolean(),
  type: word,
  category: words.pipe(z.string().min(1).max(60)),
})

/** The same as an event carries it. */
export const price = z.object({
  billable: z.boolean(),
  /** regular, free_customer_service, free_entry_point or whatever is new. */
  type: z.string(),
  /** service, utility, marketing, authentication or whatever is new. */
  category: z.string(),
})
export type Price = z.output<typeof price>

export const priceOf = (told: z.output<typeof pricing> | undefined): Price | null =>
  told ? { billable: told.billable, type: told.type, category: told.category } : null
