/**
 * What consumers owe tickets: rows written with the happening and deleted with the result. The process that wrote a row
 * sees to it at once; the follower finds the rest.
 */
import { and, asc, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import { reasonOf } from '../../log'
import type { Companies } from '../../platform/db/by-company'
import { afterCommit } from '../../platform/db/engine/inside'
import { happenings, tickets } from '../../platform/db/schema'
import { throughLoss } from '../../platform/db/through-loss'
import type { Workspace } from '../../workspace'
import type { Act, Consumer, Following } from './consumer'
import type { Piece } from './kinds'

/** Rows per look. */
const MOST_A_TURN = 100
/** How long a failed row is left alone, milliseconds; it blocks nothing else. */
const AGAIN_MS = 60_000
const TRIES = 5

type Place = Pick<typeof tickets.$inferSelect, 'id' | 'companyId' | 'whatsappId'>

/** Notes within a write what a consumer owes tickets; it begins once that is stored. */
export async function owe<Payload>(
  { app, tx, companyId }: Act,
  { name: consumer }: Consumer<Payload>,
  owed: readonly { ticket: Place; payload: Payload }[],
): Promise<void> {
  if (owed.length === 0) return
  await tx
    .insert(happenings)
    .values(owed.map(({ ticket, payload }) => ({ companyId, ticketId: ticket.id, consumer, payload })))
  afterCommit(() => {
    for (const { ticket } of owed) seeTo(app, consumer, ticket)
  })
}

/** Deletes the rows and does what they ask for, if one is due. @returns work to continue with. */
const settle = (
  app: Workspace,
  name: string,
  { id: ticketId, companyId }: Omit<Place, 'whatsappId'>,
  now = Date.now(),
) =>
  app.db.company(companyId).write(async tx => {
    const isDue = sql`exists (select 1 from ${happenings} due where due.ticket_id = ${ticketId}
      and due.consumer = ${name} and due.next_at <= ${now})`
    const rows = await tx
      .delete(happenings)
      .where(and(eq(happenings.ticketId, ticketId), eq(happenings.consumer, name), isDue))
      .returning({ id: happenings.id, payload: happenings.payload })
    if (rows.length === 0) return null
    const owed = rows.toSorted((a, b) => a.id - b.id).map(({ payload }) => payload)
    const consumer = app.consumers.find(one => one.name === name)
    return (await consumer?.settle?.({ app, tx, companyId }, ticketId, owed)) ?? null
  })

/** A failure is retried later, and given up in the end. */
async function failed(
  app: Workspace,
  consumer: string,
  { id, companyId }: Place,
  error: unknown,
): Promise<void> {
  const own = and(eq(happenings.ticketId, id), eq(happenings.consumer, consumer))
  app.log.warn('what follows was not done', { consumer, ticketId: id, reason: reasonOf(error) })
  const nextAt = new Date(Date.now() + AGAIN_MS).toISOString()
  await app.db.company(companyId).write(async tx => {
    await tx
      .update(happenings)
      .set({ tries: sql`${happenings.tries} + 1`, nextAt })
      .where(own)
    await tx.delete(happenings).where(and(own, gte(happenings.tries, TRIES)))
  })
}

interface OwedPiece extends Piece, Place {
  consumer: string
}

/** Tickets that are owed something, oldest note first. */
const owedNow = (db: Workspace['db'], which: SQL | undefined) =>
  db
    .select({
      ...{ key: happenings.id, id: happenings.ticketId },
      ...{ companyId: happenings.companyId, consumer: happenings.consumer },
      whatsappId: tickets.whatsappId,
    })
    .from(happenings)
    .innerJoin(tickets, eq(tickets.id, happenings.ticketId))
    .where(which)
    .orderBy(asc(happenings.id))

/** Does what a ticket is owed, in line with the other automatic answers of its conversation. Never rejects. */
function seeTo(app: Workspace, consumer: string, ticket: Place): void {
  const { answers, owed } = app.memory
  const key = `${consumer} ${ticket.id}`
  // One that has not begun also finds the new rows.
  if (owed.has(key) || !app.work.owns(ticket.companyId)) return
  owed.add(key)
  const work = async (again: boolean): Promise<void> => {
    await (await settle(app, consumer, ticket))?.()
    // Sends what an earlier try stored without handing it over.
    if (again && ticket.whatsappId !== null) app.memory.outgoing.wake?.(ticket.whatsappId)
  }
  answers
    .run(ticket.whatsappId ?? 0, ticket.id, async () => {
      owed.delete(key)
      await throughLoss(app, ticket.companyId, work).catch(error => failed(app, consumer, ticket, error))
    })
    .catch((error: unknown) =>
      app.log.error('happening.settle', { consumer, ticketId: ticket.id, reason: reasonOf(error) }),
    )
}

/**
 * Does what an earlier run, or another process, owed. Resulting messages wait in the outbox, which resumes as each
 * connection comes up. Runs before customers' messages are taken again.
 */
export async function takeUpOwed(app: Workspace, of?: Companies): Promise<void> {
  for (const { consumer, ...ticket } of await owedNow(app.db, of?.(happenings.companyId)))
    await throughLoss(app, ticket.companyId, () =>
      settle(app, consumer, ticket, Number.MAX_SAFE_INTEGER),
    ).catch(error => failed(app, consumer, ticket, error))
}

/** Owed work that nobody saw to. */
export const settlingJob: Following<OwedPiece> = {
  job: 'happening.settle',
  everyMs: 2_000,
  atOnce: MOST_A_TURN,
  due: ({ db }, of) =>
    owedNow(db, and(lte(happenings.nextAt, new Date().toISOString()), of(happenings.companyId))).limit(
      MOST_A_TURN,
    ),
  async work(app, { consumer, ...owed }) {
    seeTo(app, consumer, owed)
    return 1
  },
}
