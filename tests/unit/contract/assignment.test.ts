/** Reasons for breaks as a setting, and when a break should be over. */
import { areBreakReasons, BREAK_REASONS_MAX, breakEndsAt, breakReasonsOf, settingAccepts } from '@contract'
import { expect, it } from 'vitest'

it('reasons are a reason and its minutes in each line; without any the usual ones are offered', () => {
  expect(breakReasonsOf('lunch|45\nBanho de sol|20\nOutra')).toEqual([
    { reason: 'lunch', minutes: 45 },
    { reason: 'Banho de sol', minutes: 20 },
    { reason: 'Outra', minutes: null },
  ])
  expect(breakReasonsOf('').map(({ reason }) => reason)).toEqual(['pause', 'lunch', 'meeting', 'training'])
})

it.each([
  ['', true],
  ['lunch|45\nOutra', true],
  ['lunch|0', false],
  ['lunch|481', false],
  ['lunch|x', false],
  ['|20', false],
  ['a|1|2', false],
  ['Lunch|20\nlunch|30', false],
  [`${'x'.repeat(41)}|20`, false],
  [Array.from({ length: BREAK_REASONS_MAX + 1 }, (_, i) => `R${i}|5`).join('\n'), false],
])('the setting takes %j: %s', (value, taken) => {
  expect(areBreakReasons(value)).toBe(taken)
  expect(settingAccepts('breakReasons', value)).toBe(taken)
})

it('a break should be over after its minutes, and never without any', () => {
  const startedAt = '2026-03-02T12:00:00.000Z'
  expect(breakEndsAt({ startedAt, minutes: 45 })).toBe(Date.parse('2026-03-02T12:45:00.000Z'))
  expect(breakEndsAt({ startedAt, minutes: null })).toBeNull()
})
