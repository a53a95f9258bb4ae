/**
 * The copilot's proposals for a conversation: shown to people who see it, confirmed or dropped by one of them, and
 * counted.
 */
import type { BodyOut, TicketProposal } from '@contract'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { DueCompanies } from '../../desk/happenings/consumer'
import { sendWords } from '../../desk/tickets/automatic'
import { ticketToAct } from '../../desk/tickets/expected'
import { prioritise } from '../../desk/tickets/priority'
import { changeTicket, type TicketOutcome } from '../../desk/tickets/update'
import { seenOf, type TicketRow, ticketFor } from '../../desk/tickets/visibility'
import { ApiError } from '../../errors'
import type { originOf } from '../../platform/audit/audited'
import type { Reader, Tx } from '../../platform/db/client'
import { eachRow } from '../../platform/db/each-row'
import { copilotSettings, queues, tags, ticketProposals, tickets, ticketTags } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import { stoppedKinds } from './accuracy'
import { putTag, recordApplied, undoApplied } from './auto-apply'

/** Proposals nobody has decided about and that are not already true. */
async function openProposals(db: Reader, which: SQL | undefined): Promise<TicketProposal[]> {
  const rows = await db
    .select({
      id: ticketProposals.id,
      ticketId: ticketProposals.ticketId,
      kind: ticketProposals.kind,
      priority: ticketProposals.priority,
      doneAlone: ticketProposals.doneAlone,
      sent: ticketProposals.sent,
      tag: { id: tags.id, name: tags.name, color: tags.color },
      queue: { id: queues.id, name: queues.name, color: queues.color },
    })
    .from(ticketProposals)
    .leftJoin(tags, eq(tags.id, ticketProposals.tagId))
    .leftJoin(queues, eq(queues.id, ticketProposals.queueId))
    .where(and(which, eq(ticketProposals.outcome, 'open')))
    .orderBy(asc(ticketProposals.id))
  return rows.flatMap(({ tag, queue, ...row }) => {
    const target = row.kind === 'tag' ? tag : queue
    if (!target && row.kind !== 'priority') return []
    return [{ ...row, targetId: target?.id ?? 0, name: target?.name ?? '', color: target?.color ?? '' }]
  })
}

/** Proposals for a ticket a person may see. @throws ApiError as `ticketFor`. */
export async function proposalsFor(db: Reader, me: Me, ticketId: number): Promise<TicketProposal[]> {
  const ticket = await ticketFor(db, me, ticketId)
  return openProposals(db, eq(ticketProposals.ticketId, ticket.id))
}

/** Sends the proposals for a ticket to everybody who may see it. */
export async function announceProposals(app: Workspace, tx: Tx, ticket: TicketRow): Promise<void> {
  const proposals = await openProposals(tx, eq(ticketProposals.ticketId, ticket.id))
  app.realtime.toViewers(seenOf(ticket), 'ticketProposals', {
    action: 'update',
    ticketId: ticket.id,
    proposals,
  })
}

/** Runs a decision about proposals, and tells administrators if the copilot thereby stops applying a kind by itself. */
async function judged<T>(app: Workspace, companyId: number, work: () => Promise<T>): Promise<T> {
  const [row] = await app.db.select().from(copilotSettings).where(eq(copilotSettings.companyId, companyId))
  const stopped = async () => (row ? (await stoppedKinds(app.db, row)).join() : '')
  const before = await stopped()
  const done = await work()
  if ((await stopped()) !== before)
    await app.db
      .company(companyId)
      .write(async () => app.realtime.toCompany(companyId, 'copilot', { action: 'update' }))
  return done
}

/**
 * Carries out a proposal, or drops it; dropping undoes what the copilot already applied. A proposal somebody has
 * decided about is left alone.
 * @throws ApiError as `changeTicket`; then nothing is decided.
 */
