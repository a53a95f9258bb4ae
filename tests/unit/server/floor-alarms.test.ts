import { expect, it } from 'vitest'
import { type AlarmState, isOn, judge, NOBODY_MS } from '../../../electron/server/doors/floor/judge'

const NOW = Date.parse('2026-01-05T12:00:00.000Z')
const waiting = { kind: 'waiting' as const, limit: 5 }

it('is raised above its limit and ends at four fifths of it, once however often it wavers', () => {
  let state: AlarmState | null = null
  const raised = new Set<number | null>()
  for (const [at, value] of [5, 6, 5, 6, 5, 6, 5].entries()) {
    state = judge(waiting, value, state, NOW + at)
    raised.add(state?.raisedAt ?? null)
  }
  expect([...raised]).toEqual([null, NOW + 1])
  expect(judge(waiting, 4, state, NOW + 9)).toBeNull()
})

it('keeps that somebody took note until it has ended', () => {
  const first = judge(waiting, 6, null, NOW)
  expect(first).toEqual({ since: NOW, raisedAt: NOW, value: 6, notedAt: null, notedBy: null })
  const noted = { ...(first as AlarmState), notedAt: NOW + 1, notedBy: 7 }
  expect(judge(waiting, 9, noted, NOW + 2)).toBe(noted)
  expect(judge(waiting, 0, noted, NOW + 3)).toBeNull()
  expect(judge(waiting, 6, null, NOW + 4)?.notedBy).toBeNull()
})

it('says that nobody is there after a minute of it, and ends with the first who comes', () => {
  const rule = { kind: 'nobody' as const, limit: 0 }
  const since = judge(rule, 0, null, NOW)
  expect(since?.raisedAt).toBeNull()
  expect(judge(rule, 0, since, NOW + NOBODY_MS - 1)).toBe(since)
  const raised = judge(rule, 0, since, NOW + NOBODY_MS)
  expect(raised?.raisedAt).toBe(NOW + NOBODY_MS)
  expect(judge(rule, 1, raised, NOW + NOBODY_MS + 1)).toBeNull()
})

it('a limit of none begins with the first and ends without any; without its queues it says nothing', () => {
  const none = { kind: 'waiting' as const, limit: 0 }
  expect([isOn(none, 1, false), isOn(none, 1, true), isOn(none, 0, true)]).toEqual([true, true, false])
  expect(judge(none, null, judge(none, 1, null, NOW), NOW)).toBeNull()
})
