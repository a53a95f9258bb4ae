/** Stores automatic answers and hands customers over to people. */
import { HANDOVER_REASONS, type HandoverReason, outOfHoursText } from '@contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { WRITTEN_BY } from '../../authors'
import { inFewMessages } from '../../desk/messages/few-messages'
import { storeOwn } from '../../desk/messages/rows'
import { filling } from '../../desk/messages/variables'
import { sendToChannelInTurn } from '../../desk/outgoing'
import type { MessageRow } from '../../desk/presenters/messages'
import { ticketView } from '../../desk/presenters/tickets'
import { isHeldElsewhere } from '../../desk/tickets/holder'
import { noteTicket } from '../../desk/tickets/timeline'
import { noteAutomation } from '../../desk/tickets/trackings'
import { seenOf, type TicketRow } from '../../desk/tickets/visibility'
import { reasonOf } from '../../log'
import type { Tx } from '../../platform/db/client'
import { whatsappOf } from '../../platform/db/company-rows'
import {
  autoReplies,
  prompts,
  queueIntegrations,
  queues,
  tickets,
  ticketTrackings,
} from '../../platform/db/schema'
import type { StoredMedia } from '../../platform/media/store'
import type { Workspace } from '../../workspace'
import { botOf } from '../bot/config'
import { automationOf, serves } from './chosen'

export type AutoReplyRow = typeof autoReplies.$inferSelect

/** What a customer reads at a handover when the model said nothing. */
export const HANDING_OVER =
  'Vou chamar uma pessoa da nossa equipe para continuar o seu atendimento. Só um momento.'

export interface Reply {
  body: string
  media?: StoredMedia | null
}

export interface Outcome {
  replies: readonly Reply[]
  /** Why a person takes over. */
  over?: { reason: HandoverReason; queueId: number | null; detail?: string }
  /** Where the dialogue stands now. */
  state?: string
  /** The customer's message this answers. */
  seq: number
  tokens?: { promptId: number; promptTokens: number; completionTokens: number }
}

const openCycleOf = (ticketId: number) =>
  and(eq(ticketTrackings.ticketId, ticketId), isNull(ticketTrackings.finishedAt))

/** Moves the ticket to the queue where a person takes over, with a note for that person. */
async function toPerson(tx: Tx, ticket: TicketRow, over: NonNullable<Outcome['over']>): Promise<TicketRow> {
  const at = new Date().toISOString()
  const [queue] =
    over.queueId === null
      ? []
      : await tx
          .select({ id: queues.id })
          .from(queues)
          .where(and(eq(queues.id, over.queueId), eq(queues.companyId, ticket.companyId)))
  const changes = {
    queueId: queue?.id ?? ticket.queueId,
    queueOptionId: null,
    chatbot: false,
    useIntegration: false,
    handoverNote: [HANDOVER_REASONS[over.reason], over.detail].filter(Boolean).join('\n'),
    handoverFromId: null,
    handoverAt: at,
    updatedAt: at,
  }
  await tx.update(tickets).set(changes).where(eq(tickets.id, ticket.id))
  await tx.update(ticketTrackings).set({ queueId: changes.queueId }).where(openCycleOf(ticket.id))
  return { ...ticket, ...changes }
}

async function closedWords(tx: Tx, ticket: TicketRow): Promise<string | null> {
  if (ticket.whatsappId === null) return null
  const bot = await botOf(tx, await whatsappOf(tx, ticket.companyId, ticket.whatsappId))
  const words = outOfHoursText(bot, ticket.queueId, new Date())
  return words === null ? null : (await filling(tx, ticket, new Date()))(words)
}

interface Kept {
  after: TicketRow
  rows: MessageRow[]
}

