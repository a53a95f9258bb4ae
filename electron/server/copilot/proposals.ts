/** What the copilot proposes for a conversation: shown to who sees it, confirmed or dropped by a person, and counted. */
import { type CopilotSettings, PROPOSAL_KINDS, type TicketProposal } from '@contract'
import { and, asc, count, eq, ne, type SQL } from 'drizzle-orm'
import type { Reader, Tx } from '../db/client'
import { queues, tags, ticketProposals, tickets, ticketTags } from '../db/schema'
import { ApiError } from '../errors'
import { updateTicket } from '../tickets/update'
import { seenOf, type TicketRow, ticketFor } from '../tickets/visibility'
import { ticketDetail } from '../views/tickets'
import type { Me, Workspace } from '../workspace'

/** Those that nobody has decided about, and that are not so already. */
export async function openProposals(db: Reader, which: SQL | undefined): Promise<TicketProposal[]> {
  const rows = await db
    .select({
      id: ticketProposals.id,
      ticketId: ticketProposals.ticketId,
      kind: ticketProposals.kind,
      tag: { id: tags.id, name: tags.name, color: tags.color },
      queue: { id: queues.id, name: queues.name, color: queues.color },
    })
    .from(ticketProposals)
    .leftJoin(tags, eq(tags.id, ticketProposals.tagId))
    .leftJoin(queues, eq(queues.id, ticketProposals.queueId))
    .where(and(which, eq(ticketProposals.outcome, 'open')))
    .orderBy(asc(ticketProposals.id))
  return rows.flatMap(({ id, ticketId, kind, tag, queue }) => {
    const target = kind === 'tag' ? tag : queue
    return target
      ? [{ id, ticketId, kind, targetId: target.id, name: target.name, color: target.color ?? '' }]
      : []
  })
}

/** Tells who may see a ticket what is proposed for it. */
export async function announceProposals(app: Workspace, tx: Tx, ticket: TicketRow): Promise<void> {
  const proposals = await openProposals(tx, eq(ticketProposals.ticketId, ticket.id))
  app.realtime.toViewers(seenOf(ticket), 'ticketProposals', {
    action: 'update',
    ticketId: ticket.id,
    proposals,
  })
}

/**
 * Does what is proposed, or drops it.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION; nothing is said of one that somebody has decided about.
 */
export async function decideProposal(
  app: Workspace,
  me: Me,
  id: number,
  outcome: 'confirmed' | 'dropped',
): Promise<void> {
  const { companyId } = me
  const own = and(eq(ticketProposals.id, id), eq(ticketProposals.companyId, companyId))
  const [row] = await app.db.select().from(ticketProposals).where(own)
  if (!row) throw new ApiError('ERR_NO_TICKET_FOUND')
  const isMine = await app.db.company(companyId).write(async tx => {
    const ticket = await ticketFor(tx, me, row.ticketId)
    const decided = await tx
      .update(ticketProposals)
      .set({ outcome, updatedAt: new Date().toISOString() })
      .where(and(own, eq(ticketProposals.outcome, 'open')))
      .returning({ id: ticketProposals.id })
    if (decided.length === 0) return false
    if (outcome === 'confirmed' && row.tagId !== null) {
      await tx
        .insert(ticketTags)
        .values({ companyId, ticketId: ticket.id, tagId: row.tagId })
        .onConflictDoNothing()
      const view = await ticketDetail(tx, ticket.id)
      if (view) app.realtime.ticketChanged(seenOf(ticket), seenOf(ticket), { action: 'update', ticket: view })
    }
    await announceProposals(app, tx, ticket)
    return true
  })
  // As the transfer dialog does it: the ticket waits there.
  if (isMine && outcome === 'confirmed' && row.queueId !== null)
    await updateTicket(app, me, row.ticketId, { status: 'pending', userId: null, queueId: row.queueId })
}

/**
 * Decides about what nobody has decided about until its ticket was closed: by what people did instead.
 * @param which proposals.
 */
export async function settleProposals(app: Workspace, which: SQL | undefined): Promise<void> {
  const rows = await app.db
    .select({ proposal: ticketProposals, queueId: tickets.queueId })
    .from(ticketProposals)
    .innerJoin(tickets, eq(tickets.id, ticketProposals.ticketId))
    .where(and(which, eq(ticketProposals.outcome, 'open'), eq(tickets.status, 'closed')))
    .limit(200)
  for (const { proposal, queueId } of rows) {
    const { id, companyId, ticketId, tagId } = proposal
    const carried = and(eq(ticketTags.ticketId, ticketId), eq(ticketTags.tagId, tagId ?? 0))
    const isSo =
      tagId === null ? queueId === proposal.queueId : (await app.db.$count(ticketTags, carried)) > 0
    const moved = tagId === null && queueId !== proposal.fromQueueId
    await app.db
      .company(companyId)
      .update(ticketProposals)
      .set({
        outcome: isSo ? 'confirmed' : moved ? 'changed' : 'dropped',
        updatedAt: new Date().toISOString(),
      })
      .where(and(eq(ticketProposals.id, id), eq(ticketProposals.outcome, 'open')))
  }
}

/** How often proposals were right, by kind. */
export async function proposalFigures(db: Reader, companyId: number): Promise<CopilotSettings['proposals']> {
  const rows = await db
    .select({ kind: ticketProposals.kind, outcome: ticketProposals.outcome, count: count() })
    .from(ticketProposals)
    .where(and(eq(ticketProposals.companyId, companyId), ne(ticketProposals.outcome, 'open')))
    .groupBy(ticketProposals.kind, ticketProposals.outcome)
  const figure = (kind: string, outcome: string): number =>
    rows.find(row => row.kind === kind && row.outcome === outcome)?.count ?? 0
  return PROPOSAL_KINDS.map(kind => ({
    kind,
    confirmed: figure(kind, 'confirmed'),
    changed: figure(kind, 'changed'),
    dropped: figure(kind, 'dropped'),
  }))
}
