/** Work that is done again and again is left out while there is nothing to do and nothing is written. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { every, NOTHING } from '../../../electron/server/every'
import { silentLog } from '../../../electron/server/log'
import type { Workspace } from '../../../electron/server/workspace'

let changes: number
let full: boolean
let here: boolean
const app = {
  db: { changes: () => changes },
  work: { isFenced: () => !here },
  storage: { code: () => (full ? 'ERR_DISK_FULL' : null) },
  log: silentLog,
  turns: new Map<string, () => Promise<void>>(),
} as unknown as Workspace

beforeEach(() => {
  changes = 1
  full = false
  here = true
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Ticks of half a second. */
async function pass(ticks: number): Promise<void> {
  for (let i = 0; i < ticks; i += 1) await vi.advanceTimersByTimeAsync(500)
}

it('asks at each tick while there is something to do', async () => {
  const work = vi.fn(async () => null)
  const job = every(app, 'test.work', 500, work)
  await pass(4)
  expect(work).toHaveBeenCalledTimes(5)
  await job.stop()
  await pass(4)
  expect(work).toHaveBeenCalledTimes(5)
})

it('has its first turn when the start is over, where that is not to be held up', async () => {
  const work = vi.fn(async () => null)
  const later = { ...app, jobsAfterMs: 2_000 }
  const job = every(later, 'test.work', 500, work)
  await pass(3)
  expect(work).not.toHaveBeenCalled()
  await pass(2)
  expect(work).toHaveBeenCalledTimes(2)
  await job.stop()
  const ended = every(later, 'test.work', 500, work)
  await pass(2)
  await ended.stop()
  await pass(4)
  expect(work).toHaveBeenCalledTimes(2)
})

it('rests when there was nothing, until something is written or five seconds have passed', async () => {
  const work = vi.fn(async () => NOTHING)
  const job = every(app, 'test.work', 500, work)
  await pass(6)
  expect(work).toHaveBeenCalledTimes(1)
  changes += 1
  await pass(1)
  expect(work).toHaveBeenCalledTimes(2)
  await pass(9)
  expect(work).toHaveBeenCalledTimes(2)
  await pass(2)
  expect(work).toHaveBeenCalledTimes(3)
  await job.stop()
})

it('does not rest on what was written while it looked, nor after it failed', async () => {
  const work = vi.fn(async () => {
    changes += 1
    return NOTHING
  })
  const job = every(app, 'test.work', 500, work)
  await pass(3)
  expect(work).toHaveBeenCalledTimes(4)
  await job.stop()
  const failing = vi.fn(async () => Promise.reject(new Error('no')))
  const other = every(app, 'test.work', 500, failing)
  await pass(3)
  expect(failing).toHaveBeenCalledTimes(4)
  await other.stop()
})

it.each([
  ['nothing can be stored', { full: true, here: true }],
  ['another process may have the work', { full: false, here: false }],
])('begins nothing while %s, and goes on after it', async (_, now) => {
  full = now.full
  here = now.here
  const work = vi.fn(async () => NOTHING)
  const job = every(app, 'test.work', 500, work)
  await pass(3)
  expect(work).not.toHaveBeenCalled()
  full = false
  here = true
  await pass(1)
  expect(work).toHaveBeenCalledTimes(1)
  await job.stop()
})

it('has a turn at once where somebody asks for it, whatever was believed, and none beside another', async () => {
  let under = 0
  const work = vi.fn(async () => {
    under += 1
    expect(under).toBe(1)
    await Promise.resolve()
    under -= 1
    return NOTHING
  })
  const job = every(app, 'test.run', 500, work)
  const ask = app.turns.get('test.run')
  await Promise.all([ask?.(), ask?.()])
  expect(work).toHaveBeenCalledTimes(3)
  changes += 1
  await pass(1)
  expect(work).toHaveBeenCalledTimes(4)
  await job.stop()
  await ask?.()
  expect(work).toHaveBeenCalledTimes(4)
})
