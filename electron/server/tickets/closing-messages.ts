/**
 * Closing messages to customers. They wait until the resolve can no longer be undone. The rows of resolves that can be undone
 * are the timers, so that a restart forgets none.
 */
import { RESOLVE_UNDO_MS } from '@contract'
import { and, asc, eq, lt } from 'drizzle-orm'
import { resolveUndos, tickets } from '../db/schema'
import { every, type Job, NOTHING } from '../every'
import type { Workspace } from '../workspace'
import { speak } from './automatic'
import { activeTicketOf } from './other-open'

const TICK_MS = 1_000
/** Most tickets of one turn; the rest follow in the next. */
const MOST_A_TURN = 200

/**
 * Removes the undo of resolves whose time is over and sends their closing messages, unless the conversation was reopened.
 * @returns one promise for each ticket, which resolves when its message was sent: a number that hangs delays no other.
 */
export async function sendClosingMessages(app: Workspace, at: Date = new Date()): Promise<Promise<void>[]> {
  const ends: Promise<void>[] = []
  const over = new Date(at.getTime() - RESOLVE_UNDO_MS).toISOString()
  const rows = await app.db
    .select()
    .from(resolveUndos)
    .where(and(lt(resolveUndos.at, over), app.work.ownedCompanies(resolveUndos.companyId)))
    .orderBy(asc(resolveUndos.at))
    .limit(MOST_A_TURN)
  for (const { ticketId, companyId, at: resolvedAt } of rows) {
    if (!app.work.owns(companyId)) continue
    const ticket = await app.db.company(companyId).write(async tx => {
      // Of two processes that found it the second finds none.
      const [kept] = await tx
        .delete(resolveUndos)
        .where(and(eq(resolveUndos.ticketId, ticketId), eq(resolveUndos.at, resolvedAt)))
        .returning()
      if (!kept?.saysAfter) return null
      const [now] = await tx.select().from(tickets).where(eq(tickets.id, ticketId))
      if (now?.status !== 'closed' || now.closedAt !== resolvedAt) return null
      return (await activeTicketOf(tx, now.contactId, now.whatsappId, now.id)) ? null : now
    })
    ends.push(
      ticket
        ? app.memory.answers.run(ticket.whatsappId ?? 0, ticket.id, () =>
            speak(app, 'resolve', ticket, ticket, false),
          )
        : Promise.resolve(),
    )
  }
  return ends
}

/** Sends closing messages when they are due, until stopped. */
export const startClosingMessages = (app: Workspace): Job =>
  every(app, 'ticket.closing-message', TICK_MS, async () =>
    (await sendClosingMessages(app)).length === 0 ? NOTHING : null,
  )
