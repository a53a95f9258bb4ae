/**
 * Closing messages to customers. They wait until the resolve can no longer be undone. The rows of resolves that can be undone
 * are the timers, so that a restart forgets none.
 */
import { RESOLVE_UNDO_MS } from '@contract'
import { and, asc, eq, gt, lt, or } from 'drizzle-orm'
import { reasonOf } from '../../log'
import { isDatabaseLost } from '../../platform/db/engine/lost'
import { resolveUndos, tickets } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { sendWords, storeWords } from './automatic'
import { activeTicketOf } from './other-open'

/** Most tickets of one round; the rest follow. */
const MOST_A_TURN = 200

/**
 * Deletes the row of one resolve and stores its closing message in one write, so that it is said once.
 * @returns resolves when it is handed over.
 */
async function sayOf(
  app: Workspace,
  { ticketId, companyId, at }: typeof resolveUndos.$inferSelect,
): Promise<{ said: Promise<void> }> {
  const [ticket, words] = await app.db.company(companyId).write(async tx => {
    // Of two processes that found it, the second finds none.
    const [kept] = await tx
      .delete(resolveUndos)
      .where(and(eq(resolveUndos.ticketId, ticketId), eq(resolveUndos.at, at)))
      .returning()
    const [now] = await tx.select().from(tickets).where(eq(tickets.id, ticketId))
    const isOver = now?.status === 'closed' && now.closedAt === at && now.mergedInto === null
    if (!kept?.saysAfter || !isOver) return [null, null]
    if (await activeTicketOf(tx, now.contactId, now.whatsappId, now.id)) return [null, null]
    return [now, await storeWords(app, tx, 'resolve', now, now)]
  })
  return { said: ticket ? sendWords(app, ticket, words) : Promise.resolve() }
}

/**
 * Ends the undo time of resolves and says their closing messages, unless the conversation went on.
 * @returns a promise for each handover: a number that hangs holds up no other.
 */
export async function sendClosingMessages(app: Workspace, at: Date = new Date()): Promise<Promise<void>[]> {
  const ends: Promise<void>[] = []
  const over = new Date(at.getTime() - RESOLVE_UNDO_MS).toISOString()
  // A time this far ahead was written before the clock was set back: it is not waited for.
  const ahead = new Date(at.getTime() + RESOLVE_UNDO_MS).toISOString()
  const rows = await app.db
    .select()
    .from(resolveUndos)
    .where(
      and(
        or(lt(resolveUndos.at, over), gt(resolveUndos.at, ahead)),
        app.work.ownedCompanies(resolveUndos.companyId),
      ),
    )
    .orderBy(asc(resolveUndos.at))
    .limit(MOST_A_TURN)
  for (const row of rows) {
    if (!app.work.owns(row.companyId)) continue
    try {
      ends.push((await sayOf(app, row)).said)
    } catch (error) {
      // Nothing was deleted: it is retried, and holds up no other.
      if (error instanceof Error && isDatabaseLost(error)) throw error
      app.log.warn('last words not said', { ticketId: row.ticketId, reason: reasonOf(error) })
    }
  }
  return ends
}
