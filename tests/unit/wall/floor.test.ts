import { expect, it } from 'vitest'
import { heldFrom, heldIn, measuredBy, peopleNow, queuesFrom, queuesNow } from '@/features/wall/floor'
import { isNight, shiftAt } from '@/features/wall/use-kiosk'

const NOW = Date.parse('2026-01-05T12:00:00.000Z')
const ago = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString()
const ticket = (id: number, more: object = {}) => ({
  id,
  status: 'pending' as const,
  isGroup: false,
  snoozedAt: null,
  waitingSince: null,
  deadline: null,
  queueId: 1,
  userId: null,
  contact: null,
  ...more,
})
const queues = [
  { id: 1, name: 'Suporte', color: '#111111' },
  { id: 2, name: 'Vendas', color: '#222222' },
]
const lunch = { reason: 'lunch', minutes: 30, startedAt: ago(5) }
const user = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  online: true,
  break: null,
  queues: [{ id: 1 }],
  ...more,
})
const promised = (dueInMinutes: number) => ({
  kind: 'first' as const,
  levelName: 'Ouro',
  minutes: 10,
  clock: 'calendar' as const,
  startedAt: ago(60),
  warnAt: ago(5 - dueInMinutes),
  dueAt: ago(-dueInMinutes),
})

it('counts who waits by queue, against its promise and without one', () => {
  const rows = queuesNow(
    queues,
    [
      ticket(1, { waitingSince: ago(2) }),
      ticket(2, { waitingSince: ago(6) }),
      ticket(3, { waitingSince: ago(20), status: 'open', userId: 9 }),
      ticket(4, { waitingSince: ago(1), deadline: promised(-1) }),
      ticket(5, { waitingSince: ago(1), deadline: promised(4) }),
      ticket(6, { waitingSince: ago(40), deadline: promised(60), queueId: 2 }),
      ticket(7, { status: 'open', queueId: 2 }),
      // Put aside: nobody holds it now, and the customer waits.
      ticket(13, { status: 'open', queueId: 2, waitingSince: ago(50), snoozedAt: ago(1), userId: 9 }),
      // None of these waits for anybody.
      ticket(8, { waitingSince: ago(90), isGroup: true }),
      ticket(9, { status: 'open', snoozedAt: ago(1) }),
      ticket(10, { waitingSince: ago(90), status: 'closed' }),
      ticket(11, { waitingSince: ago(90), queueId: 77 }),
      ticket(12, { waitingSince: ago(3), queueId: null }),
    ],
    [
      user(1, 'Ana'),
      user(2, 'Bia', { break: lunch }),
      user(3, 'Caio', { online: false }),
      user(4, 'Lívia', { queues: [{ id: 1 }, { id: 2 }] }),
    ],
    NOW,
  )
  const minutes = 60_000
  expect(rows.map(({ queue, ...row }) => [queue?.name ?? null, row])).toEqual([
    [
      'Suporte',
      { id: 1, waiting: 5, longestMs: 20 * minutes, late: 2, soon: 2, snoozed: 0, open: 1, there: 2 },
    ],
    [
      'Vendas',
      { id: 2, waiting: 2, longestMs: 50 * minutes, late: 1, soon: 0, snoozed: 1, open: 1, there: 1 },
    ],
    [null, { id: 0, waiting: 1, longestMs: 3 * minutes, late: 0, soon: 0, snoozed: 0, open: 0, there: 0 }],
  ])
})

it('takes the counts of a server that counts, in the order of the queues, with the wait as it is now', () => {
  const told = [
    { queueId: null, waiting: 2, since: ago(3), late: 0, soon: 1, snoozed: 0, open: 4 },
    { queueId: 2, waiting: 7, since: ago(9), late: 3, soon: 4, snoozed: 2, open: 700 },
    // Deleted, or not for who looks.
    { queueId: 9, waiting: 7, since: ago(9), late: 3, soon: 4, snoozed: 0, open: 1 },
  ]
  const rows = queuesFrom(queues, told, [user(1, 'Ana')], NOW + 60_000)
  expect(rows.map(({ queue, id: _, ...row }) => [queue?.name ?? null, row])).toEqual([
    ['Suporte', { waiting: 0, longestMs: 0, late: 0, soon: 0, snoozed: 0, open: 0, there: 1 }],
    ['Vendas', { waiting: 7, longestMs: 600_000, late: 3, soon: 4, snoozed: 2, open: 700, there: 0 }],
    [null, { waiting: 2, longestMs: 240_000, late: 0, soon: 1, snoozed: 0, open: 4, there: 0 }],
  ])
  const alarm = (kind: 'waiting' | 'longest' | 'late' | 'nobody', queueIds: number[] = []) =>
    measuredBy({ kind, queueIds }, rows)
  expect([alarm('waiting'), alarm('waiting', [2]), alarm('longest'), alarm('late', [1, 2])]).toEqual([
    9, 7, 10, 3,
  ])
  expect([alarm('nobody'), alarm('nobody', [2])]).toEqual([1, 0])
})

it('says who is on what, those with work first; then who is free, then who is on a break', () => {
  const staff = [
    user(1, 'Zeca'),
    user(2, 'Bia', { break: lunch }),
    user(3, 'Ana'),
    user(4, 'Fora', { online: false }),
    user(5, 'Longe', { online: false }),
  ]
  const longest = [
    { ticketId: 11, name: 'Rita', since: ago(9) },
    { ticketId: 10, name: '', since: null },
  ]
  const told = peopleNow(
    staff,
    heldFrom([
      { userId: 1, open: 612, longest },
      { userId: 5, open: 1, longest: [] },
    ]),
  )
  expect(told.map(({ user: { name }, open }) => [name, open])).toEqual([
    ['Longe', 1],
    ['Zeca', 612],
    ['Ana', 0],
    ['Bia', 0],
  ])
  expect(told[1]?.longest).toEqual([
    { id: 11, name: 'Rita', since: NOW - 540_000 },
    { id: 10, name: '#10', since: null },
  ])

  const open = (id: number, userId: number) => ticket(id, { status: 'open', userId })
  const counted = peopleNow(
    staff,
    heldIn([open(10, 1), open(11, 1), open(14, 1), open(12, 5), ticket(13, { userId: 3 })], 2),
  )
  expect(counted.map(({ user: { name }, open: n, longest: some }) => [name, n, some.length])).toEqual([
    ['Longe', 1, 1],
    ['Zeca', 3, 2],
    ['Ana', 0, 0],
    ['Bia', 0, 0],
  ])
})

it('the picture moves a pixel a minute, in a square, and comes back', () => {
  const places = Array.from({ length: 25 }, (_, minute) => shiftAt(minute * 60_000))
  expect(places[24]).toEqual(places[0])
  expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(24)
  for (const [at, { x, y }] of places.slice(1).entries())
    expect(Math.abs(x - (places[at]?.x ?? 0)) + Math.abs(y - (places[at]?.y ?? 0))).toBe(1)
  const clock = (hour: number) => new Date(2026, 0, 5, hour).getTime()
  expect([21, 22, 5, 6].map(hour => isNight(clock(hour)))).toEqual([false, true, true, false])
})
