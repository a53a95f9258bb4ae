/**
 * Snoozed tickets: snoozed by people, woken by people and by the clock. The customer wakes them in inbound/store.ts.
 */
import { type ExpectedTicket, owesAnswer } from '@contract'
import { and, eq, isNotNull, lte } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { originOf } from '../../platform/audit/audited'
import { recordOfTicket } from '../../platform/audit/record'
import { eachRow } from '../../platform/db/each-row'
import { ascending } from '../../platform/db/engine/words'
import { tickets } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import type { DueCompanies } from '../happenings/consumer'
import { type TicketView, ticketDetail } from '../presenters/tickets'
import { ticketToAct } from './expected'
import { snoozeChanges, wakeChanges } from './snoozed'
import { announce } from './update'
import type { TicketRow } from './visibility'

/** Most tickets of one round; the rest follow. */
const MOST_A_TURN = 200

interface Manner {
  origin: ReturnType<typeof originOf>
  /** What the person saw. */
  expected?: ExpectedTicket | undefined
}

async function change(
  app: Workspace,
  me: Me,
  id: number,
  { origin, expected }: Manner,
  changesOf: (row: TicketRow, at: string) => Partial<TicketRow>,
): Promise<TicketView> {
  const at = new Date().toISOString()
  const { before, after, view } = await app.db.company(me.companyId).write(async tx => {
    const before = await ticketToAct(tx, me, id, expected)
    const changes = changesOf(before, at)
    if (Object.keys(changes).length === 0) return { before, after: before, view: await ticketDetail(tx, id) }
    const after: TicketRow = { ...before, ...changes, updatedAt: at }
    await tx
      .update(tickets)
      .set({ ...changes, updatedAt: at })
      .where(eq(tickets.id, id))
    return { before, after, view: await announce(app, tx, before, after, me) }
  })
  if (!view) throw new ApiError('ERR_NO_TICKET_FOUND')
  const snoozeValue = (row: TicketRow): string =>
    row.snoozedAt === null ? '' : (row.snoozedUntil ?? 'customer')
  await recordOfTicket(
    app,
    me,
    before,
    { field: 'snoozedUntil', from: snoozeValue(before), to: snoozeValue(after) },
    origin,
  )
  return view
}

/**
 * Snoozes an open ticket; a snoozed one gets another time.
 * @param until ISO; null: until the customer writes.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_CHANGED, ERR_TICKET_NOT_OPEN, ERR_OWES_ANSWER
 *   when the customer waits already and no time is given, ERR_VALIDATION for a time in the past.
 */
export function snooze(
  app: Workspace,
  me: Me,
  id: number,
  until: string | null,
  manner: Manner,
): Promise<TicketView> {
  return change(app, me, id, manner, (row, at) => {
    if (row.status !== 'open') throw new ApiError('ERR_TICKET_NOT_OPEN')
    if (until === null && owesAnswer(row)) throw new ApiError('ERR_OWES_ANSWER')
    if (until !== null && Date.parse(until) <= Date.parse(at))
      throw new ApiError('ERR_VALIDATION', { field: 'until' })
    return snoozeChanges(until && new Date(until).toISOString(), at)
  })
}

/** Wakes a ticket by hand. @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
export const wake = (app: Workspace, me: Me, id: number, manner: Manner): Promise<TicketView> =>
  change(app, me, id, manner, row => (row.snoozedAt === null ? {} : wakeChanges(row, null)))

const due = (at: Date) => and(isNotNull(tickets.snoozedAt), lte(tickets.snoozedUntil, at.toISOString()))

/** Companies with tickets to wake. */
export const companiesToWake: DueCompanies = ({ db }, of) =>
  db
    .selectDistinct({ companyId: tickets.companyId })
    .from(tickets)
    .where(and(due(new Date()), of(tickets.companyId)))

/** Wakes due tickets of a company; they come to the top, unread. @returns how many there were. */
export async function wakeDue(app: Workspace, companyId: number, at: Date = new Date()): Promise<number> {
  const rows = await app.db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.companyId, companyId), due(at)))
    .orderBy(ascending(tickets.snoozedUntil))
    .limit(MOST_A_TURN)
  await eachRow(app.log, 'a ticket was not woken', rows, ({ id }) =>
    app.db.company(companyId).write(async tx => {
      const [before] = await tx.select().from(tickets).where(eq(tickets.id, id))
      if (!before) return
      const changes = {
        ...wakeChanges(before, 'due'),
        unreadMessages: Math.max(1, before.unreadMessages),
        updatedAt: at.toISOString(),
      }
      // Of two processes that found it, the second finds it awake.
      const [after] = await tx
        .update(tickets)
        .set(changes)
        .where(and(eq(tickets.id, id), due(at)))
        .returning()
      if (after) await announce(app, tx, before, after, 'clock')
    }),
  )
  return rows.length
}
