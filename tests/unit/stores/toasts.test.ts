import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../../src/api'
import { errorText } from '../../../src/i18n/error-text'
import { contentToasts, toasts, useToastList } from '../../../src/stores/toasts'

const list = () => useToastList.getState().toasts
beforeEach(toasts.clear)

describe('toasts', () => {
  it('lets every tone go after 2 s, and after 3 s in the areas of content', () => {
    toasts.success('ok')
    toasts.info('so')
    toasts.error('no')
    contentToasts.error('no campaign')
    expect(list().map(toast => toast.stays)).toEqual([2_000, 2_000, 2_000, 3_000])
  })
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
  it('says nothing where there is nothing to say: an answer nobody waits for is no failure', () => {
    toasts.error(errorText((() => 'unknown') as never, new ApiError('aborted', null, '', 0)))
    expect(list()).toEqual([])
  })
  it('is dismissed by its id only', () => {
    const id = toasts.error('a')
    toasts.error('b')
    toasts.dismiss(id)
    toasts.dismiss(999_999)
    expect(list().map(toast => toast.text)).toEqual(['b'])
  })
})
