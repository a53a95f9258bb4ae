// @vitest-environment jsdom
import '../support/jsdom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from '@/api'
import { startAttendance } from '@/stores/attendance'
import { startSession, stopSession } from '@/stores/session'
import { fromFirstList } from '@/stores/tickets'
import { soon } from '../../support/soon'
import { aUser, fakeBridge, installBridge } from '../support/fake-bridge'

vi.mock('@/api', async original => ({ ...(await original<object>()), call: vi.fn() }))

/** Requests that have left, each with how it is answered. */
const open: { name: string; answer(value: unknown): void }[] = []
const names = () => open.map(({ name }) => name)
let stop = (): void => {}

beforeEach(() => {
  open.length = 0
  vi.mocked(call as (name: string) => Promise<unknown>).mockImplementation(
    name => new Promise(answer => void open.push({ name, answer })),
  )
})
afterEach(() => {
  stop()
  stopSession()
  vi.useRealTimers()
})

async function begin(path: string, profile: 'user' | 'admin'): Promise<void> {
  history.replaceState(null, '', path)
  const fake = fakeBridge({ user: aUser({ profile }) })
  installBridge(fake)
  await startSession(fake.bridge)
  stop = startAttendance(fake.bridge)
}

it('asks for the list alone where a person begins with it, and for the rest once it is there', async () => {
  await begin('/login', 'user')
  expect(names()).toEqual(['tickets.list'])
  open[0]?.answer({ tickets: [], count: 0, hasMore: false, complete: true })
  await soon(() => expect(names().length).toBeGreaterThan(5))
  expect(names().slice(1).toSorted()).toEqual([
    'queues.list',
    'savedViews.list',
    'settings.list',
    'tags.list',
    'tickets.counts',
    'tickets.pinned',
    'users.all',
    'whatsapps.list',
  ])
})

it('asks for nothing else until the list is on screen', async () => {
  vi.useFakeTimers()
  await begin('/tickets', 'user')
  const framed = vi.fn()
  const follow = fromFirstList(aUser({ profile: 'user' }), () => {
    framed()
    return () => {}
  })
  open[0]?.answer({ tickets: [], count: 0, hasMore: false, complete: true })
  // Read by now, but no frame was drawn.
  await vi.advanceTimersByTimeAsync(0)
  expect(names()).toEqual(['tickets.list'])
  await vi.advanceTimersToNextFrame()
  await vi.advanceTimersByTimeAsync(1)
  expect(names()).toContain('settings.list')
  expect(framed).toHaveBeenCalledOnce()
  follow()
})

it('begins nothing for who has left before the list is there', async () => {
  vi.useFakeTimers()
  await begin('/tickets', 'user')
  const begun = vi.fn(() => () => {})
  fromFirstList(aUser({ profile: 'user' }), begun)()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(names()).toContain('settings.list')
  expect(begun).not.toHaveBeenCalled()
})

it('waits no longer than two seconds for a list that does not come', async () => {
  vi.useFakeTimers()
  await begin('/tickets', 'user')
  await vi.advanceTimersByTimeAsync(1_999)
  expect(names()).not.toContain('settings.list')
  // And for the frame it would be drawn in.
  await vi.advanceTimersByTimeAsync(1 + 250)
  expect(names()).toContain('settings.list')
})
