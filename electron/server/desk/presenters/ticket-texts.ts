/** Tickets as JSON text: what several people look at is read and serialised once until it changes. */
import type { Reader } from '../../platform/db/client'
import { untilChanged } from '../../platform/db/until-changed'
import { ticketViews } from './tickets'

/** Cached tickets, a kilobyte each. */
const MOST = 4_000

const kept = untilChanged<number, Buffer>(MOST, ({ tickets, allTickets }) => (allTickets ? 'all' : tickets))

/** Tickets by id as JSON (UTF-8), without unknown ones. Visibility is not checked here. */
export async function ticketTexts(db: Reader, ids: readonly number[]): Promise<Map<number, Buffer>> {
  const known = kept(db)
  const texts = new Map<number, Buffer>()
  const missing: number[] = []
  for (const id of ids) {
    const text = known.get(id)
    if (text) texts.set(id, text)
    else missing.push(id)
  }
  for (const view of await ticketViews(db, missing)) {
    const id = Number(view.id)
    const text = Buffer.from(JSON.stringify(view))
    texts.set(id, text)
    known.set(id, text)
  }
  return texts
}
