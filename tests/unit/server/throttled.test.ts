/** What is told of often reaches consoles at once, then at most so often, and not at all once the workspace has ended. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { silentLog } from '../../../electron/server/log'
import { throttled } from '../../../electron/server/throttled'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('does the first at once, what comes within the time in one, and other keys beside it', async () => {
  const done: string[] = []
  const news = throttled(silentLog, 'list', 400)
  const change = (key: number, what: string): void => news.run(key, async () => void done.push(what))
  change(1, 'a1')
  await vi.advanceTimersByTimeAsync(1)
  change(1, 'a2')
  change(1, 'a3')
  change(2, 'b1')
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual(['a1', 'b1'])
  await vi.advanceTimersByTimeAsync(397)
  expect(done).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(2)
  expect(done).toEqual(['a1', 'b1', 'a2'])
  await vi.advanceTimersByTimeAsync(1_000)
  change(1, 'a4')
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual(['a1', 'b1', 'a2', 'a4'])
})

it('says in the log what was not announced, and goes on', async () => {
  const warn = vi.fn()
  const news = throttled({ ...silentLog, warn }, 'list', 400)
  news.run(7, () => Promise.reject(new Error('no database')))
  await vi.advanceTimersByTimeAsync(1)
  expect(warn).toHaveBeenCalledWith('list not announced', { id: 7, reason: 'Error: no database' })
  const work = vi.fn(async () => {})
  news.run(7, work)
  await vi.advanceTimersByTimeAsync(400)
  expect(work).toHaveBeenCalledOnce()
})

it('does nothing after its end, neither what waited nor what comes', async () => {
  const work = vi.fn(async () => {})
  const news = throttled(silentLog, 'list', 400)
  news.run(1, work)
  news.end()
  news.run(2, work)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(work).not.toHaveBeenCalled()
})
