import { maySee } from '@contract'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { inspectFile } from '../../../electron/file-kinds'
import { batcher } from '../../../electron/server/desk/inbound/batcher'
import { readCursor, writeCursor } from '../../../electron/server/desk/tickets/cursor'
import { decide, kindOf } from '../../../electron/server/desk/tickets/transition'
import type { TicketRow } from '../../../electron/server/desk/tickets/visibility'
import { waitingAfter } from '../../../electron/server/desk/tickets/waiting'
import { attemptCounter } from '../../../electron/server/platform/auth/attempts'
import { hashPassword, verifyPassword } from '../../../electron/server/platform/auth/passwords'
import { baseName } from '../../../electron/server/platform/http/multipart'
import { imageSize } from '../../../electron/server/platform/media/image-size'
import { userRoom, viewerRooms, visibilityRoomsOf } from '../../../electron/server/platform/realtime/rooms'
import { deferred } from '../../support/deferred'

const row = (values: Partial<TicketRow>): TicketRow =>
  ({
    id: 1,
    status: 'pending',
    userId: null,
    queueId: 1,
    whatsappId: 1,
    waitingSince: null,
    useIntegration: false,
    promptId: null,
    integrationId: null,
    ...values,
  }) as TicketRow

describe('transitions', () => {
  it.each([
    ['accept', row({}), { status: 'open' }],
    ['accept', row({ queueId: null }), { status: 'open', userId: 7, queueId: 2 }],
    ['return', row({ status: 'open', userId: 7 }), { status: 'pending', userId: null }],
    ['resolve', row({ status: 'open', userId: 7 }), { status: 'closed', userId: 7, justClose: true }],
    ['resolve', row({}), { status: 'closed' }],
    ['reopen', row({ status: 'closed' }), { status: 'open', userId: 7 }],
    ['transfer', row({ status: 'open', userId: 7 }), { queueId: 2 }],
    ['transfer', row({ status: 'open', userId: 7 }), { userId: 8, status: 'open' }],
    ['transfer', row({ status: 'open', userId: 8 }), { userId: 7, queueId: 1, status: 'open' }],
    ['transfer', row({ status: 'open', userId: 7 }), { whatsappId: 2 }],
    ['touch', row({ status: 'open', userId: 7 }), {}],
    ['touch', row({ status: 'closed' }), { status: 'closed' }],
  ] as const)('%s', (kind, ticket, patch) => {
    expect(kindOf(ticket, patch, 7)).toBe(kind)
  })

  it('whatever is asked: waiting tickets have no agent, and a second acceptance never takes over', () => {
    const status = fc.constantFrom('pending', 'open', 'closed')
    const user = fc.constantFrom(null, 7, 8)
    fc.assert(
      fc.property(
        fc.record({ status, userId: user }),
        fc.record({ status, userId: user, queueId: fc.constantFrom(null, 1, 2) }, { requiredKeys: [] }),
        (before, patch) => {
          const start = row({
            ...before,
            userId: before.status === 'pending' ? null : before.userId,
          } as Partial<TicketRow>)
          const decision = decide(start, patch as never, 7, '2026-01-01T00:00:00.000Z')
          if (!decision.ok) return start.status === 'open' && start.userId === 8
          const after = { ...start, ...decision.changes }
          return after.status !== 'pending' || after.userId === null
        },
      ),
    )
  })
})

it('the waiting clock: first unanswered message sets it, a reply or closing clears it', () => {
  const first = waitingAfter(null, { kind: 'customer', at: 'a' })
  expect(waitingAfter(first, { kind: 'customer', at: 'b' })).toBe('a')
  expect(waitingAfter(first, { kind: 'reply' })).toBeNull()
  expect(waitingAfter(first, { kind: 'closed' })).toBeNull()
})

it('rooms say exactly what maySee says', () => {
  const queue = fc.constantFrom(null, 1, 2, 3)
  fc.assert(
    fc.property(
      fc.record({
        id: fc.constantFrom(5, 6),
        profile: fc.constantFrom('user', 'supervisor', 'admin', 'odd'),
        super: fc.boolean(),
        queueIds: fc.subarray([1, 2, 3]),
        seesUnqueued: fc.boolean(),
      }),
      fc.record({ queueId: queue, userId: fc.constantFrom(null, 5, 6) }),
      (who, ticket) => {
        const mine = [...visibilityRoomsOf({ ...who, companyId: 1 }), userRoom(1, who.id)]
        const rooms = viewerRooms({ ...ticket, id: 1, companyId: 1, status: 'open' })
        return mine.some(room => rooms.includes(room)) === maySee(who, ticket)
      },
    ),
  )
})

