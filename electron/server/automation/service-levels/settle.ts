/**
 * Keeps the deadlines of tickets: which run, which ended and how, and which comes first. Runs at the end of every write
 * that shows a ticket to consoles, so that they are shown the present deadline.
 */
import {
  clocksOf,
  type Deadline,
  deadlineOf,
  type LevelledTicket,
  levelFor,
  minutesOfKind,
  type RunningClock,
  type ServiceLevel,
  type TicketDeadline,
} from '@contract'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Act } from '../../desk/happenings/consumer'
import type { Kinds } from '../../desk/happenings/kinds'
import { type Hours, hoursOf } from '../../platform/companies/hours'
import type { Tx } from '../../platform/db/client'
import { oneOf } from '../../platform/db/engine/words'
import { deadlines, tickets, ticketTags } from '../../platform/db/schema'
import { levelsOf } from './levels'

type DeadlineRow = typeof deadlines.$inferSelect

const columns = {
  id: tickets.id,
  status: tickets.status,
  isGroup: tickets.isGroup,
  queueId: tickets.queueId,
  userId: tickets.userId,
  whatsappId: tickets.whatsappId,
  mergedInto: tickets.mergedInto,
  waitingSince: tickets.waitingSince,
  lastAnsweredAt: tickets.lastAnsweredAt,
  closedAt: tickets.closedAt,
  createdAt: tickets.createdAt,
  deadline: tickets.deadline,
  begunAt: sql<number | null>`(select max(c.queued_at) from ticket_trackings c
    where c.ticket_id = tickets.id and c.finished_at is null)`,
}

async function rowsOf(tx: Tx, companyId: number, ids: readonly number[]) {
  const rows = await tx
    .select(columns)
    .from(tickets)
    .where(and(eq(tickets.companyId, companyId), oneOf(tickets.id, ids)))
  const tagged = await tx
    .select({ ticketId: ticketTags.ticketId, tagId: ticketTags.tagId })
    .from(ticketTags)
    .where(oneOf(ticketTags.ticketId, ids))
  return rows.map(row => ({
    ...row,
    begunAt: row.begunAt === null ? row.createdAt : new Date(Number(row.begunAt)).toISOString(),
    tagIds: tagged.filter(({ ticketId }) => ticketId === row.id).map(({ tagId }) => tagId),
  }))
}
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const levelled = (row: Row): LevelledTicket => ({
  ...row,
  // A ticket merged into another has no deadline of its own.
  status: row.mergedInto === null ? row.status : 'closed',
  answeredAt: row.lastAnsweredAt,
})

const isPast = (instant: string, at: Date): boolean => Date.parse(instant) <= at.getTime()

/** Whether a deadline is what its service level would give now, apart from changes of the level or the hours. */
const stands = (known: DeadlineRow, level: ServiceLevel, row: Row): boolean =>
  known.levelId === level.id &&
  known.minutes === minutesOfKind(level, known.kind) &&
  known.clock === level.clock &&
  (known.clock === 'always' || known.queueId === row.queueId)

/** What ended a clock: the answer, or the resolve. */
function endOf(row: Row, known: DeadlineRow, at: Date): string {
  const ended = known.kind === 'resolution' ? row.closedAt : row.lastAnsweredAt
  return ended !== null && Date.parse(ended) >= Date.parse(known.startedAt) ? ended : at.toISOString()
}

interface Settling {
  tx: Tx
  companyId: number
  levels: readonly ServiceLevel[]
  hours: () => Promise<Hours>
  /** Running deadlines are computed anew: the service levels or the hours changed. */
  anew: boolean
  at: Date
}

const wherever = ({ id }: DeadlineRow) => eq(deadlines.id, id)

/**
 * When steps are due next. What was due before this deadline existed is not made up for: a ticket that gets another
 * service level late is late without any steps.
 */
function wakeOf(level: ServiceLevel, due: Deadline, known: DeadlineRow | undefined, at: Date): string | null {
  if (known?.dueAt === due.dueAt && known.wakeAt !== null && isPast(known.wakeAt, at)) return known.wakeAt
  const times = [
    level.closeSteps.length > 0 ? due.warnAt : null,
    level.lateSteps.length > 0 ? due.dueAt : null,
  ]
  return times.find(time => time !== null && !isPast(time, at)) ?? null
}

async function begin(
  { tx, companyId, at }: Settling,
  row: Row,
  level: ServiceLevel,
  due: Deadline,
  known: DeadlineRow | undefined,
): Promise<void> {
  const wakeAt = wakeOf(level, due, known, at)
  const values = { ...due, wakeAt, queueId: row.queueId, userId: row.userId, endedAt: null }
  if (known) await tx.update(deadlines).set(values).where(wherever(known))
  else
    await tx
      .insert(deadlines)
      .values({ ...values, companyId, ticketId: row.id })
      // An undone resolve lets the same clocks continue.
      .onConflictDoUpdate({
        target: [deadlines.ticketId, deadlines.kind, deadlines.startedAt],
        set: values,
      })
}

