import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { turnOf } from '../../../electron/server/platform/cluster/turn'

const turn = async (work: () => void | Promise<void>, limitMs: number): Promise<string[]> => {
  const heard: string[] = []
  await turnOf(work, limitMs, {
    late: () => heard.push('late'),
    failed: error => heard.push(String(error)),
  })
  heard.push('next')
  return heard
}

describe('a turn', () => {
  it('ends with its work, whatever becomes of that', async () => {
    const broken = async (): Promise<void> => {
      throw new Error('broken')
    }
    expect(await turn(() => undefined, 10_000)).toEqual(['next'])
    expect(await turn(() => delay(5), 10_000)).toEqual(['next'])
    expect(await turn(broken, 10_000)).toEqual(['Error: broken', 'next'])
    expect(
      await turn(() => {
        throw new Error('at once')
      }, 10_000),
    ).toEqual(['Error: at once', 'next'])
  })

  it('is waited for no longer than its limit, and says all the same that it failed', async () => {
    let fail = (): void => {}
    const slow = (): Promise<void> =>
      new Promise((_resolve, reject) => {
        fail = () => reject(new Error('in the end'))
      })
    const heard = await turn(slow, 5)
    expect(heard).toEqual(['late', 'next'])
    fail()
    await delay(0)
    expect(heard).toEqual(['late', 'next', 'Error: in the end'])
  })
})