async function keep(app: Workspace, tx: Tx, row: AutoReplyRow, outcome: Outcome): Promise<Kept | null> {
  const { tokens } = outcome
  // Counted even when the answer is not used: it has been paid for.
  if (tokens)
    await tx
      .update(prompts)
      .set({
        promptTokens: sql`${prompts.promptTokens} + ${tokens.promptTokens}`,
        completionTokens: sql`${prompts.completionTokens} + ${tokens.completionTokens}`,
        totalTokens: sql`${prompts.totalTokens} + ${tokens.promptTokens + tokens.completionTokens}`,
      })
      .where(eq(prompts.id, tokens.promptId))
  const [now] = await tx.select().from(autoReplies).where(eq(autoReplies.ticketId, row.ticketId))
  const [before] = await tx.select().from(tickets).where(eq(tickets.id, row.ticketId))
  const over = outcome.over ?? null
  // It was answered already, or a person took it meanwhile.
  if (now?.status !== 'active' || !before) return null
  const isAsked = now.askedSeq > now.answeredSeq
  if (now.answeredSeq >= outcome.seq && over?.reason !== 'off') return null
  if (before.status !== 'pending' || before.userId !== null || isHeldElsewhere(before)) return null
  // It was switched off while the answer was made.
  if (!over && !serves(row, await automationOf(tx, before))) return null
  const at = new Date().toISOString()
  await tx
    .update(autoReplies)
    .set({
      answeredSeq: outcome.seq,
      attempts: 0,
      nextAt: at,
      updatedAt: at,
      ...(outcome.state === undefined ? {} : { state: outcome.state }),
      ...(over ? { status: 'done' as const } : {}),
    })
    .where(eq(autoReplies.ticketId, row.ticketId))
  const noted = noteAutomation(at, { answered: outcome.replies.length > 0, handed: over !== null })
  if (Object.keys(noted).length > 0)
    await tx.update(ticketTrackings).set(noted).where(openCycleOf(row.ticketId))
  const after = over ? await toPerson(tx, before, over) : before
  const outgoingReplies = [...outcome.replies]
  if (over) {
    await noteTicket(app, tx, before, after, 'bot')
    const view = await ticketView(tx, row.ticketId)
    if (view) app.realtime.ticketChanged(seenOf(before), seenOf(after), { action: 'update', ticket: view })
    // A customer who waits for no answer is told nothing.
    const closed = isAsked ? await closedWords(tx, after) : null
    if (closed !== null) outgoingReplies.push({ body: closed })
    else if (isAsked && outgoingReplies.length === 0) outgoingReplies.push({ body: HANDING_OVER })
  }
  const rows: MessageRow[] = []
  const few = await inFewMessages(app, tx, after, outgoingReplies)
  for (const [at, { body, media = null }] of few.entries()) {
    const stored = await storeOwn(app, tx, after.id, {
      companyId: after.companyId,
      body,
      userId: null,
      clientId: `${WRITTEN_BY.assistant}${row.ticketId}:${outcome.seq}:${at}`,
      media,
    })
    rows.push(stored.row)
  }
  return { after, rows }
}

/** Hands stored answers to the channel. Never rejects. */
async function say(app: Workspace, { after, rows }: Kept): Promise<void> {
  for (const message of rows)
    await sendToChannelInTurn(app, after, message).catch((error: unknown) =>
      app.log.warn('an automatic answer did not leave', {
        ticketId: after.id,
        reason: reasonOf(error),
      }),
    )
}

/**
 * Stores an answer with the note that it was given, tells the consoles, and hands it to the channel through the outbox.
 * When the number is down the message shows as failed, like any other.
 * @returns a promise for the handover that never rejects; the caller need not wait for a number that hangs.
 */
export async function storeAnswer(
  app: Workspace,
  row: AutoReplyRow,
  outcome: Outcome,
): Promise<{ said: Promise<void> }> {
  const kept = await app.db.company(row.companyId).write(tx => keep(app, tx, row, outcome))
  return { said: kept ? say(app, kept) : Promise.resolve() }
}

/** Like `storeAnswer`, but waits for the handover. */
export async function conclude(app: Workspace, row: AutoReplyRow, outcome: Outcome): Promise<void> {
  await (await storeAnswer(app, row, outcome)).said
}

/** Every try has failed: a person takes over, in the queue the prompt or the integration names. */
export async function giveUp(app: Workspace, row: AutoReplyRow, reason: HandoverReason): Promise<void> {
  const [named] =
    row.kind === 'prompt'
      ? await app.db
          .select({ queueId: prompts.queueId })
          .from(prompts)
          .where(eq(prompts.id, row.automationId))
      : await app.db
          .select({ queueId: queueIntegrations.ixcFallbackQueueId })
          .from(queueIntegrations)
          .where(eq(queueIntegrations.id, row.automationId))
  await conclude(app, row, {
    replies: [],
    over: { reason, queueId: named?.queueId ?? null },
    seq: row.askedSeq,
  })
}