it('cursors survive the trip and refuse anything else', () => {
  const cursor = { order: 'activity' as const, key: 1_700_000_000_000, id: 9, since: 3 }
  expect(readCursor(writeCursor(cursor))).toEqual(cursor)
  fc.assert(fc.property(fc.string(), text => readCursor(text) === null))
})

describe('files', () => {
  it('reads the size of pictures and never throws on rubbish', () => {
    expect(imageSize(PNG.sync.write(new PNG({ width: 300, height: 7 })))).toEqual({ width: 300, height: 7 })
    expect(
      imageSize(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 0, 9, 0, 12, 3])),
    ).toEqual({ width: 12, height: 9 })
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), bytes => imageSize(bytes) === null || true))
  })

  it('believes bytes, not names', () => {
    const text = (s: string) => new TextEncoder().encode(s)
    expect(inspectFile(text('<html>'), 'a.png').mediaType).toBe('application')
    expect(inspectFile(text('OggS....'), 'a.txt').mediaType).toBe('audio')
    expect(inspectFile(text('plain'), 'notas.txt')).toMatchObject({ extension: '.txt', mime: 'text/plain' })
    expect(inspectFile(Uint8Array.from([0x1a, 0x45, 0xdf, 0xa3]), 'voz.webm', 'audio/webm')).toMatchObject({
      mediaType: 'audio',
    })
    expect(baseName('..\\..\\etc/pass\u0007wd')).toBe('passwd')
    expect(baseName('')).toBe('file')
  })
})

it('attempts are counted per key within a window', () => {
  let now = 0
  const counter = attemptCounter({ attempts: 2, windowMs: 60_000 }, () => now)
  expect([counter.count('a'), counter.count('a'), counter.count('a'), counter.count('b')]).toEqual([
    0, 0, 60, 0,
  ])
  now = 60_001
  expect(counter.count('a')).toBe(0)
  counter.count('a')
  counter.clear('a')
  expect(counter.count('a')).toBe(0)
})

it('passwords: salted, verifiable, and a damaged hash is no entrance', async () => {
  const [a, b] = await Promise.all([hashPassword('çedilha'), hashPassword('çedilha')])
  expect(a).not.toBe(b)
  expect(await verifyPassword('c\u0327edilha', a)).toBe(true)
  expect(await verifyPassword('outra', a)).toBe(false)
  for (const broken of ['', 'scrypt$1', 'md5$1$2$3$4$5']) expect(await verifyPassword('', broken)).toBe(false)
})

it('passwords cost a tenth of a second of computing outside of the tests (vitest.config.ts)', async () => {
  const path = '../../../electron/server/platform/auth/passwords.ts?real'
  const real: { hashPassword: typeof hashPassword } = await import(path)
  expect(await real.hashPassword('segredo')).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
})

it('batches keep order, join what waits, and pass a failure to its own callers only', async () => {
  const runs: number[][] = []
  const push = batcher<number, string>(
    3,
    () => 'one',
    async items => {
      runs.push(items)
      if (items.includes(-1)) throw new Error('bad')
    },
  )
  const results = await Promise.allSettled([
    push([1]),
    push([2]),
    push([3, 4]),
    push([-1]),
    push([5, 6, 7, 8]),
  ])
  expect(runs.flat()).toEqual([1, 2, 3, 4, -1, 5, 6, 7, 8])
  expect(runs[0]).toEqual([1])
  expect(results.map(r => r.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

it('batches of one key wait for nothing of another', async () => {
  const runs: string[] = []
  const { promise: held, resolve: end } = deferred()
  const push = batcher<[string, number], string>(
    10,
    ([key]) => key,
    async (items, key) => {
      runs.push(`${key} ${items.map(([, value]) => value).join()}`)
      if (key === 'slow') await held
    },
  )
  const slow = [push([['slow', 1]]), push([['slow', 2]]), push([['slow', 3]])]
  await push([['quick', 1]])
  await push([['quick', 2]])
  const both = push([
    ['quick', 3],
    ['slow', 4],
  ])
  end()
  await Promise.all([...slow, both])
  expect(runs).toEqual(['slow 1', 'quick 1', 'quick 2', 'quick 3', 'slow 2,3,4'])
})
