/** Figures against a count that is written in another way: 10,000 random histories, measured, kept, summed up by day and month. */
import {
  businessMs,
  COUNTS,
  type CountName,
  DURATIONS,
  type DurationName,
  FIGURE_CLOCKS,
  HISTOGRAM_STEP,
  type Opening,
} from '@contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CycleHistory, cycleFact } from '../../../electron/server/desk/reports/cycle-fact'
import { rowOf, talliedOf } from '../../../electron/server/desk/reports/facts'
import { placedIn } from '../../../electron/server/desk/reports/measure'
import {
  count,
  distributionsOf,
  figuresOf,
  levelsOf,
  newTally,
} from '../../../electron/server/desk/reports/tally'
import { mergeWritten, write } from '../../../electron/server/desk/reports/written-tally'

const ZONE = 'America/New_York'
/** Half a year over a change of the clocks. */
const FROM = Date.parse('2026-02-01T00:00:00Z')
const SPAN_MS = 180 * 86_400_000
const NOW = FROM + SPAN_MS

const WEEK: Opening = {
  timeZone: ZONE,
  days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].flatMap(weekdayEn => [
    { weekdayEn, startTime: '08:00', endTime: '12:00' },
    { weekdayEn, startTime: '13:00', endTime: '18:00' },
  ]),
  holidays: [{ day: '2026-03-09', startTime: '', endTime: '' }],
}

/** Steps between what happens, milliseconds: mostly minutes, now and then days. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 3_600_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 3 * 86_400_000 }) },
)
const by = fc.constantFrom('customer', 'customer', 'person', 'automatic') as fc.Arbitrary<
  'customer' | 'person' | 'automatic'
>

const history: fc.Arbitrary<CycleHistory> = fc
  .record({
    start: fc.integer({ min: 0, max: SPAN_MS }),
    messages: fc.array(fc.record({ after: step, by }), { maxLength: 8 }),
    isGroup: fc.boolean().map(yes => yes),
    accepted: fc.option(step, { freq: 3 }),
    ended: fc.option(step, { freq: 4 }),
    isAgain: fc.boolean(),
    transfers: fc.integer({ min: 0, max: 3 }),
    bot: fc.boolean(),
    handed: fc.boolean(),
    asked: fc.boolean(),
    rate: fc.option(fc.integer({ min: 1, max: 3 })),
    deadlines: fc.array(
      fc.record({
        name: fc.constantFrom('Ouro', 'Prata'),
        kind: fc.constantFrom('first', 'next', 'resolution') as fc.Arbitrary<'first' | 'next' | 'resolution'>,
        due: step,
        ended: fc.option(step),
      }),
      { maxLength: 3 },
    ),
  })
  .map(one => {
    const queuedAt = FROM + one.start
    let at = queuedAt
    const said = one.messages.map(({ after, by: who }) => {
      at += after
      return { at, by: who }
    })
    const startedAt = one.accepted === null ? null : queuedAt + one.accepted
    return {
      queuedAt,
      startedAt,
      finishedAt: one.ended === null ? null : Math.max(at, startedAt ?? 0) + one.ended,
      isAgain: one.isAgain,
      transfers: one.transfers,
      botAt: one.bot ? queuedAt + 1 : null,
      handedAt: one.handed ? queuedAt + 2 : null,
      ratingAskedAt: one.asked ? queuedAt + 3 : null,
      rate: one.rate,
      messages: one.isGroup && one.transfers === 3 ? null : said,
      deadlines: one.deadlines.map(({ name, kind, due, ended }) => ({
        ...{ name, kind, dueAt: queuedAt + due },
        endedAt: ended === null ? null : queuedAt + ended,
      })),
    }
  })

/** What people answered: for each of their messages, the customer's first since their last one. */
function answersOf({ messages }: CycleHistory): { from: number; to: number; isFirst: boolean }[] {
  const all = messages ?? []
  return all.flatMap(({ at, by: who }, place) => {
    if (who !== 'person') return []
    const last = all
      .slice(0, place)
      .map(one => one.by)
      .lastIndexOf('person')
    const waiting = all.slice(last + 1, place).find(one => one.by === 'customer')
    return waiting ? [{ from: waiting.at, to: at, isFirst: last === -1 }] : []
  })
}

const isOver = (c: CycleHistory): boolean => c.finishedAt !== null
const has = (c: CycleHistory, who: string): boolean => (c.messages ?? []).some(one => one.by === who)
const isPeoples = (c: CycleHistory): boolean =>
  has(c, 'person') || c.startedAt !== null || c.handedAt !== null
const turnsOf = (c: CycleHistory): number =>
  (c.messages ?? [])
    .map(one => one.by)
    .filter(who => who !== 'automatic')
    .filter((who, at, all) => who === 'person' && all[at - 1] !== 'person').length
const results = (c: CycleHistory): boolean[] =>
  c.deadlines.flatMap(({ dueAt, endedAt }) => {
    const end = endedAt ?? c.finishedAt
    if (end !== null) return [end <= dueAt]
    return dueAt < NOW ? [false] : []
  })

