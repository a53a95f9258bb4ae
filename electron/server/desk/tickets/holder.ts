/**
 * Who answers a conversation, when the provider routes each to one responder: this workspace, Meta's agent, or another
 * service. While somebody else does, nothing is sent automatically; a person's message takes the conversation over.
 */
import type { ExpectedTicket, ThreadHolder } from '@contract'
import { and, desc, eq, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { originOf } from '../../platform/audit/audited'
import { recordOfTicket } from '../../platform/audit/record'
import type { Reader, Tx } from '../../platform/db/client'
import { tickets } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import { ChannelError } from '../channel/channel'
import { addressOf } from '../messages/deliver'
import { type TicketView, ticketDetail } from '../presenters/tickets'
import { ticketToAct } from './expected'
import { type Actor, noteTicket } from './timeline'
import { seenOf, type TicketRow } from './visibility'

type Held = Pick<TicketRow, 'heldBy' | 'heldAt'>

/** Whether somebody else answers: then nothing is sent automatically. */
export const isHeldElsewhere = ({ heldBy }: Pick<TicketRow, 'heldBy'>): boolean => heldBy !== null

/**
 * The responder after a message, by the way it came. Pure.
 * @param by who answers according to the message, null for us; undefined when the number knows of nobody else.
 */
export function heldAfterMessage(now: Held, by: ThreadHolder | null | undefined, at: string): Held {
  const { heldBy, heldAt } = now
  // A message written before the last change, or in the same second, says nothing about the present.
  if (by === undefined || (heldAt !== null && at <= heldAt)) return { heldBy, heldAt }
  // A copy for reading does not tell who answers: the known responder stays.
  const isSame = by === null ? heldBy === null : heldBy !== null
  return isSame ? { heldBy, heldAt } : { heldBy: by, heldAt: at }
}

/** A customer's conversation with a number: the open one, else the last one. */
export async function conversationOf(
  db: Reader,
  contactId: number,
  whatsappId: number,
): Promise<TicketRow | null> {
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.contactId, contactId), eq(tickets.whatsappId, whatsappId)))
    .orderBy(desc(sql`${tickets.status} in ('open', 'pending')`), desc(tickets.id))
    .limit(1)
  return row ?? null
}

/** Changes a conversation's responder inside a write, and tells the people who see it. */
export async function hold(
  app: Workspace,
  tx: Tx,
  before: TicketRow,
  changes: Partial<TicketRow> & Held,
  by: Actor,
): Promise<TicketView | null> {
  await tx.update(tickets).set(changes).where(eq(tickets.id, before.id))
  await noteTicket(app, tx, before, { ...before, ...changes }, by)
  const view = await ticketDetail(tx, before.id)
  if (view) app.realtime.ticketChanged(seenOf(before), seenOf(before), { action: 'update', ticket: view })
  return view
}

/** A person's message has left: the provider then routes the conversation to us. */
export async function heldBySending(app: Workspace, ticket: TicketRow): Promise<void> {
  if (!isHeldElsewhere(ticket)) return
  await app.db.company(ticket.companyId).write(async tx => {
    const [now] = await tx.select().from(tickets).where(eq(tickets.id, ticket.id))
    if (now && isHeldElsewhere(now))
      await hold(app, tx, now, { heldBy: null, heldAt: new Date().toISOString() }, 'workspace')
  })
}

/**
 * A person takes a conversation over, or gives it back to Meta's agent.
 * @param to null: this workspace.
 * @param expected what the person saw.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_CHANGED; ChannelError ERR_WAPP_NOT_INITIALIZED,
 *   ERR_WAPP_UNSUPPORTED when its number is not routed, ERR_WAPP_HANDOVER when the provider does not allow it.
 */
export async function setHolder(
  app: Workspace,
  me: Me,
  id: number,
  to: 'metaAgent' | null,
  { origin, expected }: { origin: ReturnType<typeof originOf>; expected?: ExpectedTicket | undefined },
): Promise<TicketView> {
  const asked = await app.db.company(me.companyId).write(tx => ticketToAct(tx, me, id, expected))
  const at = await addressOf(app, asked)
  if (!app.channel.controlThread) throw new ChannelError('ERR_WAPP_UNSUPPORTED')
  await app.channel.controlThread(at, to === null ? 'take' : 'release')
  const { before, view } = await app.db.company(me.companyId).write(async tx => {
    const before = await ticketToAct(tx, me, id, undefined)
    const isDone = before.heldBy === to && before.heldAt !== null
    const view = isDone
      ? await ticketDetail(tx, id)
      : await hold(app, tx, before, { heldBy: to, heldAt: new Date().toISOString() }, me)
    return { before, view }
  })
  if (!view) throw new ApiError('ERR_NO_TICKET_FOUND')
  const change = { field: 'heldBy', from: before.heldBy ?? 'us', to: to ?? 'us' }
  await recordOfTicket(app, me, before, change, origin)
  return view
}
