/** What comes late: it stands in its place in the thread, and the list of tickets keeps the later word. */
import type { TicketRow } from './visibility'

/** A provider's clock and the server's may differ by this, in milliseconds; providers also leave out what is below a second. */
const CLOCKS_MS = 60_000

/** Whether a customer's message of `at` (ISO-8601) is older than what its ticket shows as the last. Pure. */
export function isLate(
  { lastMessageAt, fromMe }: Pick<TicketRow, 'lastMessageAt' | 'fromMe'>,
  at: string,
): boolean {
  if (lastMessageAt === null) return false
  return Date.parse(at) < Date.parse(lastMessageAt) - (fromMe ? CLOCKS_MS : 0)
}