export async function decideProposal(
  app: Workspace,
  me: Me,
  id: number,
  { decision: outcome, expected }: BodyOut<'copilot.decide'>,
  origin: ReturnType<typeof originOf>,
): Promise<void> {
  const { companyId } = me
  const own = and(eq(ticketProposals.id, id), eq(ticketProposals.companyId, companyId))
  const [row] = await app.db.select().from(ticketProposals).where(own)
  if (!row) throw new ApiError('ERR_NO_TICKET_FOUND')
  const done = await judged(app, companyId, () =>
    app.db.company(companyId).write(async tx => {
      const ticket = await ticketToAct(tx, me, row.ticketId, expected)
      const decided = await tx
        .update(ticketProposals)
        .set({ outcome, sent: '', updatedAt: new Date().toISOString() })
        .where(and(own, eq(ticketProposals.outcome, 'open')))
        .returning({ id: ticketProposals.id })
      if (decided.length === 0) return null
      let moved: TicketOutcome | null = null
      if (row.doneAlone) {
        if (outcome === 'dropped') await undoApplied(app, tx, ticket, row, me)
      } else if (outcome === 'confirmed') {
        if (row.tagId !== null) await putTag(app, tx, ticket, row.tagId, me)
        if (row.priority !== null) await prioritise(app, tx, ticket, row.priority, me)
        // As the transfer dialog does: the ticket waits there.
        const patch = { status: 'pending', userId: null, queueId: row.queueId } as const
        if (row.queueId !== null) moved = await changeTicket(app, tx, me, row.ticketId, patch)
      }
      await announceProposals(app, tx, ticket)
      return { moved }
    }),
  )
  if (!done) return
  if (row.doneAlone && outcome === 'dropped')
    await recordApplied(app, row, { ...origin, userId: me.id, userName: me.name }, true)
  if (done.moved) await sendWords(app, done.moved.after, done.moved.words)
}

const isToJudge = and(eq(ticketProposals.outcome, 'open'), eq(tickets.status, 'closed'))

/** Companies with proposals nobody decided about before the ticket was closed. */
export const companiesToJudge: DueCompanies = ({ db }, of) =>
  db
    .selectDistinct({ companyId: ticketProposals.companyId })
    .from(ticketProposals)
    .innerJoin(tickets, eq(tickets.id, ticketProposals.ticketId))
    .where(and(isToJudge, of(ticketProposals.companyId)))

/** Judges those of a company by what people did. @returns how many there were. */
export async function settleProposals(app: Workspace, companyId: number): Promise<number> {
  const rows = await app.db
    .select({ proposal: ticketProposals, queueId: tickets.queueId, priority: tickets.priority })
    .from(ticketProposals)
    .innerJoin(tickets, eq(tickets.id, ticketProposals.ticketId))
    .where(and(eq(ticketProposals.companyId, companyId), isToJudge))
    .limit(200)
  const those = rows.map(row => ({ ...row, id: row.proposal.id }))
  await eachRow(app.log, 'a proposal was not judged', those, async ({ id, proposal, queueId, priority }) => {
    const { ticketId, tagId, kind } = proposal
    const carried = and(eq(ticketTags.ticketId, ticketId), eq(ticketTags.tagId, tagId ?? 0))
    const [isSo, moved] = {
      tag: [kind === 'tag' && (await app.db.$count(ticketTags, carried)) > 0, false],
      queue: [queueId === proposal.queueId, queueId !== proposal.fromQueueId],
      priority: [priority === proposal.priority, priority !== proposal.fromPriority],
    }[kind]
    await judged(app, companyId, () =>
      app.db
        .company(companyId)
        .update(ticketProposals)
        .set({
          outcome: isSo ? 'confirmed' : moved ? 'changed' : 'dropped',
          sent: '',
          updatedAt: new Date().toISOString(),
        })
        .where(and(eq(ticketProposals.id, id), eq(ticketProposals.outcome, 'open'))),
    )
  })
  return rows.length
}
