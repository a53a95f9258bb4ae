/** The window for answering a customer freely, in the database (channel/window.ts). */
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/client'
import { greater } from '../../platform/db/engine/words'
import { jsonRowOf } from '../../platform/db/json-rows'
import { givenOf, prepared } from '../../platform/db/prepared'
import { contacts, replyWindows, whatsapps } from '../../platform/db/schema'
import type { Seen } from '../../platform/realtime/realtime'
import type { Workspace } from '../../workspace'
import { ChannelError } from '../channel/channel'
import { WINDOW_MS, windowClosesAt } from '../channel/window'
import { ticketView } from '../presenters/tickets'
import type { TicketRow } from './visibility'

const LINE = {
  number: { provider: whatsapps.provider, directSend: whatsapps.directSend },
  contact: { id: contacts.id, number: contacts.number, isGroup: contacts.isGroup },
  window: { wroteAt: replyWindows.wroteAt },
}
const lineRows = prepared(db =>
  db
    .select(LINE)
    .from(whatsapps)
    .innerJoin(contacts, eq(contacts.id, sql.placeholder('contactId')))
    .leftJoin(
      replyWindows,
      and(eq(replyWindows.whatsappId, whatsapps.id), eq(replyWindows.contactId, contacts.id)),
    )
    .where(eq(whatsapps.id, sql.placeholder('whatsappId')))
    .prepare(),
)
/** A number and a customer, and when they last wrote to it. */
export type Line = Awaited<ReturnType<ReturnType<typeof lineRows>['all']>>[number]

/** The line of a ticket as part of another prepared statement, which is given `contactId` and `whatsappId`: one, or none. */
export const linesGiven = () =>
  jsonRowOf(
    LINE,
    ['window'],
    sql`from ${whatsapps} join ${contacts} on ${contacts.id} = ${sql.placeholder('contactId')}
      left join ${replyWindows} on ${replyWindows.whatsappId} = ${whatsapps.id} and ${replyWindows.contactId} = ${contacts.id}
      where ${whatsapps.id} = ${sql.placeholder('whatsappId')}`,
  )

/** The line of a ticket; null where it has no number any more. */
export async function lineOf(
  db: Reader,
  { whatsappId, contactId }: Pick<TicketRow, 'whatsappId' | 'contactId'>,
): Promise<Line | null> {
  const [line] = whatsappId === null ? [] : await lineRows(db).all({ whatsappId, contactId })
  return line ?? null
}

const opening = prepared(db =>
  db
    .insert(replyWindows)
    .values(givenOf(replyWindows, ['companyId', 'whatsappId', 'contactId', 'wroteAt']))
    .onConflictDoUpdate({
      target: [replyWindows.whatsappId, replyWindows.contactId],
      set: { wroteAt: greater(replyWindows.wroteAt, sql`excluded.wrote_at`) },
    })
    .prepare(),
)

/** Customers wrote to numbers with a window. A late message never shortens it. */
export async function openWindows(
  tx: Pick<Tx, 'insert'>,
  companyId: number,
  written: readonly { whatsappId: number; contactId: number; wroteAt: string }[],
): Promise<void> {
  // Two names of one person are one row.
  const latest = new Map<string, (typeof written)[number]>()
  for (const one of written) {
    const key = `${one.whatsappId} ${one.contactId}`
    const other = latest.get(key)
    if (!other || other.wroteAt < one.wroteAt) latest.set(key, one)
  }
  await Promise.all([...latest.values()].map(one => opening(tx).run({ ...one, companyId })))
}

/**
 * Refuses words of one's own where only a template may be sent.
 * @param line of the ticket. @param utility what only utility is in: it may leave where the connection is let send that.
 * @throws ChannelError ERR_WAPP_WINDOW_CLOSED
 */
export function refuseOutsideWindow(
  line: Pick<Line, 'number' | 'window'> | null,
  ticket: Pick<TicketRow, 'isGroup' | 'createdAt'>,
  utility = false,
): void {
  const closesAt = windowClosesAt(line?.number.provider, ticket, line?.window?.wroteAt ?? null)
  if (utility && line?.number.directSend) return
  if (closesAt !== null && Date.parse(closesAt) <= Date.now())
    throw new ChannelError('ERR_WAPP_WINDOW_CLOSED')
}

/**
 * Marks a window as closed after the number refused a message inside it, and tells the consoles. A customer's message
 * after the refused one has opened it again.
 * @param message the one refused in this write.
 */
export async function markWindowClosed(
  app: Workspace,
  tx: Tx,
  ticket: Seen & Pick<TicketRow, 'whatsappId' | 'contactId'>,
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
  if (view) app.realtime.ticketChanged(ticket, ticket, { action: 'update', ticket: view })
}
