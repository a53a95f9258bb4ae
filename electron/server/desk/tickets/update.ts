/** PUT /tickets/:id: the transition, its events and the customer's message in one transaction. */
import { type ExpectedTicket, holds } from '@contract'
import { eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Tx } from '../../platform/db/client'
import { integrationOf, queueOf, userOf, whatsappOf } from '../../platform/db/company-rows'
import { writeLast } from '../../platform/db/engine/inside'
import { givenAway, tickets } from '../../platform/db/schema'
import { groupRulesOf } from '../../settings'
import { type Me, NOBODY, type Workspace } from '../../workspace'
import { hasUnread, markRead } from '../messages/rows'
import type { MessageRow } from '../presenters/messages'
import { type TicketView, ticketDetail } from '../presenters/tickets'
import { sendWords, storeWords } from './automatic'
import { keepForUndo } from './before-resolve'
import { ticketToAct } from './expected'
import { activeTicketOf, otherOpenError } from './other-open'
import { type Actor, noteTicket } from './timeline'
import { track } from './trackings'
import { decide, type TicketPatch } from './transition'
import { seenOf, type TicketRow } from './visibility'

/** A transition that is stored; the words are handed over once it is (`sendWords`). */
export interface TicketOutcome {
  after: TicketRow
  /** What the customer is told. */
  words: MessageRow | null
  view: TicketView
}

async function refuseMissing(tx: Tx, me: Me, row: TicketRow, patch: TicketPatch): Promise<void> {
  if (patch.userId != null) await userOf(tx, me.companyId, patch.userId)
  if (patch.queueId != null) await queueOf(tx, me.companyId, patch.queueId)
  if (patch.whatsappId != null) await whatsappOf(tx, me.companyId, patch.whatsappId)
  if (patch.integrationId != null) await integrationOf(tx, me.companyId, patch.integrationId)
  const movesGroup =
    row.isGroup && (patch.queueId != null || (patch.userId != null && patch.userId !== me.id))
  if (
    movesGroup &&
    !holds(me, 'ticket-options:transferGroup') &&
    (await groupRulesOf(tx, me.companyId)).mode
  ) {
    throw new ApiError('ERR_NO_PERMISSION')
  }
}

/** A ticket that becomes active, or moves to another connection, must not meet another active one of its contact. */
export async function refuseSecondActive(tx: Tx, me: Me, before: TicketRow, after: TicketRow): Promise<void> {
  const wakes = before.status === 'closed' && after.status !== 'closed'
  const moves = after.status !== 'closed' && before.whatsappId !== after.whatsappId
  if (!wakes && !moves) return
  const other = await activeTicketOf(tx, after.contactId, after.whatsappId, after.id)
  if (other) throw await otherOpenError(tx, me, other)
}

async function taken(tx: Tx, me: Me, holderId: number): Promise<ApiError> {
  const holder = await userOf(tx, me.companyId, holderId)
  return new ApiError('ERR_TICKET_TAKEN', { user: { id: holder.id, name: holder.name } })
}

async function detail(tx: Tx, id: number): Promise<TicketView> {
  const view = await ticketDetail(tx, id)
  if (!view) throw new ApiError('ERR_NO_TICKET_FOUND')
  return view
}

/** Whether the closing message waits until the resolve can no longer be undone. */
const saysAfterUndo = (me: Me, { justClose, sayAfterUndo }: TicketPatch): boolean =>
  me.id !== NOBODY && sayAfterUndo === true && justClose !== true

/** Notes who gave a ticket away by hand, so that it is not assigned back to them; clears it when somebody has it. */
function noteGivenAway(tx: Tx, before: TicketRow, after: TicketRow): void {
  const row = { ticketId: after.id, companyId: after.companyId, userId: before.userId ?? 0 }
  const waits = after.status === 'pending' && before.userId !== null
  writeLast(
    waits
      ? tx
          .insert(givenAway)
          .values(row)
          .onConflictDoUpdate({ target: givenAway.ticketId, set: { userId: row.userId } })
      : tx.delete(givenAway).where(eq(givenAway.ticketId, after.id)),
  )
}

/** `updateTicket` inside a write. @throws ApiError as it does. */
export async function changeTicket(
  app: Workspace,
  tx: Tx,
  me: Me,
  id: number,
  patch: TicketPatch,
  expected?: ExpectedTicket,
): Promise<TicketOutcome> {
  const before = await ticketToAct(tx, me, id, expected)
  await refuseMissing(tx, me, before, patch)
  const at = new Date().toISOString()
  const decision = decide(before, patch, me.id, at)
  if (!decision.ok) throw await taken(tx, me, decision.holderId)
  const { kind, changes } = decision
  if (kind === 'touch') return { after: before, words: null, view: await detail(tx, id) }

  const after: TicketRow = { ...before, ...changes, updatedAt: at }
  await refuseSecondActive(tx, me, before, after)
  const [now] = await tx
    .update(tickets)
    .set({ ...changes, updatedAt: at })
    .where(eq(tickets.id, id))
    .returning({ hasUnread })
  // Closing marks nothing read: a reopened ticket has the same unread messages.
  if (changes.unreadMessages === 0 && after.closedUnread === 0 && now?.hasUnread !== 0) await markRead(tx, id)
  if (kind === 'resolve' && me.id !== NOBODY)
    await keepForUndo(tx, me, before, changes, at, saysAfterUndo(me, patch))
  await track(tx, kind, after, at, me.id !== NOBODY)
  noteGivenAway(tx, before, after)
  const view = await announce(app, tx, before, after, me)
  // The customer learns of a resolve once it can no longer be undone.
  const isSilent = kind === 'resolve' && (patch.justClose === true || saysAfterUndo(me, patch))
  const words = isSilent ? null : await storeWords(app, tx, kind, before, after)
  return { after, words, view: words ? await detail(tx, id) : view }
}

/**
 * Tells everybody concerned about a transition, in its write, and stores it in the ticket's timeline.
 * @param by the actor: a person who loses the ticket to somebody is told the name.
 */
export async function announce(
  app: Workspace,
  tx: Tx,
  before: TicketRow,
  after: TicketRow,
  by: Actor,
): Promise<TicketView> {
  await noteTicket(app, tx, before, after, by)
  const view = await detail(tx, after.id)
  app.realtime.ticketChanged(seenOf(before), seenOf(after), {
    action: 'update',
    ticket: view,
    ...(typeof by !== 'string' && by.id !== NOBODY ? { by: { id: by.id, name: by.name } } : {}),
  })
  if (before.unreadMessages > 0 && after.unreadMessages === 0) {
    app.realtime.toViewers(seenOf(after), 'ticket', { action: 'updateUnread', ticketId: after.id })
  }
  return view
}

/**
 * Accepts, returns, resolves, reopens or transfers a ticket.
 * @param expected what the person saw; omitted by rules and macros of the server.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_CHANGED (409, with what it is), ERR_TICKET_TAKEN
 *   (409, with the holder), ERR_OTHER_OPEN_TICKET, ERR_NO_USER_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND,
 *   ERR_NO_INTEGRATION_FOUND; then nothing is changed.
 */
export async function updateTicket(
  app: Workspace,
  me: Me,
  id: number,
  patch: TicketPatch,
  expected?: ExpectedTicket,
): Promise<TicketView> {
  const { after, words, view } = await app.db
    .company(me.companyId)
    .write(tx => changeTicket(app, tx, me, id, patch, expected))
  await sendWords(app, after, words)
  return view
}