/** Ends a deadline. One that is no longer promised and was not late is deleted. */
async function end({ tx, at }: Settling, row: Row, known: DeadlineRow, clockRuns: boolean): Promise<void> {
  if ((clockRuns || row.mergedInto !== null) && !isPast(known.dueAt, at)) {
    await tx.delete(deadlines).where(wherever(known))
    return
  }
  const endedAt = clockRuns ? at.toISOString() : endOf(row, known, at)
  await tx.update(deadlines).set({ endedAt, queueId: row.queueId, userId: row.userId }).where(wherever(known))
}

/** @returns the deadline of a clock from now on. */
async function settleClock(
  settling: Settling,
  row: Row,
  clock: RunningClock,
  level: ServiceLevel | null,
  known: DeadlineRow | undefined,
): Promise<Deadline | null> {
  const { anew, at, hours, levels } = settling
  if (known && level) {
    const other = known.levelId === level.id ? null : levels.find(one => one.id === known.levelId)
    // A late ticket stays late, wherever it is moved.
    const isLate = isPast(known.dueAt, at) && (other?.active === true || !anew)
    if (isLate || (!anew && stands(known, level, row))) return { ...known, levelId: known.levelId ?? 0 }
  }
  const opening = level?.clock === 'hours' ? (await hours())(row.queueId) : null
  const due = level && deadlineOf(level, clock, opening)
  if (level && due) await begin(settling, row, level, due, known)
  else if (known) await end(settling, row, known, true)
  return due
}

const shown = (due: Deadline): TicketDeadline => ({
  kind: due.kind,
  levelName: due.levelName,
  minutes: due.minutes,
  clock: due.clock,
  startedAt: due.startedAt,
  warnAt: due.warnAt,
  dueAt: due.dueAt,
})

const same = (a: TicketDeadline | null, b: TicketDeadline | null): boolean =>
  a === b || (a !== null && b !== null && JSON.stringify(shown({ ...a, levelId: 0 })) === JSON.stringify(b))

async function settleTicket(
  settling: Settling,
  row: Row,
  running: readonly DeadlineRow[],
): Promise<TicketDeadline | null> {
  const ticket = levelled(row)
  const clocks = clocksOf(ticket)
  const level = clocks.length > 0 ? levelFor(settling.levels, ticket) : null
  const left = new Set(running)
  const due: Deadline[] = []
  for (const clock of clocks) {
    const known = running.find(one => one.kind === clock.kind && one.startedAt === clock.startedAt)
    if (known) left.delete(known)
    const deadline = await settleClock(settling, row, clock, level, known)
    if (deadline) due.push(deadline)
  }
  for (const known of left) await end(settling, row, known, false)
  const [first] = due.toSorted((a, b) => Date.parse(a.dueAt) - Date.parse(b.dueAt))
  const next = first ? shown(first) : null
  if (!same(row.deadline, next))
    await settling.tx
      .update(tickets)
      .set({ deadline: next, warnAt: next?.warnAt ?? null, dueAt: next?.dueAt ?? null })
      .where(eq(tickets.id, row.id))
  return next
}

/**
 * Settles the deadlines of tickets of one company.
 * @param anew also unchanged ones: the service levels or the hours changed.
 * @returns for each existing ticket its first deadline, and whether that has changed.
 */
export async function settle(
  tx: Tx,
  companyId: number,
  ids: readonly number[],
  anew = false,
  at: Date = new Date(),
): Promise<Map<number, { deadline: TicketDeadline | null; isNew: boolean }>> {
  let hours: Promise<Hours> | undefined
  const settling: Settling = {
    ...{ tx, companyId, anew, at },
    levels: await levelsOf(tx, companyId),
    hours: () => {
      hours ??= hoursOf(tx, companyId)
      return hours
    },
  }
  const running = await tx
    .select()
    .from(deadlines)
    .where(and(oneOf(deadlines.ticketId, ids), isNull(deadlines.endedAt)))
  const settled = new Map<number, { deadline: TicketDeadline | null; isNew: boolean }>()
  for (const row of await rowsOf(tx, companyId, ids)) {
    const own = running.filter(one => one.ticketId === row.id)
    const deadline = await settleTicket(settling, row, own)
    settled.set(row.id, { deadline, isNew: !same(row.deadline, deadline) })
  }
  return settled
}

/** Settles the deadlines of tickets a write shows to consoles, and puts them into what is shown. */
export async function settleShown({ tx, companyId }: Act, shown: Kinds['shown']): Promise<void> {
  const isPromised = (await levelsOf(tx, companyId)).length > 0
  const ids = [...shown.keys()].filter(id => isPromised || shown.get(id)?.some(view => view.deadline))
  if (ids.length === 0) return
  for (const [id, { deadline }] of await settle(tx, companyId, ids))
    for (const view of shown.get(id) ?? []) view.deadline = deadline
}
