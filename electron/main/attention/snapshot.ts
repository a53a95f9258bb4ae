/** Asks the server what waits and what is mine, page by page. */
import { type Ticket, ticketEndpoints } from '../../../src/contract'
import { limitSignal } from '../../time-limit'
import type { AdaptedClient } from '../session/adapted-client'
import type { Self } from './self'

/** More than this is not shown one by one anywhere; counting on would only load the server. */
const MAX_PAGES = 25
/** How long a page is waited for, in milliseconds. */
const ANSWER_MS = 30_000

export interface Snapshot {
  tickets: Ticket[]
  /** Whether a ticket that is not among them is gone: pages of some servers skip rows. */
  whole: boolean
}

async function pages(client: AdaptedClient, query: Record<string, string>): Promise<Snapshot> {
  const found = new Map<number, Ticket>()
  let cursor: string | null = null
  let count = 0
  for (let page = 1; page <= MAX_PAGES; page++) {
    const params = new URLSearchParams({ ...query, pageNumber: String(page), ...(cursor ? { cursor } : {}) })
    const { path, response } = ticketEndpoints['tickets.list']
    const answer = await client.fetch(`${path}?${params}`, {
      signedIn: true,
      signal: limitSignal(ANSWER_MS),
    })
    if (!answer.ok) throw new Error(`tickets not listed: HTTP ${answer.status}`)
    const parsed = response.parse(await answer.json())
    for (const ticket of parsed.tickets) found.set(ticket.id, ticket)
    cursor = parsed.cursor ?? null
    count = parsed.count
    // Some servers report more until a page is empty; their own count shows it sooner.
    const whole = parsed.count > 0 && found.size >= parsed.count
    if (!parsed.hasMore || parsed.tickets.length === 0 || whole) break
  }
  return { tickets: [...found.values()], whole: found.size >= count }
}

const NOTHING: Snapshot = { tickets: [], whole: true }

/**
 * Everything that concerns the person.
 * @throws MainError SERVER_UNREACHABLE, ZodError, Error for an error answer; the caller asks again later.
 */
export async function askSnapshot(client: AdaptedClient, self: Self): Promise<Snapshot> {
  const queueIds = JSON.stringify([...self.queueIds])
  const [waiting, open] = await Promise.all([
    self.queueIds.size > 0 || self.unqueued ? pages(client, { status: 'pending', queueIds }) : NOTHING,
    // Older servers answer nothing without queues; this one then also lists my tickets in foreign queues.
    pages(client, { status: 'open', ...(client.has('clientIds') ? {} : { queueIds }) }),
  ])
  return { tickets: [...waiting.tickets, ...open.tickets], whole: waiting.whole && open.whole }
}
