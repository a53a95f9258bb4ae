import { expect, it } from 'vitest'
import { createRecentAnswers } from '../../../electron/main/adapters/legacy/recent'

it('shares an answer that is on its way or was just given, until something changes', async () => {
  let now = 0
  let asked = 0
  const recent = createRecentAnswers(() => now)
  const ask = async () => ++asked
  const [one, other] = await Promise.all([recent.share('a', ask), recent.share('a', ask)])
  expect([one, other, asked]).toEqual([1, 1, 1])
  now = 999
  expect(await recent.share('a', ask)).toBe(1)
  expect(await recent.share('b', ask)).toBe(2)
  now = 1_000
  expect(await recent.share('a', ask)).toBe(3)
  recent.forget()
  expect(await recent.share('a', ask)).toBe(4)
})

it('keeps no failure', async () => {
  const recent = createRecentAnswers(() => 0)
  await expect(recent.share('a', async () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await recent.share('a', async () => 'here')).toBe('here')
})