/** Each figure by its definition in docs/figures.md, over the histories themselves. */
const NAIVE: Record<CountName, (c: CycleHistory) => number> = {
  arrived: () => 1,
  resolved: c => Number(isOver(c)),
  answered: c => Number(answersOf(c).length > 0),
  reopened: c => Number(c.isAgain),
  abandoned: c =>
    Number(isOver(c) && has(c, 'customer') && !has(c, 'person') && !(c.botAt !== null && !isPeoples(c))),
  transferred: c => Number(c.transfers > 0),
  transfers: c => c.transfers,
  oneTouch: c => Number(isOver(c) && answersOf(c).length > 0 && turnsOf(c) === 1),
  botAnswered: c => Number(c.botAt !== null),
  botSolved: c => Number(c.botAt !== null && isOver(c) && !isPeoples(c)),
  handedOver: c => Number(c.botAt !== null && isPeoples(c)),
  asked: c => Number(c.ratingAskedAt !== null || c.rate !== null),
  rated: c => Number(c.rate !== null),
  satisfied: c => Number(c.rate === 2 || c.rate === 3),
  rateSum: c => c.rate ?? 0,
  kept: c => results(c).filter(Boolean).length,
  missed: c => results(c).filter(kept => !kept).length,
}

type Span = [number, number]
const span = (from: number | null | undefined, to: number | null | undefined): Span[] =>
  from == null || to == null ? [] : [[from, to]]

const SPANS: Record<DurationName, (c: CycleHistory) => Span[]> = {
  firstAnswer: c =>
    answersOf(c)
      .filter(one => one.isFirst)
      .flatMap(one => span(one.from, one.to)),
  nextAnswer: c =>
    answersOf(c)
      .filter(one => !one.isFirst)
      .flatMap(one => span(one.from, one.to)),
  firstAutomatic: c => {
    const all = c.messages ?? []
    const until = all.findIndex(one => one.by === 'person')
    const early = until === -1 ? all : all.slice(0, until)
    const first = early.findIndex(one => one.by === 'customer')
    if (first === -1) return []
    return span(early[first]?.at, early.slice(first).find(one => one.by === 'automatic')?.at)
  },
  waiting: c => (c.startedAt === c.queuedAt ? [] : span(c.queuedAt, c.startedAt)),
  handling: c => span(c.startedAt, c.finishedAt),
  resolution: c => span(c.queuedAt, c.finishedAt),
}

const factOf = (c: CycleHistory, id: number) => {
  const queuedAt = new Date(c.queuedAt).toISOString()
  return rowOf(
    {
      ...{ id, companyId: 1, ticketId: id, queuedAt, queueId: 0, userId: 0, whatsappId: 0, tagIds: [] },
      finishedAt: c.finishedAt === null ? null : new Date(c.finishedAt).toISOString(),
      ...placedIn(ZONE, queuedAt),
      ratingId: null,
      deadlines: c.deadlines.map(one => [one.name, one.kind, one.dueAt, one.endedAt ?? c.finishedAt]),
    },
    cycleFact(c, WEEK),
  )
}

it('sums of days and months, merged in any order, are what a plain count of the histories is', () => {
  let seen = 0
  fc.assert(
    fc.property(fc.array(history, { minLength: 50, maxLength: 50 }), fc.boolean(), (cycles, isReversed) => {
      seen += cycles.length
      // Each day by itself, then written down, then the days of a month, then the months.
      const byDay = new Map<string, ReturnType<typeof newTally>>()
      for (const [at, cycle] of cycles.entries()) {
        const row = factOf(cycle, at)
        const tally = byDay.get(row.day) ?? newTally()
        byDay.set(row.day, tally)
        count(tally, talliedOf(row, NOW))
      }
      const byMonth = new Map<string, ReturnType<typeof newTally>>()
      const days = [...byDay]
      for (const [day, tally] of isReversed ? days.toReversed() : days) {
        const month = byMonth.get(day.slice(0, 7)) ?? newTally()
        byMonth.set(day.slice(0, 7), month)
        mergeWritten(month, write(tally))
      }
      const total = newTally()
      for (const month of byMonth.values()) mergeWritten(total, write(month))
      const { counts, durations } = figuresOf(total)

      for (const name of COUNTS)
        expect(counts[name], name).toBe(cycles.reduce((sum, cycle) => sum + NAIVE[name](cycle), 0))
      for (const name of DURATIONS)
        for (const clock of FIGURE_CLOCKS) {
          const times = cycles
            .flatMap(SPANS[name])
            .map(([from, to]) => (clock === 'calendar' ? to - from : businessMs(WEEK, from, to)))
            .sort((a, b) => a - b)
          const said = durations[name][clock]
          expect(said.n, name).toBe(times.length)
          if (times.length === 0) continue
          expect(said.mean).toBeCloseTo(times.reduce((sum, ms) => sum + ms, 0) / times.length, 3)
          for (const [share, told] of [
            [0.5, said.median],
            [0.9, said.p90],
          ] as const) {
            const exact = times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0
            const slack = HISTOGRAM_STEP * 1.001
            if (exact <= 1_000) expect(told).toBeLessThanOrEqual(1_000)
            else expect((told ?? 0) / exact).toBeGreaterThan(1 / slack)
            if (exact > 1_000) expect((told ?? 0) / exact).toBeLessThan(slack)
          }
          const bars = distributionsOf(total)[name][clock]
          let above = -1
          for (const bar of bars) {
            expect(bar.n).toBe(times.filter(ms => ms > above && ms <= bar.upToMs).length)
            above = bar.upToMs
          }
          expect(bars.reduce((sum, bar) => sum + bar.n, 0)).toBe(times.length)
        }
      const arrivals = total.hours.reduce((sum, n) => sum + n, 0)
      expect(arrivals).toBe(cycles.length)
      for (const { name, kind, kept, missed } of levelsOf(total)) {
        const own = cycles.flatMap(cycle =>
          results({
            ...cycle,
            deadlines: cycle.deadlines.filter(one => one.name === name && one.kind === kind),
          }),
        )
        expect([kept, missed]).toEqual([own.filter(Boolean).length, own.filter(one => !one).length])
      }
    }),
    { numRuns: 200 },
  )
  expect(seen).toBeGreaterThanOrEqual(10_000)
})
