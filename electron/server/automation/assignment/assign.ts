/**
 * Hands out waiting tickets. Planning and writing happen in one write of the company, with no other write beside it.
 */
import { eq, inArray } from 'drizzle-orm'
import type { MessageRow } from '../../desk/presenters/messages'
import { sendWords, storeWords } from '../../desk/tickets/automatic'
import { track } from '../../desk/tickets/trackings'
import { decide } from '../../desk/tickets/transition'
import { announce } from '../../desk/tickets/update'
import type { TicketRow } from '../../desk/tickets/visibility'
import type { Tx } from '../../platform/db/client'
import { assignmentTurns, givenAway, tickets, users } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { type Plan, planFor } from './plan'

interface Move {
  after: TicketRow
  /** What the customer is told. */
  words: MessageRow | null
}

async function move(
  app: Workspace,
  tx: Tx,
  before: TicketRow,
  userId: number | null,
  at: string,
): Promise<Move> {
  const kind = userId === null ? 'return' : before.status === 'open' ? 'transfer' : 'accept'
  const patch = userId === null ? { status: 'pending' as const, userId } : { status: 'open' as const, userId }
  const decision = decide(before, patch, kind === 'transfer' ? 0 : (userId ?? 0), at)
  if (!decision.ok || decision.kind !== kind) throw new Error(`ticket ${before.id} cannot be handed on`)
  // The new owner has not read the ticket.
  const changes = { ...decision.changes, unreadMessages: before.unreadMessages, updatedAt: at }
  await tx.update(tickets).set(changes).where(eq(tickets.id, before.id))
  await tx.delete(givenAway).where(eq(givenAway.ticketId, before.id))
  const after: TicketRow = { ...before, ...changes }
  await track(tx, kind, after, at)
  await announce(app, tx, before, after, 'assignment')
  return { after, words: await storeWords(app, tx, kind, before, after) }
}

async function carryOut(app: Workspace, tx: Tx, companyId: number, plan: Plan, at: string): Promise<Move[]> {
  const moves: Move[] = []
  for (const ticket of plan.returned) moves.push(await move(app, tx, ticket, null, at))
  if (plan.handedOn.length > 0)
    await tx.update(users).set({ handedOnAt: at }).where(inArray(users.id, plan.handedOn))
  for (const { id, userId } of plan.leaving) {
    if (userId === null) continue
    await tx
      .insert(givenAway)
      .values({ ticketId: id, companyId, userId })
      .onConflictDoUpdate({ target: givenAway.ticketId, set: { userId } })
  }
  for (const { ticket, userId, turn } of plan.given) {
    moves.push(await move(app, tx, ticket, userId, at))
    await tx
      .insert(assignmentTurns)
      .values({ companyId, queueId: ticket.queueId ?? 0, userId, turn })
      .onConflictDoUpdate({
        target: [assignmentTurns.queueId, assignmentTurns.userId],
        set: { turn },
      })
  }
  return moves
}

/**
 * Hands out what can be handed out now, and moves on what absent people hold.
 * @param at the present instant.
 * @returns how many tickets moved.
 */
export async function assignNow(app: Workspace, companyId: number, at: Date = new Date()): Promise<number> {
  let moved = 0
  // Read first: a write on every change of a ticket would hold up the others of the company.
  while ((await planFor(app.db, companyId, at)) !== null) {
    const moves = await app.db.company(companyId).write(async tx => {
      const plan = await planFor(tx, companyId, at)
      return plan ? carryOut(app, tx, companyId, plan, at.toISOString()) : []
    })
    moved += moves.length
    for (const { after, words } of moves) void sendWords(app, after, words)
  }
  return moved
}
