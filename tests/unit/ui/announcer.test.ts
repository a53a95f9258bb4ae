import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ANNOUNCE_EVERY_MS, AnnouncementQueue } from '../../../src/ui/announcer'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('announcer', () => {
  it('speaks at once after silence, then in batches', () => {
    const said: string[] = []
    const queue = new AnnouncementQueue()
    queue.subscribe(text => said.push(text))
    queue.announce('Maria: oi')
    vi.advanceTimersByTime(0)
    expect(said).toEqual(['Maria: oi'])
    queue.announce('Maria: tudo bem?')
    queue.announce('Maria: tudo bem?')
    queue.announce('  ')
    queue.announce('João: olá')
    vi.advanceTimersByTime(ANNOUNCE_EVERY_MS - 1)
    expect(said).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(said[1]).toBe('Maria: tudo bem?. João: olá')
  })
  it('takes back what was said and what waits', () => {
    const said: string[] = []
    const queue = new AnnouncementQueue()
    queue.subscribe(text => said.push(text))
    queue.announce('Maria: oi')
    vi.advanceTimersByTime(0)
    queue.announce('Maria: meu CPF é')
    queue.clear()
    expect(said.at(-1)).toBe('')
    vi.advanceTimersByTime(10 * ANNOUNCE_EVERY_MS)
    expect(said).toEqual(['Maria: oi', ''])
  })
  it('keeps only the latest of a flood', () => {
    const said: string[] = []
    const queue = new AnnouncementQueue()
    queue.subscribe(text => said.push(text))
    for (let i = 0; i < 50; i += 1) queue.announce(`m${i}`)
    vi.advanceTimersByTime(0)
    expect(said).toEqual(['m46. m47. m48. m49'])
  })
})
