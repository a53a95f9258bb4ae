import { describe, expect, it } from 'vitest'
import { arrange, byRisk, type Candidate, FIRST_CHOICE, wanted } from '../../../src/features/wall/choice'

const ticket = (id: number, over: Partial<Candidate> = {}): Candidate => ({
  id,
  status: 'open',
  isGroup: false,
  waitingSince: null,
  deadline: null,
  snoozedAt: null,
  activityAt: 0,
  ...over,
})

describe('the order of risk', () => {
  it('puts who waits longest first, then lively conversations, and leaves groups and closed tickets out', () => {
    const tickets = [
      ticket(1, { activityAt: 5 }),
      ticket(2, { waitingSince: '2026-01-01T10:05:00.000Z' }),
      ticket(3, { status: 'pending', waitingSince: '2026-01-01T10:01:00.000Z' }),
      ticket(4, { activityAt: 9 }),
      ticket(5, { isGroup: true, waitingSince: '2026-01-01T09:00:00.000Z' }),
      ticket(6, { status: 'closed', activityAt: 99 }),
      ticket(7, { status: 'pending' }),
      ticket(8, { snoozedAt: '2026-01-01T10:00:00.000Z' }),
      // Put aside: the customer waits all the same.
      ticket(9, { snoozedAt: '2026-01-01T10:00:00.000Z', waitingSince: '2026-01-01T10:03:00.000Z' }),
    ]
    expect(byRisk(tickets)).toEqual([3, 9, 2, 4, 1])
  })

  it('compares instants, not their spelling', () => {
    const tickets = [
      ticket(1, { waitingSince: '2026-01-01T10:05:00-03:00' }),
      ticket(2, { waitingSince: '2026-01-01T12:00:00Z' }),
    ]
    expect(byRisk(tickets)).toEqual([2, 1])
  })
})

describe('who belongs on the wall', () => {
  const risky = [10, 11, 12, 13, 14, 15]

  it('fills the places behind the pinned ones with the riskiest', () => {
    expect(wanted({ mode: 'risk', pinned: [14], tiles: 4, viewId: null }, risky)).toEqual([14, 10, 11, 12])
  })

  it('shows the pinned ones alone when they were chosen', () => {
    expect(wanted({ mode: 'chosen', pinned: [14, 99], tiles: 9, viewId: null }, risky)).toEqual([14, 99])
  })

  it('never shows more than nine', () => {
    const many = Array.from({ length: 30 }, (_, at) => at)
    expect(wanted(FIRST_CHOICE, many)).toHaveLength(9)
    expect(wanted({ mode: 'chosen', pinned: many, tiles: 9, viewId: null }, many)).toHaveLength(9)
  })

  it('keeps the tile under the hand although riskier ones came', () => {
    expect(wanted({ mode: 'risk', pinned: [], tiles: 4, viewId: null }, risky, 15)).toContain(15)
    expect(wanted({ mode: 'risk', pinned: [], tiles: 4, viewId: null }, risky, 15)).toHaveLength(4)
    expect(wanted({ mode: 'risk', pinned: [], tiles: 4, viewId: null }, risky, 77)).toEqual([10, 11, 12, 13])
  })
})

describe('places', () => {
  it('moves nobody who stays: a newcomer takes the place of one who left', () => {
    expect(arrange([1, 2, 3, 4], [4, 9, 1, 3])).toEqual([1, 9, 3, 4])
  })

  it('closes up when nobody comes, and appends when there is room', () => {
    expect(arrange([1, 2, 3], [3, 1])).toEqual([1, 3])
    expect(arrange([1], [1, 5, 6])).toEqual([1, 5, 6])
  })

  it('answers the same array when nothing changes, whatever the order asked for', () => {
    const shown = [1, 2, 3]
    expect(arrange(shown, [3, 2, 1])).toBe(shown)
  })
})
