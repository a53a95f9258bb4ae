import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FrozenOrder, frozenOrder, startFrozenOrder } from '@/features/tickets/use-frozen-list'

const live = (ids: readonly number[], key = 'assigned') => ({ type: 'live', key, ids }) as const
const holding = (ids: readonly number[]): FrozenOrder =>
  frozenOrder(startFrozenOrder('assigned', ids), { type: 'hold' })

describe('frozen list', () => {
  it('moves nothing under the hand and counts the fewest rows that moved', () => {
    expect(frozenOrder(holding([1, 2, 3, 4]), live([4, 1, 2, 3]))).toMatchObject({
      shown: [1, 2, 3, 4],
      moved: 1,
    })
    expect(frozenOrder(holding([1, 2, 3]), live([3, 2, 1]))).toMatchObject({ shown: [1, 2, 3], moved: 2 })
  })

  it('lets newcomers in below the last row, where they move nothing', () => {
    expect(frozenOrder(holding([1, 2]), live([1, 2, 3]))).toMatchObject({ shown: [1, 2, 3], moved: 0 })
  })

  it('takes over the live order on leaving and on request', () => {
    const moved = frozenOrder(holding([1, 2, 3]), live([3, 1, 2]))
    expect(frozenOrder(moved, { type: 'release' })).toMatchObject({ shown: [3, 1, 2], moved: 0, held: false })
    expect(frozenOrder(moved, { type: 'apply' })).toMatchObject({ shown: [3, 1, 2], moved: 0, held: true })
  })

  it('starts afresh with another list, and an empty list has nothing to hold', () => {
    expect(frozenOrder(holding([1, 2]), live([8, 9], 'pending'))).toMatchObject({ shown: [8, 9], moved: 0 })
    expect(frozenOrder(holding([]), live([5]))).toMatchObject({ shown: [5] })
  })

  it('whatever happens: held rows keep their places, and a release shows exactly the live order', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 20 })
    fc.assert(
      fc.property(ids, fc.array(ids, { minLength: 1, maxLength: 8 }), (start, orders) => {
        let state = holding(start)
        for (const order of orders) {
          const before = state.shown
          state = frozenOrder(state, live(order))
          if (before.length > 0) expect(state.shown.slice(0, before.length)).toEqual(before)
          expect(new Set(state.shown).size).toBe(state.shown.length)
          const same = state.shown.length === order.length && state.shown.every((id, at) => id === order[at])
          expect(state.moved === 0).toBe(same)
        }
        const last = orders.at(-1)
        expect(frozenOrder(state, { type: 'release' })).toMatchObject({ shown: last, moved: 0 })
      }),
    )
  })
})
