import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseChannel, type ServerFeedEvent, user } from '@contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { serverAt, serverFromFile } from '../../../electron/main/config/config'
import { createLog } from '../../../electron/main/log/log'
import { createServerClock } from '../../../electron/main/servers/clock'
import { firstServer } from '../../../electron/main/servers/first-server'
import { openKnownServers } from '../../../electron/main/servers/known'
import { isInsecure } from '../../../electron/main/servers/servers'
import { createSwitchboard } from '../../../electron/main/servers/switchboard'
import { remoteAddress } from '../../../electron/main/session/address'
import { mergeUser } from '../../../electron/main/session/merge-user'
import { debounceRemovals } from '../../../electron/main/socket/incoming'
import { Joined } from '../../../electron/main/socket/interests'
import { deferred } from '../../support/deferred'
import { openStore } from '../../support/open-store'

const log = createLog(() => {})
const place = () => join(mkdtempSync(join(tmpdir(), 'turno-servers-')), 'servers.json')

describe('known servers', () => {
  it('are remembered over a restart, the latest first, each once', () => {
    const path = place()
    const known = openKnownServers(path, openStore, log)
    known.remember('https://a.example/', '1')
    known.remember('https://b.example/api/', null)
    known.remember('https://a.example/', '2')
    const again = openKnownServers(path, openStore, log)
    expect(again.list().map(s => [s.address, s.version])).toEqual([
      ['https://a.example/', '2'],
      ['https://b.example/api/', null],
    ])
    again.forget('https://a.example/')
    expect(openKnownServers(path, openStore, log).list()).toHaveLength(1)
  })

  it('decide the first server only as long as the configuration is the one they were chosen under', () => {
    const known = openKnownServers(place(), openStore, log)
    const configured = serverFromFile({ server: 'https://company.example/api' }, 'test')
    known.remember('https://other.example/', null)
    known.choose({ key: 'https://other.example/', configured: 'https://company.example/api/' })
    expect(firstServer(configured, known, false)).toMatchObject({ label: 'other.example' })
    const locked = serverFromFile({ server: 'https://company.example/api', lockServer: true }, 'test')
    expect(firstServer(locked, known, false)).toBe(locked)
    const moved = serverFromFile({ server: 'https://new.example/api' }, 'test')
    expect(firstServer(moved, known, false)).toBe(moved)
  })

  it('leave the first window its question until somebody answers it', () => {
    const none = serverFromFile({ server: null }, 'test')
    const known = openKnownServers(place(), openStore, log)
    expect(firstServer(none, known, false)).toEqual({ kind: 'none' })
    // An earlier version began with the demo without asking: its people find it again.
    expect(firstServer(none, known, true)).toEqual({ kind: 'embedded', workspace: 'demo' })
    known.choose({ key: 'own', configured: 'none' })
    expect(firstServer(none, known, true)).toEqual({ kind: 'embedded', workspace: 'own' })
    known.remember('https://other.example/', null)
    known.choose({ key: 'https://other.example/', configured: 'embedded' })
    expect(firstServer(none, known, true)).toMatchObject({ label: 'other.example' })
    // A lock without a server leaves this computer's own two.
    const locked = serverFromFile({ lockServer: true }, 'test')
    expect(firstServer(locked, known, false)).toEqual({ kind: 'none', locked: true })
    known.choose({ key: 'own', configured: 'none' })
    expect(firstServer(locked, known, false)).toEqual({ kind: 'embedded', workspace: 'own' })
  })
})

it.each([
  ['http://10.0.0.5:8080/', true],
  ['http://localhost:8080/', false],
  ['http://127.0.0.1/', false],
  ['http://[::1]:3000/', false],
  ['https://chat.example/', false],
])('%s can be read on the way: %s', (address, insecure) => {
  expect(isInsecure(new URL(address))).toBe(insecure)
})

it('the switchboard gives no address of a server that was left meanwhile', async () => {
  const { promise: slow, resolve: give } = deferred<number>()
  const closed: string[] = []
  const board = createSwitchboard({ kind: 'embedded', workspace: 'demo' }, config => ({
    address: {
      async resolve() {
        const port = config.kind === 'embedded' ? await slow : 2
        const origin = new URL(`http://127.0.0.1:${port}`)
        return { api: origin, origin }
      },
      label: () => config.kind,
      proof: () => ({}),
      embedded: config.kind === 'embedded',
      key: '',
    },
    close: async () => void closed.push(config.kind),
  }))
  const asked = board.address.resolve()
  await board.connect(serverAt(new URL('https://a.example/')))
  give(1)
  await expect(asked).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
  expect(closed).toEqual(['embedded'])
  expect(board.address.key).toBe('https://a.example/')
})

