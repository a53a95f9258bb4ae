/**
 * Timed transitions of tickets. A customer who waits without a queue is moved to the connection's transfer queue after
 * timeToTransfer minutes; an open ticket whose customer has been silent for expiresTicket minutes after a person's
 * answer is closed with a message. The rows are the timers: what is due is decided from their instants, inside the
 * transaction that acts, so a restart forgets and repeats nothing. After a clock was set back, instants in the future
 * become now, so that a ticket waits its minutes once more instead of until the clock has caught up.
 */
import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/client'
import { eachRow } from '../../platform/db/each-row'
import { messages, tickets, ticketTrackings, whatsapps } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import type { DueCompanies } from '../happenings/consumer'
import { storeOwn } from '../messages/rows'
import { filling } from '../messages/variables'
import type { MessageRow } from '../presenters/messages'
import { ticketView } from '../presenters/tickets'
import { sendWords } from './automatic'
import { isHeldElsewhere } from './holder'
import { noteTicket } from './timeline'
import { track } from './trackings'
import { seenOf, type TicketRow } from './visibility'

/** Most tickets of one round; the rest follow. */
const MOST_A_TURN = 200
const MINUTE_MS = 60_000

type Connection = typeof whatsapps.$inferSelect

interface Outcome {
  after: TicketRow
  farewell: MessageRow | null
}

async function publishChange(app: Workspace, tx: Tx, was: TicketRow, after: TicketRow): Promise<void> {
  await noteTicket(app, tx, was, after, 'clock')
  const view = await ticketView(tx, after.id)
  if (view) app.realtime.ticketChanged(seenOf(was), seenOf(after), { action: 'update', ticket: view })
}

const before = (at: Date, minutes: number): string =>
  new Date(at.getTime() - minutes * MINUTE_MS).toISOString()

/** Waiting without a queue, last message long enough ago. */
const unplaced = (connection: Connection, at: Date) =>
  and(
    eq(tickets.companyId, connection.companyId),
    eq(tickets.status, 'pending'),
    eq(tickets.whatsappId, connection.id),
    isNull(tickets.queueId),
    eq(tickets.isGroup, false),
    lte(tickets.updatedAt, before(at, connection.timeToTransfer ?? 0)),
  )

/**
 * Open, not snoozed, and answered by a person long enough ago, by a message that left. Automatic messages (greetings,
 * transfers) are not answers: a customer nobody answered is not told that they fell silent.
 */
const expired = (connection: Connection, at: Date) =>
  and(
    eq(tickets.companyId, connection.companyId),
    eq(tickets.status, 'open'),
    eq(tickets.whatsappId, connection.id),
    eq(tickets.isGroup, false),
    isNull(tickets.snoozedAt),
    lte(tickets.answeredAt, before(at, connection.expiresTicket ?? 0)),
    sql`not exists (select 1 from ${messages} m where m.ticket_id = ${tickets.id}
      and m.created_at = ${tickets.answeredAt} and m.from_me = 1 and m.failure is not null)`,
  )

async function place(
  app: Workspace,
  tx: Tx,
  connection: Connection,
  ticketId: number,
  at: Date,
): Promise<Outcome | null> {
  const [row] = await tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, ticketId), unplaced(connection, at)))
  if (!row) return null
  const changes = {
    queueId: connection.transferQueueId,
    chatbot: false,
    queueOptionId: null,
    updatedAt: at.toISOString(),
  }
  await tx.update(tickets).set(changes).where(eq(tickets.id, row.id))
  await tx
    .update(ticketTrackings)
    .set({ queueId: connection.transferQueueId })
    .where(and(eq(ticketTrackings.ticketId, row.id), isNull(ticketTrackings.finishedAt)))
  const after: TicketRow = { ...row, ...changes }
  await publishChange(app, tx, row, after)
  return { after, farewell: null }
}

async function expire(
  app: Workspace,
  tx: Tx,
  connection: Connection,
  ticketId: number,
  at: Date,
): Promise<Outcome | null> {
  const [row] = await tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, ticketId), expired(connection, at)))
  if (!row) return null
  const words = isHeldElsewhere(row) ? '' : connection.expiresInactiveMessage.trim()
  const storedMessage = words
    ? await storeOwn(app, tx, row.id, {
        companyId: row.companyId,
        body: (await filling(tx, row, at))(words),
        userId: null,
      })
    : null
  const changes = {
    status: 'closed' as const,
    chatbot: false,
    waitingSince: null,
    unreadMessages: 0,
    closedAt: at.toISOString(),
    updatedAt: at.toISOString(),
  }
  await tx.update(tickets).set(changes).where(eq(tickets.id, row.id))
  const after: TicketRow = { ...row, ...changes }
  await track(tx, 'resolve', after, at.toISOString())
  await publishChange(app, tx, row, after)
  return { after, farewell: storedMessage?.row ?? null }
}

/** An instant this far ahead was written by another clock. */
const AHEAD_MS = 2 * MINUTE_MS

/** Resets a connection's tickets whose instants are in the future. */
async function setRight(db: Db, connection: Connection, at: Date): Promise<void> {
  const ahead = new Date(at.getTime() + AHEAD_MS).toISOString()
  const now = at.toISOString()
  for (const column of ['updatedAt', 'answeredAt'] as const)
    await db
      .company(connection.companyId)
      .update(tickets)
      .set({ [column]: now })
      .where(
        and(
          eq(tickets.companyId, connection.companyId),
          eq(tickets.whatsappId, connection.id),
          inArray(tickets.status, ['open', 'pending']),
          gt(tickets[column], ahead),
        ),
      )
}

/** Acts on everything that is due for one connection. @returns the farewells on their way. */
async function runConnection(app: Workspace, connection: Connection, at: Date): Promise<Promise<void>[]> {
  await setRight(app.db, connection, at)
  const rules = [
    {
      active: (connection.timeToTransfer ?? 0) > 0 && connection.transferQueueId !== null,
      due: unplaced(connection, at),
      act: place,
    },
    { active: (connection.expiresTicket ?? 0) > 0, due: expired(connection, at), act: expire },
  ]
  const said: Promise<void>[] = []
  for (const { active, due, act } of rules) {
    if (!active) continue
    const rows = await app.db
      .select({ id: tickets.id })
      .from(tickets)
      .where(due)
      .orderBy(asc(tickets.updatedAt))
      .limit(MOST_A_TURN)
    await eachRow(app.log, 'a ticket was not timed out', rows, async ({ id }) => {
      const outcome = await app.db.company(connection.companyId).write(tx => act(app, tx, connection, id, at))
      if (outcome) said.push(sendWords(app, outcome.after, outcome.farewell))
    })
  }
  return said
}

const isTimed = or(gt(whatsapps.expiresTicket, 0), gt(whatsapps.timeToTransfer, 0))

/** Companies with connections that move or close tickets. */
export const companiesToTime: DueCompanies = ({ db }, of) =>
  db
    .selectDistinct({ companyId: whatsapps.companyId })
    .from(whatsapps)
    .where(and(isTimed, of(whatsapps.companyId)))

/**
 * Moves and closes what is due now in a company.
 * @returns a promise for each farewell: a number that hangs holds up no other.
 */
export async function runTimers(
  app: Workspace,
  companyId: number,
  at: Date = new Date(),
): Promise<Promise<void>[]> {
  const connections = await app.db
    .select()
    .from(whatsapps)
    .where(and(eq(whatsapps.companyId, companyId), isTimed))
  const said: Promise<void>[] = []
  for (const connection of connections) said.push(...(await runConnection(app, connection, at)))
  return said
}
