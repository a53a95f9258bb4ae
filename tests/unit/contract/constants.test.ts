import { expect, it } from 'vitest'
import { MORE_REACTIONS, QUICK_REACTIONS } from '../../../src/contract/constants'

// What a figure means is tested where it is used; repeating it here would only make it be written twice.
it('every reaction is offered once', () => {
  const all = [...QUICK_REACTIONS, ...MORE_REACTIONS]
  expect(new Set(all).size).toBe(all.length)
})
