/** Proposes tags, a queue and a priority for new conversations, after their first messages. */
import { isOnFor } from '@contract'
import { and, asc, eq, gt, isNull, lt, ne, notExists } from 'drizzle-orm'
import { put } from '../../../copilot/ask'
import { type Classes, classifying, type Named, readClasses } from '../../../copilot/classifying'
import { limitSignal } from '../../../time-limit'
import type { Consumer, Following } from '../../desk/happenings/consumer'
import type { Piece } from '../../desk/happenings/kinds'
import type { TicketRow } from '../../desk/tickets/visibility'
import {
  copilotCalls,
  copilotSettings,
  queues,
  tags,
  ticketProposals,
  tickets,
  ticketTags,
} from '../../platform/db/schema'
import { refuseWithoutFeature } from '../../platform/plans/limits'
import type { Workspace } from '../../workspace'
import { autoApplyKinds } from './accuracy'
import { applyProposal, COPILOT, mayApply, recordApplied } from './auto-apply'
import { conversation } from './grounding'
import { announceProposals } from './proposals'
import { countedQuestion } from './question'
import { type CopilotRow, copilotWith } from './settings'

/** Older conversations have been looked at by people already. */
const FRESH_MS = 15 * 60_000
/** After this pause a customer is assumed to have said what they want. */
const QUIET_MS = 5_000
/** Most tickets of one company asked about at a time. */
const MOST_A_TURN = 2
/** Longest time of one question: after that people decide by themselves. */
const LONGEST_MS = 20_000
const FIRST_MESSAGES = 12
/** Most tags and queues named in one question. */
const MOST_NAMES = 80
const MOST_TOKENS = 80

/** Tickets of a company to ask about. */
async function arrived(
  app: Workspace,
  { companyId, features }: CopilotRow,
  now: number,
): Promise<TicketRow[]> {
  const askedAbout = app.db
    .select({ id: copilotCalls.id })
    .from(copilotCalls)
    .where(and(eq(copilotCalls.ticketId, tickets.id), eq(copilotCalls.feature, 'classify')))
  const rows = await app.db
    .select()
    .from(tickets)
    .where(
      and(
        eq(tickets.companyId, companyId),
        gt(tickets.createdAt, new Date(now - FRESH_MS).toISOString()),
        lt(tickets.lastMessageAt, new Date(now - QUIET_MS).toISOString()),
        eq(tickets.isGroup, false),
        ne(tickets.status, 'closed'),
        isNull(tickets.mergedInto),
        notExists(askedAbout),
      ),
    )
    .orderBy(asc(tickets.createdAt))
    .limit(50)
  return rows.filter(({ queueId }) => isOnFor(features.classify, queueId)).slice(0, MOST_A_TURN)
}

async function classify(app: Workspace, ticket: TicketRow, signal: AbortSignal): Promise<void> {
  const { companyId, queueId } = ticket
  const turns = await conversation(app.db, ticket.id, FIRST_MESSAGES)
  if (!turns.some(({ role }) => role === 'user')) return
  const named = async (table: typeof tags | typeof queues): Promise<Named[]> =>
    await app.db
      .select({ id: table.id, name: table.name })
      .from(table)
      .where(eq(table.companyId, companyId))
      .orderBy(asc(table.id))
      .limit(MOST_NAMES)
  const carried = await app.db.select().from(ticketTags).where(eq(ticketTags.ticketId, ticket.id))
  const known = new Set(carried.map(({ tagId }) => tagId))
  const choices = {
    tags: (await named(tags)).filter(({ id }) => !known.has(id)),
    queues: await named(queues),
  }
  const settings = await copilotWith(app.db, companyId, 'classify', queueId)
  if (!settings) return
  await refuseWithoutFeature(app.db, companyId, 'useOpenAi')
  const asking = await countedQuestion(app, { companyId, id: null }, settings, {
    feature: 'classify',
    ticketId: ticket.id,
    question: classifying({ turns, ...choices }),
    maxTokens: MOST_TOKENS,
  })
  let answer = ''
  await put(
    asking,
    piece => {
      answer += piece
    },
    signal,
  )
  await keep(app, ticket, readClasses(answer, choices.tags, choices.queues), asking.prepared.sent)
}

/** Stores what a model proposed, and applies what the copilot may apply by itself. */
async function keep(
  app: Workspace,
  ticket: TicketRow,
  { tags: chosen, queue, priority }: Classes,
  sent: string,
): Promise<void> {
  const { companyId } = ticket
  const nothing = { tagId: null, queueId: null, priority: null, fromPriority: null }
  const common = { companyId, ticketId: ticket.id, fromQueueId: ticket.queueId, sent, ...nothing }
  const values = [
    ...chosen.map(tag => ({ ...common, kind: 'tag' as const, tagId: tag.id })),
    ...(priority && priority !== ticket.priority
      ? [{ ...common, kind: 'priority' as const, priority, fromPriority: ticket.priority }]
      : []),
    // The queue comes last: with it the copilot may lose the ticket.
    ...(queue && queue.id !== ticket.queueId
      ? [{ ...common, kind: 'queue' as const, queueId: queue.id }]
      : []),
  ]
  if (values.length === 0) return
  const done = await app.db.company(companyId).write(async tx => {
    let [now] = await tx.select().from(tickets).where(eq(tickets.id, ticket.id))
    const settings = await copilotWith(tx, companyId, 'classify', ticket.queueId)
    if (!now || !settings) return []
    const alone = await autoApplyKinds(tx, settings)
    const kept = []
    for (const value of values) {
      // What was proposed may have been deleted meanwhile.
      if (value.tagId !== null && (await tx.$count(tags, eq(tags.id, value.tagId))) === 0) continue
      if (value.queueId !== null && (await tx.$count(queues, eq(queues.id, value.queueId))) === 0) continue
      const doneAlone = alone.includes(value.kind) && mayApply(value.kind, ticket, now)
      kept.push({ ...value, doneAlone, outcome: 'open' as const })
      if (doneAlone) now = await applyProposal(app, tx, now, value)
    }
    if (kept.length === 0) return []
    await tx.insert(ticketProposals).values(kept)
    const [after = now] = await tx.select().from(tickets).where(eq(tickets.id, ticket.id))
    await announceProposals(app, tx, after)
    return kept.filter(({ doneAlone }) => doneAlone)
  })
  for (const one of done) await recordApplied(app, one, COPILOT)
}

interface Classifying extends Piece {
  settings: CopilotRow
}

/** New conversations. A failure, or the month's ceiling, ends the look of that company only. */
const classifyJob: Following<Classifying> = {
  job: 'ticket.classify',
  everyMs: 3_000,
  async due({ db }, of) {
    const all = await db.select().from(copilotSettings).where(of(copilotSettings.companyId))
    return all
      .filter(({ features }) => features.classify?.on)
      .map(settings => ({ key: settings.companyId, companyId: settings.companyId, settings }))
  },
  async work(app, { settings }, ending) {
    const fresh = await arrived(app, settings, Date.now())
    for (const ticket of fresh) await classify(app, ticket, limitSignal(LONGEST_MS, ending))
    // A conversation that falls silent writes nothing: the next look must not be skipped.
    return 1
  },
}

export const ticketProposing: Consumer = { name: 'ticket-proposals', follows: classifyJob }
