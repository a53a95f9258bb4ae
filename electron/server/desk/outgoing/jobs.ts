/**
 * The server's outbox: one row per own message on its way, written in the transaction that stores the message. The state
 * is what may have happened to it, so that a restart neither loses nor doubles it:
 *
 * - `queued`: stored, the channel has not been asked. It has not left.
 * - `handed`: the channel was asked, is being asked, or is about to be by the process that took it. It may have left.
 *
 * The row is deleted once the message is settled: the channel reported what became of it, which is in its ack and failure.
 */
import { and, asc, eq, gt, inArray, lt, lte, max, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/client'
import { writeLast } from '../../platform/db/engine/inside'
import { Filled, givenOf, prepared } from '../../platform/db/prepared'
import { messages, outgoing, tickets } from '../../platform/db/schema'
import { isStillOf } from '../../platform/db/shards'
import type { Workspace } from '../../workspace'
import type { MessageRow } from '../presenters/messages'
import type { TicketRow } from '../tickets/visibility'
import { type Line, linesGiven } from '../tickets/window'

/** Rows per round of a resume. */
const PAGE = 200

export interface Job {
  state: 'queued' | 'handed'
  /** When it entered that state, ISO-8601. */
  since: string
  message: MessageRow
  ticket: TicketRow
}

const queueing = prepared(db =>
  db
    .insert(outgoing)
    .values({
      ...givenOf(outgoing, ['messageSeq', 'companyId', 'state', 'createdAt', 'updatedAt']),
    })
    .onConflictDoUpdate({
      target: outgoing.messageSeq,
      set: givenOf(outgoing, ['state', 'updatedAt']),
    })
    .prepare(),
)

/** Puts a message into the outbox with the write that stores it; a failed one once more. */
export function enqueue(
  tx: Pick<Tx, 'insert'>,
  row: { seq: number; companyId: number },
  state: Job['state'] = 'queued',
): void {
  const at = new Date().toISOString()
  const values = { messageSeq: row.seq, companyId: row.companyId, state, createdAt: at, updatedAt: at }
  writeLast(new Filled(queueing(tx), values))
}

const claiming = prepared(db =>
  db
    .update(outgoing)
    .set({ state: 'handed', ...givenOf(outgoing, ['updatedAt']) })
    .where(
      and(
        eq(outgoing.messageSeq, sql.placeholder('seq')),
        eq(outgoing.state, 'queued'),
        isStillOf(sql.placeholder('process'), outgoing.companyId),
      ),
    )
    .returning({ lines: linesGiven() })
    .prepare(),
)

/** A message that is this caller's to hand over: the line it is to leave by, null where there is none. */
export interface Taken {
  line: Line | null
}

/**
 * Takes a queued message for handing over.
 * @returns null when somebody else has it, it is done, or its company is another process's by now: then it is not sent.
 */
export async function claim(
  { db, work }: Pick<Workspace, 'db' | 'work'>,
  seq: number,
  { whatsappId, contactId }: Pick<TicketRow, 'whatsappId' | 'contactId'>,
): Promise<Taken | null> {
  const updatedAt = new Date().toISOString()
  const values = { seq, updatedAt, process: work.process, whatsappId, contactId }
  const [taken] = await claiming(db.unordered).all(values)
  return taken ? { line: taken.lines[0] ?? null } : null
}

/** Back to `queued`: the channel never accepted the message, or could not be asked to. */
export async function unclaim(db: Db, seq: number): Promise<void> {
  await db.unordered
    .update(outgoing)
    .set({ state: 'queued', updatedAt: new Date().toISOString() })
    .where(and(eq(outgoing.messageSeq, seq), eq(outgoing.state, 'handed')))
}

/**
 * The channel reported the result of messages, or nobody wants them sent any more.
 * @param seqs theirs, or a query of them.
 * @returns the statement, to be awaited or written last.
 */
export const settling = (tx: Pick<Tx, 'delete'>, seqs: number[] | SQLWrapper) =>
  tx.delete(outgoing).where(inArray(outgoing.messageSeq, seqs))

/**
 * Unsettled messages, oldest first.
 * @param after only later messages (their `seq`).
 * @param upTo only messages up to this one; later ones are with their callers.
 */
export async function unsettled(db: Db, whatsappId: number, after: number, upTo: number): Promise<Job[]> {
  return db
    .select({ state: outgoing.state, since: outgoing.updatedAt, message: messages, ticket: tickets })
    .from(outgoing)
    .innerJoin(messages, eq(messages.seq, outgoing.messageSeq))
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .where(
      and(eq(tickets.whatsappId, whatsappId), gt(outgoing.messageSeq, after), lte(outgoing.messageSeq, upTo)),
    )
    .orderBy(asc(outgoing.messageSeq))
    .limit(PAGE)
}

/** Earlier unsettled messages of a message's conversation, oldest first. */
export async function unsettledBefore(
  db: Db,
  { seq, ticketId }: Pick<MessageRow, 'seq' | 'ticketId'>,
): Promise<Pick<Job, 'state' | 'since' | 'message'>[]> {
  return db
    .select({ state: outgoing.state, since: outgoing.updatedAt, message: messages })
    .from(outgoing)
    .innerJoin(messages, eq(messages.seq, outgoing.messageSeq))
    .where(and(lt(outgoing.messageSeq, seq), eq(messages.ticketId, ticketId), eq(messages.isDeleted, false)))
    .orderBy(asc(outgoing.messageSeq))
}

/** Connections of this process with messages queued since before an instant. */
export async function waitingSince(
  { db, work }: Pick<Workspace, 'db' | 'work'>,
  before: Date,
): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: tickets.whatsappId })
    .from(outgoing)
    .innerJoin(messages, eq(messages.seq, outgoing.messageSeq))
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .where(
      and(
        eq(outgoing.state, 'queued'),
        lt(outgoing.updatedAt, before.toISOString()),
        work.ownedCompanies(outgoing.companyId),
      ),
    )
  return rows.flatMap(({ id }) => (id === null ? [] : [id]))
}

/** The newest message of the outbox, 0 when there is none. */
export async function newest(db: Db): Promise<number> {
  const [row] = await db.select({ seq: max(outgoing.messageSeq) }).from(outgoing)
  return row?.seq ?? 0
}
