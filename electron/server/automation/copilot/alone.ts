/** What the copilot does alone where an administrator lets it: tags, a queue, a priority, and nothing else; each can be undone. */
import { and, eq } from 'drizzle-orm'
import { happened } from '../../desk/happenings/tell'
import { prioritise } from '../../desk/tickets/priority'
import { track } from '../../desk/tickets/trackings'
import { decide } from '../../desk/tickets/transition'
import { announce } from '../../desk/tickets/update'
import { seenOf, type TicketRow } from '../../desk/tickets/visibility'
import { ticketDetail } from '../../desk/views/tickets'
import { type Entry, record } from '../../platform/audit/record'
import type { Tx } from '../../platform/db/client'
import { queues, tags, type ticketProposals, tickets, ticketTags } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'

type Proposal = typeof ticketProposals.$inferSelect

/** Who it is in the audit log. */
export const COPILOT = { userId: null, userName: 'Copiloto', program: '', address: '' } as const

/** Lets a ticket wait in a queue, as a transfer does, without a word to the customer. */
async function toQueue(app: Workspace, tx: Tx, ticket: TicketRow, queueId: number | null): Promise<void> {
  const at = new Date().toISOString()
  const decision = decide(ticket, { status: 'pending', userId: null, queueId }, 0, at)
  if (!decision.ok || decision.kind !== 'transfer') return
  const after = { ...ticket, ...decision.changes, updatedAt: at }
  await tx
    .update(tickets)
    .set({ ...decision.changes, updatedAt: at })
    .where(eq(tickets.id, ticket.id))
  await track(tx, 'transfer', after, at)
  await announce(app, tx, ticket, after)
}

/**
 * Whether what was proposed may be done alone now: nobody was faster, and a queue is chosen only for who waits, is looked after by
 * nobody, and speaks to no chatbot.
 * @param asked the ticket as it was when the model was asked. @param now as it is inside the write.
 */
export function isFree(kind: Proposal['kind'], asked: TicketRow, now: TicketRow): boolean {
  if (now.status === 'closed') return false
  if (kind === 'priority') return now.priority === asked.priority
  if (kind === 'tag') return true
  const waits = now.status === 'pending' && now.userId === null && !now.chatbot && !now.useIntegration
  return waits && now.queueId === asked.queueId
}

/** Does what is proposed inside the write that keeps it. */
export async function doAlone(
  app: Workspace,
  tx: Tx,
  ticket: TicketRow,
  { tagId, queueId, priority }: Pick<Proposal, 'tagId' | 'queueId' | 'priority'>,
): Promise<void> {
  if (queueId !== null) await toQueue(app, tx, ticket, queueId)
  else if (priority !== null) await prioritise(app, tx, ticket, priority)
  else if (tagId !== null) await putTag(app, tx, ticket, tagId)
}

/** Puts a tag on a ticket inside a write, and tells whoever sees it. */
export async function putTag(app: Workspace, tx: Tx, ticket: TicketRow, tagId: number): Promise<void> {
  const { companyId, id: ticketId } = ticket
  const put = await tx
    .insert(ticketTags)
    .values({ companyId, ticketId, tagId })
    .onConflictDoNothing()
    .returning({ tagId: ticketTags.tagId })
  if (put.length > 0) await happened({ app, tx, companyId }, 'tagged', { ticketId, tagIds: [tagId] })
  await changed(app, tx, ticket)
}

async function changed(app: Workspace, tx: Tx, ticket: TicketRow): Promise<void> {
  const view = await ticketDetail(tx, ticket.id)
  if (view) app.realtime.ticketChanged(seenOf(ticket), seenOf(ticket), { action: 'update', ticket: view })
}

/** Puts back what the copilot did; what people changed since stays. */
export async function undoAlone(app: Workspace, tx: Tx, ticket: TicketRow, row: Proposal): Promise<void> {
  if (row.tagId !== null) {
    const carried = and(eq(ticketTags.ticketId, ticket.id), eq(ticketTags.tagId, row.tagId))
    await tx.delete(ticketTags).where(carried)
    await changed(app, tx, ticket)
  }
  if (row.priority !== null && ticket.priority === row.priority)
    await prioritise(app, tx, ticket, row.fromPriority ?? 'normal')
  if (row.queueId !== null && ticket.queueId === row.queueId && ticket.status === 'pending') {
    const own = and(eq(queues.id, row.fromQueueId ?? 0), eq(queues.companyId, row.companyId))
    const [before] = await tx.select({ id: queues.id }).from(queues).where(own)
    await toQueue(app, tx, ticket, before?.id ?? null)
  }
}

/** Keeps in the audit log what the copilot did, or who undid it. */
export async function recordDone(
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
