/**
 * Proposals the copilot applies by itself where an administrator allows it: tags, a queue, a priority, and nothing
 * else. Each can be undone.
 */
import { and, eq } from 'drizzle-orm'
import { prioritise } from '../../desk/tickets/priority'
import { writeTags } from '../../desk/tickets/tags'
import type { Actor } from '../../desk/tickets/timeline'
import { track } from '../../desk/tickets/trackings'
import { decide } from '../../desk/tickets/transition'
import { announce } from '../../desk/tickets/update'
import type { TicketRow } from '../../desk/tickets/visibility'
import { type Entry, record } from '../../platform/audit/record'
import type { Tx } from '../../platform/db/client'
import { queues, tags, type ticketProposals, tickets } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'

type Proposal = typeof ticketProposals.$inferSelect

/** The author in the audit log. */
export const COPILOT = { userId: null, userName: 'Copiloto', program: '', address: '' } as const

/** Puts a ticket into a queue, as a transfer does, without a message to the customer. */
async function toQueue(
  app: Workspace,
  tx: Tx,
  ticket: TicketRow,
  queueId: number | null,
  by: Actor,
): Promise<TicketRow> {
  const at = new Date().toISOString()
  const decision = decide(ticket, { status: 'pending', userId: null, queueId }, 0, at)
  if (!decision.ok || decision.kind !== 'transfer') return ticket
  const after: TicketRow = { ...ticket, ...decision.changes, updatedAt: at }
  await tx
    .update(tickets)
    .set({ ...decision.changes, updatedAt: at })
    .where(eq(tickets.id, ticket.id))
  await track(tx, 'transfer', after, at)
  await announce(app, tx, ticket, after, by)
  return after
}

/**
 * Whether a proposal may be applied without a person now: nobody changed the ticket since, and a queue is chosen only for a
 * pending ticket that nobody holds and no chatbot answers.
 * @param asked the ticket as it was when the model was asked. @param now as it is inside the write.
 */
export function mayApply(kind: Proposal['kind'], asked: TicketRow, now: TicketRow): boolean {
  if (now.status === 'closed') return false
  if (kind === 'priority') return now.priority === asked.priority
  if (kind === 'tag') return true
  const waits = now.status === 'pending' && now.userId === null && !now.chatbot && !now.useIntegration
  return waits && now.queueId === asked.queueId
}

/** Applies a proposal inside the write that stores it. @returns the ticket as it is now. */
export async function applyProposal(
  app: Workspace,
  tx: Tx,
  ticket: TicketRow,
  { tagId, queueId, priority }: Pick<Proposal, 'tagId' | 'queueId' | 'priority'>,
): Promise<TicketRow> {
  if (queueId !== null) return await toQueue(app, tx, ticket, queueId, 'copilot')
  if (tagId !== null) await putTag(app, tx, ticket, tagId, 'copilot')
  if (priority === null) return ticket
  await prioritise(app, tx, ticket, priority, 'copilot')
  return { ...ticket, priority }
}

/** Puts a tag on a ticket inside a write, and tells everybody who sees it. */
export const putTag = (
  app: Workspace,
  tx: Tx,
  ticket: TicketRow,
  tagId: number,
  by: Actor,
): Promise<unknown> => writeTags(app, tx, ticket, before => [...before, tagId], by)

/** Undoes what the copilot applied, except what people changed since. */
export async function undoApplied(
  app: Workspace,
  tx: Tx,
  ticket: TicketRow,
  row: Proposal,
  by: Actor,
): Promise<void> {
  if (row.tagId !== null)
    await writeTags(app, tx, ticket, before => before.filter(id => id !== row.tagId), by)
  if (row.priority !== null && ticket.priority === row.priority)
    await prioritise(app, tx, ticket, row.fromPriority ?? 'normal', by)
  if (row.queueId !== null && ticket.queueId === row.queueId && ticket.status === 'pending') {
    const own = and(eq(queues.id, row.fromQueueId ?? 0), eq(queues.companyId, row.companyId))
    const [before] = await tx.select({ id: queues.id }).from(queues).where(own)
    await toQueue(app, tx, ticket, before?.id ?? null, by)
  }
}

/** Records in the audit log what the copilot applied, or who undid it. */
export async function recordApplied(
  app: Workspace,
  row: Omit<Proposal, 'id' | 'createdAt' | 'updatedAt'>,
  by: Pick<Entry, 'userId' | 'userName' | 'program' | 'address'>,
  undone = false,
): Promise<void> {
  const [ticket] = await app.db.select().from(tickets).where(eq(tickets.id, row.ticketId))
  const nameOf = async (table: typeof tags | typeof queues, id: number | null): Promise<string> => {
    const [found] = await app.db
      .select({ name: table.name })
      .from(table)
      .where(eq(table.id, id ?? 0))
    return found?.name ?? ''
  }
  const change = {
    tag: async () => ['tags', '', await nameOf(tags, row.tagId)],
    queue: async () => ['queueId', String(row.fromQueueId ?? ''), String(row.queueId)],
    priority: async () => ['priority', row.fromPriority ?? 'normal', row.priority ?? ''],
  }[row.kind]
  const [field = '', from = '', to = ''] = await change()
  await record(app, {
    companyId: row.companyId,
    ...by,
    action: 'update',
    subject: 'tickets',
    subjectId: String(row.ticketId),
    subjectName: ticket?.code ?? '',
    changes: [undone ? { field, from: to, to: from } : { field, from, to }],
  })
}
