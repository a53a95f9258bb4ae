/** The window in which a customer may be answered freely, as the database knows it (channel/window.ts). */
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/client'
import { greater } from '../../platform/db/engine/words'
import { prepared } from '../../platform/db/prepared'
import { replyWindows, whatsapps } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { ChannelError } from '../channel/channel'
import { WINDOW_MS, windowClosesAt } from '../channel/window'
import { ticketView } from '../presenters/tickets'
import { seenOf, type TicketRow } from './visibility'

const windowRows = prepared(db =>
  db
    .select({
      provider: whatsapps.provider,
      directSend: whatsapps.directSend,
      wroteAt: replyWindows.wroteAt,
    })
    .from(whatsapps)
    .leftJoin(
      replyWindows,
      and(
        eq(replyWindows.whatsappId, whatsapps.id),
        eq(replyWindows.contactId, sql.placeholder('contactId')),
      ),
    )
    .where(eq(whatsapps.id, sql.placeholder('whatsappId')))
    .prepare(),
)

/** Customers wrote to numbers that know the window. A message that comes late takes nothing back. */
export async function openWindows(
  tx: Pick<Tx, 'insert'>,
  companyId: number,
  written: readonly { whatsappId: number; contactId: number; wroteAt: string }[],
): Promise<void> {
  // Two names of one person in a batch are one row: PostgreSQL refuses to change a row twice in one statement.
  const latest = new Map<string, (typeof written)[number]>()
  for (const one of written) {
    const key = `${one.whatsappId} ${one.contactId}`
    const other = latest.get(key)
    if (!other || other.wroteAt < one.wroteAt) latest.set(key, one)
  }
  if (latest.size === 0) return
  await tx
    .insert(replyWindows)
    .values([...latest.values()].map(one => ({ ...one, companyId })))
    .onConflictDoUpdate({
      target: [replyWindows.whatsappId, replyWindows.contactId],
      set: { wroteAt: greater(replyWindows.wroteAt, sql`excluded.wrote_at`) },
    })
}

/**
 * Refuses words of one's own where only a template may be sent.
 * @param utility what only utility is in: it may leave where the connection is let send that.
 * @throws ChannelError ERR_WAPP_WINDOW_CLOSED
 */
export async function refuseOutsideWindow(
  db: Db,
  ticket: Pick<TicketRow, 'whatsappId' | 'contactId' | 'isGroup' | 'createdAt'>,
  utility = false,
): Promise<void> {
  const { whatsappId, contactId } = ticket
  const [row] = whatsappId === null ? [] : await windowRows(db).all({ whatsappId, contactId })
  const closesAt = windowClosesAt(row?.provider, ticket, row?.wroteAt ?? null)
  if (utility && row?.directSend) return
  if (closesAt !== null && Date.parse(closesAt) <= Date.now())
    throw new ChannelError('ERR_WAPP_WINDOW_CLOSED')
}

/**
 * Marks a reply window as closed after the number refused a message inside it, and notifies the consoles. A message the
 * customer wrote after the refused one has opened the window again.
 * @param message the one that was refused in this write.
 */
export async function markWindowClosed(
  app: Workspace,
  tx: Tx,
  ticket: TicketRow,
  message: { createdAt: string; failure: string | null },
): Promise<void> {
  const { whatsappId, contactId } = ticket
  if (message.failure !== 'ERR_WAPP_WINDOW_CLOSED' || whatsappId === null) return
  const over = new Date(Date.now() - WINDOW_MS).toISOString()
  const closed = await tx
    .update(replyWindows)
    .set({ wroteAt: over })
    .where(
      and(
        eq(replyWindows.whatsappId, whatsappId),
        eq(replyWindows.contactId, contactId),
        gt(replyWindows.wroteAt, over),
        lt(replyWindows.wroteAt, message.createdAt),
      ),
    )
    .returning({ contactId: replyWindows.contactId })
  const view = closed.length > 0 ? await ticketView(tx, ticket.id) : null
  if (view) app.realtime.ticketChanged(seenOf(ticket), seenOf(ticket), { action: 'update', ticket: view })
}
