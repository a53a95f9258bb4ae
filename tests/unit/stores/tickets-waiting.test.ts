import { WAIT_AMBER_MS, WAIT_RED_MS, waitingSince } from '@contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockOf, redAt, waitedMs } from '@/stores/tickets'
import { mergeTicket } from '@/stores/tickets/model'
import { aTicket, at } from './a-ticket'

const silent = (over: Record<string, unknown> = {}) => aTicket(1, { waitingSince: null, ...over })

describe('waiting clock', () => {
  it('believes the server that keeps it', () => {
    expect(waitingSince(aTicket(1, { waitingSince: at(3) }))).toBe(at(3))
    expect(waitingSince(silent(), { serverKeepsClock: true })).toBeNull()
  })

  it('stands still on closed tickets and after our answer', () => {
    expect(waitingSince(aTicket(1, { status: 'closed' }))).toBeNull()
    expect(waitingSince(silent({ fromMe: true }))).toBeNull()
    expect(waitingSince(silent({ lastMessage: '' }))).toBeNull()
  })

  it('runs on from where it stood when an unanswered ticket is closed and opened again, on servers without the field', () => {
    const context = { serverKeepsClock: false }
    const open = mergeTicket(mergeTicket(undefined, silent({ updatedAt: at(0) }), context), silent(), context)
    const closed = mergeTicket(open, silent({ status: 'closed', updatedAt: at(50) }), context)
    expect(closed.waitingSince).toBeNull()
    expect(mergeTicket(closed, silent({ updatedAt: at(60) }), context).waitingSince).toBe(at(0))
    const replied = mergeTicket(open, silent({ fromMe: true }), context)
    const done = mergeTicket(replied, silent({ status: 'closed', fromMe: true }), context)
    expect(mergeTicket(done, silent({ fromMe: true }), context).waitingSince).toBeNull()
  })

  it('without the field or messages falls back to what was known, then to the last change', () => {
    expect(waitingSince(silent(), { previous: at(0) })).toBe(at(0))
    expect(waitingSince(silent({ updatedAt: at(7) }))).toBe(at(7))
  })

  it('is the first customer message after our last one, for every history', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), ours => {
        const messages = ours.map((fromMe, index) => ({ fromMe, createdAt: at(index) }))
        const lastOurs = ours.lastIndexOf(true)
        const expected = lastOurs === ours.length - 1 ? null : at(lastOurs + 1)
        expect(waitingSince(silent(), { messages })).toBe(expected)
      }),
    )
  })

  it('grows in three steps and never runs backwards', () => {
    const level = (ms: number) =>
      clockOf({ waitingSince: at(0), deadline: null }, Date.parse(at(0)) + ms)?.level
    expect([0, WAIT_AMBER_MS - 1, WAIT_AMBER_MS, WAIT_RED_MS - 1, WAIT_RED_MS].map(level)).toEqual([
      1, 1, 2, 2, 3,
    ])
    expect(waitedMs(at(10), Date.parse(at(4)))).toBe(0)
    expect(waitedMs('no date', 5)).toBe(0)
    expect(waitedMs(at(0), Date.parse(at(4)))).toBe(240_000)
  })

  it('is that of the next deadline where one is promised; of the end of the conversation once that is close', () => {
    const due = (kind: 'first' | 'resolution') => ({
      kind,
      levelName: 'Gold',
      minutes: 30,
      clock: 'always' as const,
      startedAt: at(0),
      warnAt: at(20),
      dueAt: at(30),
    })
    const read = (kind: 'first' | 'resolution', minute: number, waiting: string | null = at(0)) => {
      const clock = clockOf({ waitingSince: waiting, deadline: due(kind) }, Date.parse(at(minute)))
      return clock && `${clock.level} ${clock.ms / 60_000} ${clock.isDue ? 'due' : 'waited'}`
    }
    expect([16, 20, 29, 30, 35].map(minute => read('first', minute))).toEqual([
      '1 14 due',
      '2 10 due',
      '2 1 due',
      '3 0 due',
      '3 -5 due',
    ])
    expect([16, 20].map(minute => read('resolution', minute))).toEqual(['3 16 waited', '2 10 due'])
    expect(read('resolution', 16, null)).toBe('1 14 due')
    expect(redAt({ waitingSince: at(0), deadline: due('first') })).toBe(Date.parse(at(30)))
    expect(redAt({ waitingSince: at(0), deadline: null })).toBe(Date.parse(at(15)))
    expect(redAt({ waitingSince: null, deadline: due('resolution') })).toBeNull()
  })
})
