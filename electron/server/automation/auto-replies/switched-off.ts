/**
 * What answers in a person's place is asked again before each answer, and looked after while nobody writes: one that was
 * switched off answers no more, and its customers wait for a person at once.
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
 * Leaves a ticket to people where nothing serves it any more, or to what serves it instead.
 * @returns whether what was asked serves it still.
 */
export async function servesStill(
  app: Workspace,
  row: AutoReplyRow,
  ticket: Pick<TicketRow, 'companyId' | 'queueId' | 'whatsappId'>,
): Promise<boolean> {
  const found = await automationOf(app.db, ticket)
  if (serves(row, found)) return true
  if (found === null) {
    // Not until it is handed over: a number that hangs holds up no other.
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

/** Looks after the tickets of a company that something serves. @returns how many were left to people, or to something else. */
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
  // Asked once for all tickets of one place.
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

/** Ends what serves tickets and was switched off, as soon as it was. */
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
