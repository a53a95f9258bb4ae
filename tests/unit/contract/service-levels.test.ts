import {
  clocksOf,
  deadlineOf,
  deadlineState,
  dueAfter,
  isOpenAt,
  type LevelledTicket,
  levelFor,
  type Opening,
  type ServiceLevel,
  serviceLevelForm,
  WEEKDAYS,
} from '@contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const MINUTE = 60_000
const iso = (ms: number): string => new Date(ms).toISOString()

/** What `dueAfter` has to answer, counted minute by minute. */
function counted(opening: Opening, since: string, minutes: number): string | null {
  let at = Date.parse(since)
  let left = minutes * MINUTE
  const end = at + 5 * 86_400_000
  while (at < end) {
    const next = (Math.floor(at / MINUTE) + 1) * MINUTE
    if (isOpenAt(opening, new Date(at))) {
      if (next - at >= left) return iso(at + left)
      left -= next - at
    }
    at = next
  }
  return null
}

const two = (value: number): string => String(value).padStart(2, '0')
const clock = fc
  .integer({ min: 0, max: 96 })
  .map(quarter => `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`)
const part = fc.record({ weekdayEn: fc.constantFrom(...WEEKDAYS), startTime: clock, endTime: clock })
/** Zones whose clocks change, at the days they do: forward, back, by half an hour, at midnight. */
const CHANGES = [
  ['America/New_York', '2026-03-08T00:00:00Z'],
  ['America/New_York', '2026-11-01T00:00:00Z'],
  ['Europe/Lisbon', '2026-03-28T18:00:00Z'],
  ['Europe/Lisbon', '2026-10-24T18:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T06:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T06:00:00Z'],
  ['America/Santiago', '2026-09-05T20:00:00Z'],
  ['America/Sao_Paulo', '2026-07-01T00:00:00Z'],
] as const
const days = [
  '2026-03-08',
  '2026-03-29',
  '2026-10-25',
  '2026-11-01',
  '2026-04-05',
  '2026-09-06',
  '2026-07-02',
]
describe('when so many minutes have passed', () => {
  it('is what counting minute by minute says, over changes of the clocks, parts of days and holidays', () => {
    const holiday = fc.tuple(
      fc.constantFrom(...days),
      fc.constantFrom(['', ''] as const, ['09:00', '24:00'] as const),
    )
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 14 }),
        fc.array(holiday, { maxLength: 2 }),
        fc.constantFrom(...CHANGES),
        fc.integer({ min: 0, max: 2 * 86_400 }),
        fc.integer({ min: 1, max: 1_500 }),
        (week, closed, [timeZone, from], seconds, minutes) => {
          const opening: Opening = {
            days: week,
            holidays: closed.map(([day, [startTime, endTime]]) => ({ day, startTime, endTime })),
            timeZone,
          }
          const since = iso(Date.parse(from) + seconds * 1_000)
          const slow = counted(opening, since, minutes)
          if (slow === null) return
          expect(dueAfter(opening, since, minutes)?.at).toBe(slow)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('says which time counted', () => {
    const opening: Opening = {
      days: ['monday', 'tuesday'].flatMap(weekdayEn => [
        { weekdayEn, startTime: '08:00', endTime: '12:00' },
        { weekdayEn, startTime: '13:00', endTime: '24:00' },
      ]),
      timeZone: 'America/Sao_Paulo',
    }
    // Monday 11:50 in São Paulo: the lunch break does not count, midnight is no break.
    expect(dueAfter(opening, '2026-07-06T14:50:00.000Z', 30)).toEqual({
      at: '2026-07-06T16:20:00.000Z',
      counted: [
        { from: '2026-07-06T14:50:00.000Z', to: '2026-07-06T15:00:00.000Z' },
        { from: '2026-07-06T16:00:00.000Z', to: '2026-07-06T16:20:00.000Z' },
      ],
    })
    // Monday 23:50: the day after begins at 8.
    expect(dueAfter(opening, '2026-07-07T02:50:00.000Z', 30)?.at).toBe('2026-07-07T11:20:00.000Z')
  })

  it('never comes where it is never open', () => {
    const opening: Opening = {
      days: [{ weekdayEn: 'monday', startTime: '10:00', endTime: '10:00' }],
      timeZone: 'Europe/Lisbon',
    }
    expect(dueAfter(opening, '2026-07-06T14:50:00.000Z', 1)).toBeNull()
  })

  it('counts everything where no hours are kept', () => {
    const opening: Opening = { days: [], timeZone: 'Europe/Lisbon' }
    for (const none of [opening, null])
      expect(dueAfter(none, '2026-10-25T00:30:00.000Z', 90)?.at).toBe('2026-10-25T02:00:00.000Z')
  })
})

const ticket: LevelledTicket = {
  status: 'pending',
  isGroup: false,
  queueId: 1,
  whatsappId: 1,
  tagIds: [],
  begunAt: '2026-07-06T12:00:00.000Z',
  waitingSince: '2026-07-06T12:00:00.000Z',
  answeredAt: null,
}
const level: ServiceLevel = {
  ...serviceLevelForm.parse({ name: 'Gold', firstMinutes: 15, nextMinutes: 30, resolutionMinutes: 240 }),
  id: 1,
  position: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
}

describe('the clocks of a ticket', () => {
  const kinds = (over: Partial<LevelledTicket>): string[] =>
    clocksOf({ ...ticket, ...over }).map(one => `${one.kind} ${one.startedAt.slice(11, 16)}`)

  it('run from the first message until it is answered, from each later one until that is, and until the end', () => {
    expect(kinds({})).toEqual(['first 12:00', 'resolution 12:00'])
    const answeredAt = '2026-07-06T12:10:00.000Z'
    expect(kinds({ waitingSince: null, answeredAt })).toEqual(['resolution 12:00'])
    expect(kinds({ waitingSince: '2026-07-06T12:20:00.000Z', answeredAt })).toEqual([
      'next 12:20',
      'resolution 12:00',
    ])
  })

  it('end with the ticket, though the customer wrote last', () => {
    expect(kinds({ status: 'closed' })).toEqual([])
  })

  it('begin anew where a ticket is reopened: the wait of before counts no longer, nor does the answer of before', () => {
    const begunAt = '2026-07-08T09:00:00.000Z'
    expect(kinds({ status: 'open', begunAt, answeredAt: '2026-07-06T12:10:00.000Z' })).toEqual([
      'first 09:00',
      'resolution 09:00',
    ])
  })

  it('are none for groups', () => {
    expect(kinds({ isGroup: true })).toEqual([])
  })
})

describe('the service level of a ticket', () => {
  it('is the first active one whose conditions it meets', () => {
    const levels = [
      { ...level, id: 1, active: false },
      { ...level, id: 2, queueIds: [2] },
      { ...level, id: 3, anyTagIds: [7, 8] },
      { ...level, id: 4, queueIds: [1, 3], whatsappIds: [1] },
      { ...level, id: 5 },
    ]
    expect(levelFor(levels, ticket)?.id).toBe(4)
    expect(levelFor(levels, { ...ticket, tagIds: [8] })?.id).toBe(3)
    expect(levelFor(levels, { ...ticket, queueId: 2 })?.id).toBe(2)
    expect(levelFor(levels, { ...ticket, whatsappId: 2 })?.id).toBe(5)
    expect(levelFor(levels.slice(0, 2), ticket)).toBeNull()
  })

  it('warns before the deadline by the same clock', () => {
    const [first] = clocksOf(ticket)
    if (!first) throw new Error('no clock')
    const opening: Opening = {
      days: [
        { weekdayEn: 'monday', startTime: '09:00', endTime: '09:12' },
        { weekdayEn: 'tuesday', startTime: '09:00', endTime: '18:00' },
      ],
      timeZone: 'America/Sao_Paulo',
    }
    const due = deadlineOf(level, first, opening)
    // 9:00 in São Paulo: ten minutes on Monday, the last three on Tuesday.
    expect(due).toMatchObject({ warnAt: '2026-07-06T12:10:00.000Z', dueAt: '2026-07-07T12:03:00.000Z' })
    const state = (at: string) => due && deadlineState(due, Date.parse(at))
    expect(['12:09', '12:10', '13:00'].map(time => state(`2026-07-06T${time}:00.000Z`))).toEqual([
      'running',
      'soon',
      'soon',
    ])
    expect(state('2026-07-07T12:03:00.000Z')).toBe('late')
  })

  it('promised nothing that was due before it was made', () => {
    const [first] = clocksOf(ticket)
    const made = (createdAt: string) => first && deadlineOf({ ...level, createdAt }, first, null)
    expect(made('2026-07-06T12:14:59.000Z')?.dueAt).toBe('2026-07-06T12:15:00.000Z')
    expect(made('2026-07-06T12:15:00.000Z')).toBeNull()
  })

  it('has to promise something', () => {
    expect(serviceLevelForm.safeParse({ name: 'Nothing' }).success).toBe(false)
  })
})
