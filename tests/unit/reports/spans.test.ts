import { describe, expect, it } from 'vitest'
import { presenceFigures, presenceFrom } from '../../../electron/server/desk/reports/presence'
import { common, lengthOf, type Span, unite, without } from '../../../electron/server/desk/reports/spans'

const spans = (...pairs: [number, number][]): Span[] => pairs.map(([from, to]) => ({ from, to }))

/** Numbers that look random and are the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * below)
  }
}
const covered = (set: readonly Span[], at: number): boolean =>
  set.some(({ from, to }) => from <= at && at < to)

describe('sets of instants', () => {
  it('join what touches and leave out what is empty', () => {
    expect(unite(spans([5, 7], [1, 3], [3, 4], [9, 9], [6, 8]))).toEqual(spans([1, 4], [5, 8]))
  })

  it('say of each instant what the sets they are made of say', () => {
    const below = numbers(7)
    for (let round = 0; round < 300; round++) {
      const some = (): Span[] =>
        Array.from({ length: below(6) }, () => {
          const from = below(40)
          return { from, to: from + below(9) }
        })
      const [one, other] = [some(), some()]
      const [a, b] = [unite(one), unite(other)]
      for (let at = 0; at < 50; at++) {
        expect(covered(a, at)).toBe(covered(one, at))
        expect(covered(common(a, b), at)).toBe(covered(one, at) && covered(other, at))
        expect(covered(without(a, b), at)).toBe(covered(one, at) && !covered(other, at))
      }
    }
  })
})

it('busy is online, on no break, with an open ticket; a break counts where somebody is online', () => {
  const presence = presenceFrom(
    {
      online: spans([0, 40], [60, 100]),
      onBreak: spans([30, 70]),
      held: spans([10, 20], [15, 35], [65, 80], [95, 200]),
    },
    { from: 5, to: 98 },
  )
  expect(presence).toEqual({
    online: spans([5, 40], [60, 98]),
    onBreak: spans([30, 40], [60, 70]),
    busy: spans([10, 30], [70, 80], [95, 98]),
  })
  expect(presenceFigures([presence, presence])).toEqual({ online: 146, onBreak: 40, busy: 66 })
  expect(lengthOf(presence.busy)).toBe(33)
})
