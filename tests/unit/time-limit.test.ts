import { afterEach, describe, expect, it, vi } from 'vitest'
import { limitSignal, TimeLimitReached, upTo, within } from '../../electron/time-limit'

/** Makes garbage until the collector has surely run: the young generation is a few megabytes. */
const litter = (): number => {
  let size = 0
  for (let i = 0; i < 200_000; i++) size += [i, { i }, `${i}`].length
  return size
}
const fired = (signal: AbortSignal): Promise<unknown> =>
  new Promise(resolve => signal.addEventListener('abort', () => resolve(signal.reason), { once: true }))

afterEach(() => void vi.useRealTimers())

describe('a limit of time', () => {
  it('fires though nobody holds its signals and they have parents, with garbage collected in between', async () => {
    const parent = new AbortController()
    const all = Array.from({ length: 200 }, () => fired(limitSignal(30, parent.signal)))
    litter()
    const reasons = await Promise.all(all)
    expect(reasons.every(reason => reason instanceof TimeLimitReached)).toBe(true)
  })

  it('ends a wait also for what does not listen, and leaves no timer and no listener behind', async () => {
    const parent = new AbortController()
    await expect(within(20, () => new Promise(() => {}), parent.signal)).rejects.toThrow(TimeLimitReached)
    expect(await within(60_000, async () => 'done', parent.signal)).toBe('done')
    const timers = process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
    await within(3_600_000, async signal => signal.aborted, parent.signal)
    expect(process.getActiveResourcesInfo().filter(name => name === 'Timeout')).toHaveLength(timers)
  })

  it('ends with a parent, by its reason, also with one that had ended before', async () => {
    const parent = new AbortController()
    const waiting = within(60_000, () => new Promise(() => {}), parent.signal)
    const derived = limitSignal(60_000, undefined, parent.signal)
    parent.abort(new Error('the server ends'))
    await expect(waiting).rejects.toThrow('the server ends')
    expect(derived.reason).toMatchObject({ message: 'the server ends' })
    await expect(within(60_000, async () => 1, parent.signal)).rejects.toThrow('the server ends')
    expect(limitSignal(60_000, parent.signal).aborted).toBe(true)
  })

  it('ends a wait for what is under way, which goes on', async () => {
    vi.useFakeTimers()
    let end: (value: string) => void = () => {}
    const work = new Promise<string>(resolve => {
      end = resolve
    })
    const seen = vi.fn()
    void upTo(10_000, work).then(seen)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(seen).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(seen).toHaveBeenCalledWith(undefined)
    // Others of this process may have timers of their own.
    const [made, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
    const again = upTo(10_000, work)
    const timer = made.mock.results.at(-1)?.value
    end('done')
    expect(await again).toBe('done')
    expect(cleared).toHaveBeenCalledWith(timer)
    await expect(upTo(10_000, Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  })

  it('hands on what the work throws', async () => {
    await expect(within(60_000, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  })
})
