/**
 * What the customer is told at the end of a conversation, while the resolve may be taken back: it waits until that is over.
 * The rows of what may be taken back are the timers: a restart forgets none that still waits.
 */
import { RESOLVE_UNDO_MS } from '@contract'
import { and, asc, eq, lt } from 'drizzle-orm'
import { every, type Job, NOTHING } from '../../every'
import { resolveUndos, tickets } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { speak } from './automatic'
import { activeTicketOf } from './other-open'

const TICK_MS = 1_000
/** Most tickets of one turn; the rest follow in the next. */
const MOST_A_TURN = 200

/**
 * Ends what can no longer be taken back, and says what waited for it, unless the conversation went on meanwhile.
 * @returns an end for each, once it is said: a number that hangs holds up no other.
 */
export async function sayLastWords(app: Workspace, at: Date = new Date()): Promise<Promise<void>[]> {
  const ends: Promise<void>[] = []
  const over = new Date(at.getTime() - RESOLVE_UNDO_MS).toISOString()
  const rows = await app.db
    .select()
    .from(resolveUndos)
    .where(and(lt(resolveUndos.at, over), app.work.mine(resolveUndos.companyId)))
    .orderBy(asc(resolveUndos.at))
    .limit(MOST_A_TURN)
  for (const { ticketId, companyId, at: resolvedAt } of rows) {
    if (!app.work.here(companyId)) continue
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

/** Says last words at their time until stopped. */
export const startLastWords = (app: Workspace): Job =>
  every(app, 'ticket.lastWords', TICK_MS, async () =>
    (await sayLastWords(app)).length === 0 ? NOTHING : null,
  )
