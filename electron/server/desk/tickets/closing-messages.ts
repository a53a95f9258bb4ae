/**
 * Closing messages to customers. They wait until the resolve can no longer be undone. The rows of resolves that can be undone
 * are the timers, so that a restart forgets none.
 */
import { RESOLVE_UNDO_MS } from '@contract'
import { and, asc, eq, gt, lt, or } from 'drizzle-orm'
import { eachRow } from '../../platform/db/each-row'
import { resolveUndos, tickets } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import type { DueCompanies } from '../happenings/consumer'
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

const isOver = (at: Date) =>
  or(
    lt(resolveUndos.at, new Date(at.getTime() - RESOLVE_UNDO_MS).toISOString()),
    // A time this far ahead was written before the clock was set back: it is not waited for.
    gt(resolveUndos.at, new Date(at.getTime() + RESOLVE_UNDO_MS).toISOString()),
  )

/** Companies with resolves that can no longer be undone. */
export const companiesToSay: DueCompanies = ({ db }, of) =>
  db
    .selectDistinct({ companyId: resolveUndos.companyId })
    .from(resolveUndos)
    .where(and(isOver(new Date()), of(resolveUndos.companyId)))

/**
 * Ends the undo time of a company's resolves and says their closing messages, unless the conversation went on.
 * @returns a promise for each handover: a number that hangs holds up no other.
 */
export async function sendClosingMessages(
  app: Workspace,
  companyId: number,
  at: Date = new Date(),
): Promise<Promise<void>[]> {
  const ends: Promise<void>[] = []
  const rows = await app.db
    .select()
    .from(resolveUndos)
    .where(and(eq(resolveUndos.companyId, companyId), isOver(at)))
    .orderBy(asc(resolveUndos.at))
    .limit(MOST_A_TURN)
  // Where it fails nothing was deleted: it is retried.
  await eachRow(
    app.log,
    'last words not said',
    rows.map(row => ({ ...row, id: row.ticketId })),
    async row => void ends.push((await sayOf(app, row)).said),
  )
  return ends
}
