import { beforeEach, describe, expect, it } from 'vitest'
import { toasts, useToastList } from '../../../src/stores/toasts'

const list = () => useToastList.getState().toasts
beforeEach(toasts.clear)

describe('toasts', () => {
  it('gives time to reach an action', () => {
    toasts.success('resolved', { action: { label: 'undo', run: () => {} } })
    expect(list()[0]?.stays).toBe(6_000)
    toasts.error('taken', { action: { label: 'open', run: () => {} } })
    expect(list()[1]?.stays).toBe(6_000)
    toasts.info('forwarding', { stays: 4_000, action: { label: 'undo', run: () => {} } })
    expect(list()[2]?.stays).toBe(4_000)
  })
  it('counts what is said twice instead of stacking it', () => {
    toasts.error('server away')
    toasts.error('server away')
    expect(list()).toHaveLength(1)
    expect(list()[0]?.times).toBe(2)
  })
  it('takes back all that was said under the same words, the last first, and leads on from the last refusal alone', async () => {
    const done: string[] = []
    for (const tone of ['info', 'error'] as const)
      for (const one of ['a', 'b', 'c'])
        toasts[tone]('removed', { action: { label: 'undo', run: () => done.push(`${tone} ${one}`) } })
    for (const { action } of list()) await action?.run()
    expect(done).toEqual(['info c', 'info b', 'info a', 'error c'])
  })
  it('makes one of many of a sort, with a way on of its own', () => {
    const many = {
      sort: 'given',
      text: (count: number) => `${count} are yours`,
      action: { label: 'list', run: () => {} },
    }
    for (const name of ['Ana', 'Bia', 'Caio'])
      toasts.info(`${name} is yours`, { action: { label: 'open', run: () => {} }, many })
    expect(list().map(({ text, action }) => [text, action?.label])).toEqual([['3 are yours', 'list']])
  })
  it('never keeps more than four, and lets errors outlive the rest', () => {
    toasts.error('e1')
    for (let i = 0; i < 6; i += 1) toasts.success(`s${i}`)
    expect(list()).toHaveLength(4)
    expect(list().map(toast => toast.text)).toContain('e1')
    expect(list().at(-1)?.text).toBe('s5')
  })
})
