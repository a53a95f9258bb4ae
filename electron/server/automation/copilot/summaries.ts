/** Makes summaries of conversations and renews changed ones. */
import { isOffered, type Language, type SummaryAnswer, type TicketSummary } from '@contract'
import { and, eq, gt, inArray } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import {
  askedAbout,
  SUMMARY_MESSAGES,
  SUMMARY_TOKENS,
  summarising,
  summaryLines,
} from '../../../copilot/summary'
import { aiCodeOf } from '../../../providers/chat-model'
import { happened } from '../../desk/happenings/tell'
import {
  groundingMessages,
  type KeptSummary,
  keptSummaries,
  linesNow,
  type SummaryRow,
  summariesOf,
  summaryView,
} from '../../desk/presenters/summaries'
import { seenOf, ticketFor, visibleTo } from '../../desk/tickets/visibility'
import { ApiError } from '../../errors'
import { reasonOf } from '../../log'
import type { Reader } from '../../platform/db/client'
import { messages, ticketSummaries, tickets } from '../../platform/db/schema'
import { inLines } from '../../platform/http/lines'
import type { Me, Workspace } from '../../workspace'
import { pace } from '../integrations/try-prompt'
import { countedQuestion } from './question'
import { offersFor, refuseUnlessOffered } from './settings'

/**
 * Stores a summary and tells everybody who may see the ticket; a newer summary made meanwhile stays.
 * @param known the one it renews.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION for a ticket that is gone meanwhile.
 */
async function keep(
  app: Workspace,
  me: Me,
  known: SummaryRow | undefined,
  values: Omit<SummaryRow, 'companyId' | 'createdAt' | 'updatedAt'>,
): Promise<TicketSummary> {
  const { companyId } = me
  const own = eq(ticketSummaries.ticketId, values.ticketId)
  return await app.db.company(companyId).write(async tx => {
    const ticket = await ticketFor(tx, me, values.ticketId)
    const [before] = await tx.select().from(ticketSummaries).where(own)
    if (!before || before.updatedAt === known?.updatedAt || before.upToSeq <= values.upToSeq) {
      // Messages may have been deleted while it was made.
      const now = { ...values, lines: await linesNow(tx, values.ticketId, values.lines) }
      await tx
        .insert(ticketSummaries)
        .values({ ...now, companyId })
        .onConflictDoUpdate({
          target: ticketSummaries.ticketId,
          set: { ...now, updatedAt: new Date().toISOString() },
        })
      await happened({ app, tx, companyId }, 'summarised', { ticketId: values.ticketId })
    }
    const [summary] = await summariesOf(tx, own)
    if (!summary) throw new ApiError('ERR_INTERNAL')
    app.realtime.toViewers(seenOf(ticket), 'ticketSummary', { action: 'update', summary })
    return summary
  })
}

/** The messages that are summarised, each with a number. */
async function asked(db: Reader, ticketId: number, kept: KeptSummary | undefined) {
  const here = eq(messages.ticketId, ticketId)
  // If lines were lost with deleted messages, everything is read anew: other lines may mention the same.
  const goesOn = kept !== undefined && kept.lines.length === kept.row.lines.length
  const after = goesOn ? and(here, gt(messages.seq, kept.row.upToSeq)) : here
  const found = await groundingMessages(db, after, SUMMARY_MESSAGES + 1)
  return askedAbout(goesOn ? { lines: kept.lines, partial: kept.row.partial } : null, found)
}

/**
 * Summarises a conversation for a person who sees it. If nothing has changed, the stored summary is the answer.
 * @throws ApiError as `suggest` of ./answer.
 */
export async function summarise(
  app: Workspace,
  me: Me,
  ticketId: number,
  language: Language,
  reply: FastifyReply,
): Promise<unknown> {
  const ticket = await ticketFor(app.db, me, ticketId)
  const settings = await refuseUnlessOffered(app.db, me, 'summarise', ticket.queueId)
  const [kept] = await keptSummaries(app.db, eq(ticketSummaries.ticketId, ticketId))
  const codeOf = (error: unknown) => {
    app.log.warn('the copilot has no summary', { reason: reasonOf(error) })
    return aiCodeOf(error)
  }
  const about = await asked(app.db, ticketId, kept)
  const { last } = about
  if (!last) {
    const summary = kept && kept.lines.length > 0 ? summaryView(kept) : null
    return inLines<SummaryAnswer>(reply, { codeOf, make: async () => ({ summary, usedShare: null }) })
  }
  await pace(app, me)
  const asking = await countedQuestion(app, me, settings, {
    feature: 'summarise',
    ticketId,
    question: summarising({ ...about, language }),
    maxTokens: SUMMARY_TOKENS,
  })
  return inLines<SummaryAnswer>(reply, {
    codeOf,
    async make(write, signal) {
      const { lines, model, usedShare } = await summaryLines(asking, about, write, signal)
      if (lines.length === 0) throw new ApiError('ERR_AI_PROVIDER')
      const { seq: upToSeq, createdAt: upTo } = last
      const { isPartial: partial } = about
      const values = { ticketId, lines, upToSeq, upTo, language, model, partial }
      const summary = await keep(app, me, kept?.row, values)
      return { summary, usedShare }
    },
  })
}

/** Summaries of tickets a person may see, where summaries are on for them. */
export async function summariesFor(
  db: Reader,
  me: Me,
  ticketIds: readonly number[],
): Promise<TicketSummary[]> {
  const { features } = await offersFor(db, me)
  const seen = await db
    .select({ id: tickets.id, queueId: tickets.queueId })
    .from(tickets)
    .where(and(visibleTo(me), inArray(tickets.id, [...ticketIds])))
  const ids = seen
    .filter(({ queueId }) => isOffered(features.summarise, me.profile, queueId))
    .map(({ id }) => id)
  return summariesOf(
    db,
    and(eq(ticketSummaries.companyId, me.companyId), inArray(ticketSummaries.ticketId, ids)),
  )
}
