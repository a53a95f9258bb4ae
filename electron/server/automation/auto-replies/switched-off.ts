/**
 * Ends automatic service that was switched off. It is checked before each answer and while nobody writes; the customers
 * then wait for a person.
 */
import { and, eq, isNull } from 'drizzle-orm'
import type { Consumer } from '../../desk/happenings/consumer'
import type { TicketRow } from '../../desk/tickets/visibility'
import { reasonOf } from '../../log'
import { autoReplies, tickets } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { automationOf, serves } from './chosen'
import { type AutoReplyRow, storeAnswer } from './hand-over'

/**
 * Ends the automatic service of a ticket if nothing serves it any more, or switches to what serves it instead.
 * @returns whether the same prompt or integration still serves it.
 */
export async function servesStill(
  app: Workspace,
  row: AutoReplyRow,
  ticket: Pick<TicketRow, 'companyId' | 'queueId' | 'whatsappId'>,
): Promise<boolean> {
  const found = await automationOf(app.db, ticket)
  if (serves(row, found)) return true
  if (found === null) {
    // Does not wait for the handover: a number that hangs must not hold up others.
    await storeAnswer(app, row, { replies: [], over: { reason: 'off', queueId: null }, seq: row.askedSeq })
    return false
  }
  const { kind, id } = found
  const isPrompt = kind === 'prompt'
  await app.db.company(row.companyId).write(async tx => {
    const own = eq(autoReplies.ticketId, row.ticketId)
    await tx.update(autoReplies).set({ kind, automationId: id, state: '', attempts: 0 }).where(own)
    await tx
      .update(tickets)
      .set({ promptId: isPrompt ? id : null, integrationId: isPrompt ? null : id })
      .where(eq(tickets.id, row.ticketId))
  })
  return false
}

/** Checks a company's tickets that are served automatically. @returns how many were left to people or switched over. */
async function endSwitchedOff(app: Workspace, companyId: number, ending: AbortSignal): Promise<number> {
  const served = await app.db
    .select({
      row: autoReplies,
      ticket: { companyId: tickets.companyId, queueId: tickets.queueId, whatsappId: tickets.whatsappId },
    })
    .from(autoReplies)
    .innerJoin(tickets, eq(tickets.id, autoReplies.ticketId))
    .where(
      and(
        eq(autoReplies.companyId, companyId),
        eq(autoReplies.status, 'active'),
        eq(tickets.status, 'pending'),
        isNull(tickets.userId),
      ),
    )
  // Looked up once for all tickets of the same queue and number.
  const known = new Map<string, ReturnType<typeof automationOf>>()
  let ended = 0
  for (const { row, ticket } of served) {
    if (ending.aborted || !app.work.owns(companyId)) break
    const place = `${ticket.queueId} ${ticket.whatsappId}`
    const found = known.get(place) ?? automationOf(app.db, ticket)
    known.set(place, found)
    if (serves(row, await found)) continue
    ended += 1
    await servesStill(app, row, ticket).catch((error: unknown) =>
      app.log.warn('an automatic service was not ended', { ticketId: row.ticketId, reason: reasonOf(error) }),
    )
  }
  return ended
}

/** Ends automatic service as soon as it is switched off. */
export const switchedOff: Consumer = {
  name: 'switched-off',
  follows: {
    job: 'message.auto-reply-off',
    everyMs: 10_000,
    hears: ['queue', 'whatsapp', 'prompt', 'queueIntegration', 'company'],
    async companies({ db, work }) {
      const rows = await db
        .selectDistinct({ companyId: autoReplies.companyId })
        .from(autoReplies)
        .where(and(eq(autoReplies.status, 'active'), work.ownedCompanies(autoReplies.companyId)))
      return rows.map(({ companyId }) => companyId)
    },
    work: (app, { companyId }, ending) => endSwitchedOff(app, companyId, ending),
  },
}
