import { describe, expect, it } from 'vitest'
import { createFairQueue } from '../../../electron/server/fair-queue'
import { deferred } from '../../support/deferred'

function gate() {
  const { promise: opened, resolve: open } = deferred()
  return { opened, open: () => open() }
}

describe('work side by side', () => {
  it('a group that hangs holds up no other, and within it only so many', async () => {
    const lanes = createFairQueue(2)
    const done: string[] = []
    const hangs = gate()
    const work = (name: string, until?: Promise<void>) => async () => {
      await until
      done.push(name)
    }
    const first = lanes.run(1, 1, work('1/1', hangs.opened))
    const again = lanes.run(1, 1, work('1/1 again'))
    await lanes.run(1, 2, work('1/2'))
    await lanes.run(2, 1, work('2/1'))
    expect(done).toEqual(['1/2', '2/1'])
    expect(lanes.busy()).toEqual([1])
    await lanes.settled(1)
    const late = lanes.run(1, 3, work('1/3', hangs.opened))
    const waits = lanes.run(1, 4, work('1/4'))
    expect(await Promise.race([waits, Promise.resolve('waits')])).toBe('waits')
    hangs.open()
    await lanes.settled()
    await Promise.all([first, again, late, waits])
    expect(done.indexOf('1/1')).toBeLessThan(done.indexOf('1/1 again'))
    expect(done).toHaveLength(6)
    expect(lanes.busy()).toEqual([])
  })

  it('hands an error to whoever gave the work, and goes on', async () => {
    const lanes = createFairQueue(1)
    const failed = lanes.run(1, 1, () => Promise.reject(new Error('no')))
    expect(await lanes.run(1, 1, async () => 'next')).toBe('next')
    await expect(failed).rejects.toThrow('no')
    await lanes.settled()
  })
})
