/** Which of the windows beside the console this is, from the page's address. Pure. */
import { z } from 'zod'

const view = z.discriminatedUnion('view', [
  z.object({ view: z.literal('wall'), page: z.literal('floor').optional() }),
  z.object({ view: z.literal('spy'), ticket: z.coerce.number().int().positive() }),
  /** `ticket` is the id its link carries. */
  z.object({ view: z.literal('popout'), ticket: z.string().min(1).max(64) }),
])
export type View = z.output<typeof view>

/**
 * @param search query of the page's address.
 * @returns null for an address no window of ours is opened with.
 */
export function viewOf(search: string): View | null {
  const parsed = view.safeParse(Object.fromEntries(new URLSearchParams(search)))
  return parsed.success ? parsed.data : null
}