it('the clock of a server is believed when it is far off, and forgotten with the server', async () => {
  const changes = vi.fn()
  const clock = createServerClock(() => Date.parse('2026-11-21T12:00:00.000Z'))
  clock.onChange(changes)
  const saying = (date: string) =>
    clock.listening(async () => new Response('', { headers: { date } }))('http://a/', {})
  await saying('Sat, 21 Nov 2026 12:00:03 GMT')
  expect([clock.offsetMs(), changes.mock.calls.length]).toEqual([0, 0])
  await saying('Sat, 21 Nov 2026 13:00:00 GMT')
  await saying('Sat, 21 Nov 2026 13:00:04 GMT')
  expect(clock.offsetMs()).toBeCloseTo(3_600_000, -4)
  expect(changes).toHaveBeenCalledTimes(1)
  expect(Math.abs((clock.measuredMs() ?? 0) - 3_604_500)).toBeLessThan(1)
  clock.forget()
  expect([clock.offsetMs(), clock.measuredMs()]).toEqual([0, null])
})

it('a long upload says little of the server’s clock', async () => {
  let now = Date.parse('2026-11-21T12:00:00.000Z')
  const clock = createServerClock(() => now)
  const call = (date: string, tookMs: number) =>
    clock.listening(async () => {
      now += tookMs
      return new Response('', { headers: { date } })
    })('http://a/', {})
  await call('Sat, 21 Nov 2026 12:00:01 GMT', 1_000)
  // A minute on the way, answered at its end: half of it is doubt.
  await call('Sat, 21 Nov 2026 12:01:01 GMT', 60_000)
  expect(clock.offsetMs()).toBe(0)
  expect(Math.abs(clock.measuredMs() ?? 99_000)).toBeLessThan(2_000)
})

describe('debounced removals', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const event = (payload: unknown): ServerFeedEvent => {
    const parsed = parseChannel('ticket', payload)
    if (!parsed.ok) throw new Error(parsed.issues)
    return parsed.event
  }
  const ticket = { id: 7, uuid: 'u', status: 'open', contactId: 1, createdAt: '', updatedAt: '' }

  it('are none when the ticket follows at once', () => {
    const passed = vi.fn()
    const removals = debounceRemovals(passed)
    expect(removals.holds(event({ action: 'removeFromList', ticketId: 7 }))).toBe(true)
    expect(removals.holds(event({ action: 'update', ticket }))).toBe(false)
    vi.advanceTimersByTime(1_000)
    expect(passed).not.toHaveBeenCalled()
  })

  it('are passed on when nothing follows, and dropped with the connection', () => {
    const passed = vi.fn()
    const removals = debounceRemovals(passed)
    removals.holds(event({ action: 'removeFromList', ticketId: 7 }))
    removals.holds(event({ action: 'update', ticket: { ...ticket, id: 8 } }))
    vi.advanceTimersByTime(1_000)
    expect(passed).toHaveBeenCalledTimes(1)
    removals.holds(event({ action: 'removeFromList', ticketId: 9 }))
    removals.clear()
    vi.advanceTimersByTime(1_000)
    expect(passed).toHaveBeenCalledTimes(1)
  })
})

it('a chat box is asked for again when its ticket becomes one’s own, and left as often as joined', () => {
  const joined = new Joined()
  joined.add('chat:7')
  expect(joined.becameOwn(8, 3, 3)).toBe(false)
  expect(joined.becameOwn(7, 4, 3)).toBe(false)
  expect(joined.becameOwn(7, 3, 3)).toBe(true)
  joined.add('chat:7')
  expect(joined.becameOwn(7, 3, 3)).toBe(false)
  expect(joined.remove('chat:7')).toBe(2)
  expect(joined.remove('chat:7')).toBe(0)
})

it('a thin answer takes nothing away from the user', () => {
  const whole = user.parse({
    id: 3,
    name: 'Ana',
    companyId: 1,
    company: {
      id: 1,
      name: 'Demo',
      status: true,
      dueDate: '2027-01-01T00:00:00.000Z',
      settings: [{ id: 1, key: 'userRating', value: 'enabled' }],
    },
  })
  const thin = user.parse({ id: 3, name: 'Ana Lima', companyId: 1, company: { id: 1, name: 'Demo' } })
  const merged = mergeUser(whole, thin)
  expect(merged).toMatchObject({
    name: 'Ana Lima',
    company: { dueDate: '2027-01-01T00:00:00.000Z', status: true },
  })
  expect(merged.company?.settings).toHaveLength(1)
  expect(mergeUser(whole, { ...thin, id: 4 }).company?.settings).toEqual([])
})

it('an address without the path of the API says where that was found, once it was', async () => {
  const config = serverAt(new URL('https://company.example/'))
  const address = remoteAddress(config, async () => new URL('https://company.example/api/'))
  expect(address.found?.()).toBeNull()
  await address.resolve()
  expect(address.found?.()?.href).toBe('https://company.example/api/')
})
