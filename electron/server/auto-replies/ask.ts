/** A customer of a waiting ticket wrote: whoever answers in a person's place is asked, durably. */
import { and, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Companies } from '../db/by-company'
import type { Reader, Tx } from '../db/client'
import { isDatabaseLost } from '../db/engine/lost'
import {
  autoReplies,
  autoReplyAsks,
  messages,
  queues,
  tickets,
  ticketTrackings,
  whatsapps,
} from '../db/schema'
import type { StoredBatch } from '../inbound/store'
import { reasonOf } from '../log'
import { isHeldElsewhere } from '../tickets/holder'
import type { TicketRow } from '../tickets/visibility'
import type { Workspace } from '../workspace'
import { automationOf } from './chosen'
import { kick } from './worker'

/** Whether anything of these companies answers at all: a flood of messages asks once, not once a ticket. */
async function anyIn(db: Reader, companyIds: number[]): Promise<boolean> {
  const [queue, number] = [queues, whatsapps].map(table => {
    const own = inArray(table.companyId, companyIds)
    const answers = or(isNotNull(table.promptId), isNotNull(table.integrationId))
    return sql`exists (select 1 from ${table} where ${and(own, answers)})`
  })
  const [one] = await db.all<{ yes: number }>(sql`select ${queue} or ${number} as yes`)
  return one?.yes === 1
}

const isServed = (ticket: TicketRow | undefined): ticket is TicketRow =>
  ticket?.status === 'pending' &&
  !ticket.isGroup &&
  ticket.userId === null &&
  ticket.whatsappId !== null &&
  !isHeldElsewhere(ticket)

/** Nobody has accepted it in this cycle of service. */
async function isUntouched(tx: Tx, ticketId: number): Promise<boolean> {
  const accepted = await tx.$count(
    ticketTrackings,
    and(
      eq(ticketTrackings.ticketId, ticketId),
      isNull(ticketTrackings.finishedAt),
      isNotNull(ticketTrackings.startedAt),
    ),
  )
  return accepted === 0
}

/**
 * Keeps, with the messages themselves, which conversations have to be looked at: a server that ends before it has done so
 * forgets nobody.
 */
export async function rememberAsks(
  tx: Tx,
  companyId: number,
  batch: Pick<StoredBatch, 'touched'>,
): Promise<void> {
  const waiting = [...batch.touched.values()].map(({ after }) => after).filter(isServed)
  if (waiting.length === 0 || !(await anyIn(tx, [companyId]))) return
  await tx
    .insert(autoReplyAsks)
    .values(waiting.map(({ id }) => ({ ticketId: id, companyId })))
    .onConflictDoNothing()
}

/** Notes what an earlier life of the server had stored and not yet looked at. Runs before customers are heard again. */
export async function takeUpAsks(app: Workspace, of?: Companies): Promise<void> {
  try {
    const rows = await app.db.select().from(autoReplyAsks).where(of?.(autoReplyAsks.companyId))
    for (const { ticketId, companyId } of rows)
      await app.db.company(companyId).write(tx => note(tx, ticketId, false))
  } catch (error) {
    if (error instanceof Error && isDatabaseLost(error)) throw error
    // A disk that takes nothing: they are there at the next start.
    app.log.warn('questions of the last start were not taken up', { reason: reasonOf(error) })
  }
}

/** @param answered the bot has just said all there was to say to the message, which was a choice of its menu. */
async function note(tx: Tx, ticketId: number, answered: boolean): Promise<boolean> {
  await tx.delete(autoReplyAsks).where(eq(autoReplyAsks.ticketId, ticketId))
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId))
  if (!isServed(ticket) || ticket.chatbot) return false
  const [known] = await tx.select().from(autoReplies).where(eq(autoReplies.ticketId, ticketId))
  if (known?.status === 'done') return false
  const [last] = await tx
    .select({ seq: messages.seq })
    .from(messages)
    .where(
      and(eq(messages.ticketId, ticketId), eq(messages.fromMe, false), ne(messages.mediaType, 'call_log')),
    )
    .orderBy(desc(messages.seq))
    .limit(1)
  if (!last) return false
  const at = new Date().toISOString()
  if (known) {
    await tx
      .update(autoReplies)
      .set({
        askedSeq: last.seq,
        // Whoever goes on writing while nothing is answered does not put off the person who is asked in the end.
        ...(known.answeredSeq < known.askedSeq ? {} : { attempts: 0 }),
        nextAt: at,
        updatedAt: at,
      })
      .where(eq(autoReplies.ticketId, ticketId))
    return true
  }
  if (!(await isUntouched(tx, ticketId))) return false
  const found = await automationOf(tx, ticket)
  if (!found) return false
  await tx.insert(autoReplies).values({
    ticketId,
    companyId: ticket.companyId,
    kind: found.kind,
    automationId: found.id,
    askedSeq: last.seq,
    // An integration opens its dialogue by itself; a model has nothing to say to "1".
    answeredSeq: answered && found.kind === 'prompt' ? last.seq : 0,
    nextAt: at,
  })
  await tx
    .update(tickets)
    .set({
      useIntegration: true,
      promptId: found.kind === 'prompt' ? found.id : null,
      integrationId: found.kind === 'integration' ? found.id : null,
    })
    .where(eq(tickets.id, ticketId))
  return true
}

/**
 * Notes what customers of a stored batch asked, and has it answered.
 * @param answered tickets whose message was a choice that the bot has answered.
 */
export async function askAutoReplies(
  app: Workspace,
  batch: StoredBatch,
  answered: ReadonlySet<number>,
): Promise<void> {
  const waiting = [...batch.touched.values()].map(({ after }) => after).filter(isServed)
  if (waiting.length === 0) return
  if (!(await anyIn(app.db, [...new Set(waiting.map(({ companyId }) => companyId))]))) return
  for (const { id, companyId } of waiting)
    if (await app.db.company(companyId).write(tx => note(tx, id, answered.has(id)))) kick(app, id, companyId)
}
