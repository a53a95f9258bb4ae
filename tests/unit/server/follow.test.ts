/** Work that is looked for when consoles are told of a change: at once, one look after the other, and never twice at a time. */
import { companyEvent } from '@contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Following } from '../../../electron/server/desk/happenings/consumer'
import { beginNow, startFollowing } from '../../../electron/server/desk/happenings/follow'
import { silentLog } from '../../../electron/server/log'
import { memoryLog, noOutcome } from '../../../electron/server/platform/db/event-log'
import type { Workspace } from '../../../electron/server/workspace'
import { deferred } from '../../support/deferred'

let events: ReturnType<typeof memoryLog>
let app: Workspace
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  events = memoryLog()
  app = {
    db: { changes: () => 1, events },
    work: { owns: () => true, isFenced: () => false, ownedCompanies: () => undefined },
    storage: { code: () => null },
    log: silentLog,
    turns: new Map<string, () => Promise<void>>(),
    memory: { following: new Map() },
  } as unknown as Workspace
})
afterEach(() => {
  vi.useRealTimers()
})

/** A company's consoles are told of something. */
const tell = (companyId: number, channel: 'ticket' | 'contact' = 'ticket'): void =>
  events.append({
    ...noOutcome(),
    entries: [{ companyId, rooms: [], act: { emit: companyEvent(companyId, channel), payload: {} } }],
  })
const follows = (rest: Partial<Following>): Following => ({
  job: 'test.follow',
  everyMs: 60_000,
  hears: ['ticket'],
  companies: async () => [1, 2],
  work: async () => 0,
  ...rest,
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('begins at once, for the company that was told something it hears of, and for all at the start', async () => {
  const work = vi.fn(async () => 0)
  const job = startFollowing(app, follows({ work }))
  const begun = () =>
    work.mock.calls.map(([, piece]: unknown[]) => (piece as { companyId: number }).companyId)
  await pass(0)
  expect(begun()).toEqual([1, 2])
  tell(2)
  tell(1, 'contact')
  await pass(0)
  expect(begun()).toEqual([1, 2, 2])
  await job.stop()
  tell(2)
  await pass(1_000)
  expect(begun()).toEqual([1, 2, 2])
})

it('does once more what comes while it is under way, and then rests', async () => {
  const turns = [deferred<number>(), deferred<number>()]
  const work = vi.fn(() => turns[work.mock.calls.length - 1]?.promise ?? Promise.resolve(0))
  const job = startFollowing(app, follows({ companies: async () => [1], work }))
  await pass(0)
  for (let n = 0; n < 3; n += 1) {
    tell(1)
    await pass(0)
  }
  await pass(1_000)
  expect(work).toHaveBeenCalledTimes(1)
  for (const turn of turns) turn.resolve(1)
  await pass(1_000)
  expect(work).toHaveBeenCalledTimes(2)
  await job.stop()
})

it('begins what had no place as soon as there is one, and what failed at the next time', async () => {
  const turns = new Map([1, 2, 3].map(key => [key, deferred<number>()]))
  const left = new Set(turns.keys())
  const work = vi.fn(async (_app: unknown, { key }: { key: number }) => {
    left.delete(key)
    return (await turns.get(key)?.promise) ?? 0
  })
  const due = async () => [...left].sort().map(key => ({ key, companyId: 1 }))
  const job = startFollowing(app, follows({ companies: async () => [1], atOnce: 2, due, work }))
  const begun = () => work.mock.calls.map(([, { key }]) => key)
  await pass(0)
  expect(begun()).toEqual([1, 2])
  left.add(1)
  turns.get(1)?.reject(new Error('no'))
  await pass(100)
  expect(begun()).toEqual([1, 2, 3])
  turns.get(2)?.resolve(1)
  turns.get(3)?.resolve(1)
  await pass(1_000)
  expect(begun()).toEqual([1, 2, 3])
  await pass(60_000)
  expect(begun()).toEqual([1, 2, 3, 1])
  await job.stop()
})

it('begins at once what is asked for by name, once, and what failed not before its pause is over', async () => {
  const gate = deferred<number>()
  const work = vi.fn(() => gate.promise)
  const job = follows({ hears: [], due: async () => [], againMs: 90_000, work })
  const running = startFollowing(app, job)
  await pass(0)
  const piece = { key: 7, companyId: 1 }
  for (let n = 0; n < 2; n += 1) beginNow(app, job, piece)
  expect(work).toHaveBeenCalledTimes(1)
  gate.reject(new Error('no'))
  await pass(80_000)
  beginNow(app, job, piece)
  expect(work).toHaveBeenCalledTimes(1)
  await pass(60_000)
  beginNow(app, job, piece)
  expect(work).toHaveBeenCalledTimes(2)
  await running.stop()
  beginNow(app, job, piece)
  expect(work).toHaveBeenCalledTimes(2)
})
