/** Figures of a period: from sums of months, thirds and days where these are current, otherwise from facts. */
import { type Grouping, plusDays } from '@contract'
import type { Reader } from '../../platform/db/client'
import { type SummedRow, talliedOf } from './facts'
import { cyclesOf, type Days, type ReportFilter } from './filter'
import { factsByDay, factsByIndex, factsIn } from './kept-facts'
import { pace } from './pace'
import { type Found, idOf, partsOf, question } from './question'
import { hasDays, type LongSpan, nextStart, startOf } from './rollups'
import { add, counted, isEmpty, newTally, subtract, type Tally } from './tally'
import { mergeWritten } from './written-tally'

/** Days whose facts one statement reads: in a file it blocks everybody. One person's are few. */
const SLICE_DAYS = 4
const SLICE_DAYS_OF_PEOPLE = 31

interface Cut {
  span: LongSpan
  start: string
}

/** The stretches of days outside of these, each at most so many days if both ends are known. */
function* between({ from, to }: Days, cuts: readonly Cut[], most: number): Generator<Days> {
  let first = from
  for (const cut of [...cuts.toSorted((a, b) => (a.start < b.start ? -1 : 1)), null]) {
    const last = cut === null ? to : plusDays(cut.start, -1)
    while (first !== null && last !== null && first <= last) {
      const end = plusDays(first, most - 1)
      yield { from: first, to: end < last ? end : last }
      first = plusDays(end, 1)
    }
    if (first === null || last === null) yield { from: first, to: last }
    if (cut !== null) first = nextStart(cut.span, cut.start)
  }
}

/** The Monday of a day's week. */
const weekOf = (day: string): string => plusDays(day, -((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7))

/** The key of the group a day is in. */
export const keyOfDay = (by: 'day' | 'week' | 'month', day: string): string =>
  by === 'day' ? day : by === 'week' ? weekOf(day) : startOf('month', day)

function keyOfSum(by: Grouping | null, { start, id }: Found): string {
  if (by === 'day' || by === 'week' || by === 'month') return keyOfDay(by, start)
  return idOf(by) ? String(id) : ''
}

function keysOfFact(by: Grouping | null, row: SummedRow, tagId: number | undefined): string[] {
  if (by === 'day' || by === 'week' || by === 'month') return [keyOfDay(by, row.day)]
  if (by === 'tag')
    return tagId !== undefined ? [String(tagId)] : row.tagIds.length > 0 ? row.tagIds.map(String) : ['0']
  const ids = { queue: row.queueId, user: row.userId, connection: row.whatsappId }
  return [by === null || by === 'hour' ? '' : String(ids[by])]
}

/**
 * Sums of the cycles that began within days, by group; a single sum with the key '' without a group and by hour (which
 * is part of it).
 * @param now epoch milliseconds: running deadlines due before it count as missed.
 */
export async function readTallies(
  db: Reader,
  companyId: number,
  days: Days,
  filter: ReportFilter,
  by: Grouping | null,
  now: number,
): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>()
  const away = new Map<string, Tally>()
  const tallyAt = (key: string, sign = 1): Tally => {
    const all = sign < 0 ? away : tallies
    const known = all.get(key) ?? newTally()
    all.set(key, known)
    return known
  }
  const turn = pace()
  const takeFacts = async (text: string, sign = 1): Promise<void> => {
    for (const fact of factsIn(text)) {
      const one = counted(talliedOf(fact, now))
      for (const key of keysOfFact(by, fact, filter.tagId)) add(tallyAt(key, sign), one)
    }
    await turn()
  }
  const { plus, minus } = await partsOf(db, companyId, filter, by)
  const rows = await db.all<Found>(question(companyId, days, plus, minus, by))
  for (const row of rows) {
    const [kind, sign] = [Number(row.kind), Number(row.sign)]
    if (kind === 1) mergeWritten(tallyAt(keyOfSum(by, row), sign), row.data)
    if (kind === 0) await takeFacts(row.data, sign)
    await turn()
  }
  for (const [key, tally] of away) {
    subtract(tallyAt(key), tally)
    if (isEmpty(tallyAt(key))) tallies.delete(key)
  }
  if (hasDays(plus.scope)) return tallies
  // A cycle stays on its day, so each is read once whatever is summed up meanwhile.
  const cuts = rows.flatMap(({ kind, start }): Cut[] =>
    Number(kind) < 2 ? [] : [{ span: Number(kind) === 2 ? 'third' : 'month', start }],
  )
  const isOfPeople = filter.userIds.length > 0
  const most = isOfPeople ? SLICE_DAYS_OF_PEOPLE : SLICE_DAYS
  const facts = isOfPeople && filter.tagId !== undefined ? factsByIndex : factsByDay
  for (const slice of between(days, cuts, most)) {
    const found = await db.all<{ data: string }>(facts(cyclesOf(companyId, slice, filter)))
    for (const { data } of found) await takeFacts(data)
    await turn()
  }
  return tallies
}

/** The sum of all asked cycles. */
export async function readTotal(
  db: Reader,
  companyId: number,
  days: Days,
  filter: ReportFilter,
  now: number,
): Promise<Tally> {
  return (await readTallies(db, companyId, days, filter, null, now)).get('') ?? newTally()
}
