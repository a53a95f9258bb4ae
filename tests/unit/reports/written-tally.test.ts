/** Tallies as they are kept: whatever is in them, several read together are their sum. */
import { COUNTS, DEADLINE_KINDS, DURATIONS, FIGURE_CLOCKS } from '@contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { merge, newTally, type Tally } from '../../../electron/server/desk/reports/tally'
import { mergeWritten, write } from '../../../electron/server/desk/reports/written-tally'

const number = fc.oneof(
  fc.nat(1_000),
  fc.integer({ min: -(10 ** 14), max: 10 ** 14 }),
  fc.constantFrom(0.5, 1e21),
)
const lists = DURATIONS.length * FIGURE_CLOCKS.length
const spread = fc.record({
  n: fc.nat(3),
  sum: number,
  bars: fc.array(fc.oneof(fc.constant(0), fc.nat(2)), { maxLength: 12 }),
})
const name = fc.oneof(fc.string(), fc.constantFrom('a "b"', '\\', '],[{}', 'Ouro, já', '\n'))
const tally: fc.Arbitrary<Tally> = fc
  .record({
    counts: fc.array(number, { minLength: COUNTS.length, maxLength: COUNTS.length }),
    spreads: fc.array(spread, { minLength: lists, maxLength: lists }),
    hours: fc.array(fc.oneof(fc.constant(0), fc.nat(999)), { maxLength: 168 }),
    levels: fc.array(fc.tuple(fc.constantFrom(...DEADLINE_KINDS), name, fc.nat(9), fc.nat(9)), {
      maxLength: 4,
    }),
  })
  .map(({ counts, spreads, hours, levels }) => ({
    counts,
    // Without any there is no sum and no bar.
    spreads: spreads.map(one => (one.n === 0 ? { n: 0, sum: 0, bars: [] } : one)),
    hours,
    levels: new Map(levels.map(([kind, level, kept, missed]) => [`${kind}:${level}`, [kept, missed]])),
  }))

const filled = (list: readonly number[]) => [...list.entries()].filter(([, n]) => n > 0)

/** What can be told apart: a bar or an hour that nothing is in is none. */
const contentOf = ({ counts, spreads, hours, levels }: Tally) => ({
  counts,
  spreads: spreads.map(({ n, sum, bars }) => ({ n, sum, bars: filled(bars) })),
  hours: filled(hours),
  levels: new Map(levels),
})

it('what several texts say together is the sum of what was written', () => {
  fc.assert(
    fc.property(fc.array(tally, { minLength: 1, maxLength: 4 }), tallies => {
      const read = newTally()
      mergeWritten(read, tallies.map(write).join(','))
      const sum = newTally()
      for (const one of tallies) merge(sum, one)
      expect(contentOf(read)).toEqual(contentOf(sum))
    }),
    { numRuns: 1_000 },
  )
})

it('of nothing there is nothing', () => {
  const read = newTally()
  mergeWritten(read, '')
  expect(read).toEqual(newTally())
})

it('what is cut short, or is something else, is refused', () => {
  const whole = write({ ...newTally(), levels: new Map([['first:Ouro', [1, 2]]]) })
  for (let length = 1; length < whole.length; length += 1)
    expect(() => mergeWritten(newTally(), whole.slice(0, length)), String(length)).toThrow(SyntaxError)
  for (const other of [`${whole}${whole}`, `${whole},`, whole.replace('0,', 'x,'), '{}', '0', '[]'])
    expect(() => mergeWritten(newTally(), other), other).toThrow(SyntaxError)
})
