// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { changedShare, warnsOfCeiling } from '@/features/copilot/outcome'
import { endSession } from '@/stores/session-end'

it('says how much of a text was changed, from the first to the last letter that differs', () => {
  expect(changedShare('Abrimos às 8h.', 'Abrimos às 8h.')).toBe(0)
  expect(changedShare('Abrimos às 8h.', 'Abrimos às 9h.')).toBeCloseTo(1 / 14)
  expect(changedShare('abc', 'xyz')).toBe(1)
  expect(changedShare('', '')).toBe(0)
})

it('warns of the ceiling once a session, from 80 % on', () => {
  expect([null, 0.79, 0.8, 0.95].map(warnsOfCeiling)).toEqual([false, false, true, false])
  endSession()
  expect(warnsOfCeiling(0.9)).toBe(true)
})
