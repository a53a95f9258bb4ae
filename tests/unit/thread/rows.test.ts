import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ticketNote } from '../../../src/contract'
import {
  buildRows,
  firstUnread,
  GROUP_MS,
  groupingOf,
  type Row,
  shownReaction,
} from '../../../src/features/thread/rows'
import { firstRows, firstSight, rowsFrom, stageRows } from '../../../src/features/thread/stage-rows'
import { at, entry, msg } from '../stores-messages/samples'

const grouping = (rows: readonly Row[]) => rows.map((row, i) => groupingOf(rows[i - 1], row, rows[i + 1]))
const local = (day: number, hour: number): string => new Date(2026, 10, day, hour).toISOString()

describe('rows', () => {
  it('keeps the key of a pending message when the server copy takes its place', () => {
    const pending = buildRows([], [], [], [entry('client-0001')])
    const real = buildRows([], [msg('srv-9', 1, { fromMe: true, clientId: 'client-0001' })], [], [])
    expect(real[0]?.key).toBe(pending[0]?.key)
  })
  it('draws an entry in place of its stored message that failed, once', () => {
    const stored = msg('srv-9', 1, { fromMe: true, clientId: 'client-0001', failure: 'ERR_SENDING_WAPP_MSG' })
    const rows = buildRows([], [msg('a', 0), stored], [], [entry('client-0001', { state: 'failed' })])
    expect(rows.map(row => [row.kind, row.key])).toEqual([
      ['message', 'a'],
      ['pending', 'client-0001'],
    ])
  })
  it('leaves what has left in its place, also after a reload, and what waits below', () => {
    const own = [msg('a', 0), msg('b', 60), msg('c', 3_700)]
    const pending = [
      entry('waits', { createdAt: at(5) }),
      entry('taken', { state: 'sent', createdAt: at(1), leftAt: at(10) }),
      entry('missing', { state: 'failed', createdAt: at(2), leftAt: at(70) }),
    ]
    expect(buildRows([], own, [], pending).map(row => row.key)).toEqual([
      'a',
      'taken',
      'b',
      'missing',
      'c',
      'waits',
    ])
    // Messages are stamped by a server that may be an hour ahead.
    const ahead = own.map(one => ({
      ...one,
      createdAt: new Date(Date.parse(one.createdAt) + 3_600_000).toISOString(),
    }))
    expect(buildRows([], ahead, [], pending, 3_600_000).map(row => row.key)).toEqual(
      buildRows([], own, [], pending).map(row => row.key),
    )
  })
  it('puts notes between the messages of their time, and whispers nowhere of their own', () => {
    const note = (id: number, seconds: number, messageId: string | null = null) =>
      ticketNote.parse({ id, note: 'n', ticketId: 1, messageId, createdAt: at(seconds) })
    const rows = buildRows(
      [],
      [msg('a', 10), msg('b', 20)],
      [note(1, 5), note(2, 15), note(3, 16, 'a'), note(4, 25)],
      [],
    )
    expect(rows.map(row => row.key)).toEqual(['a', 'note-2', 'b', 'note-4'])
  })
  it('begins a day above its first message, the last message of all included', () => {
    const rows = buildRows(
      [],
      [
        msg('a', 0, { createdAt: local(19, 23) }),
        msg('b', 0, { createdAt: local(20, 1) }),
        msg('c', 0, { createdAt: local(21, 9) }),
      ],
      [],
      [],
    )
    expect(grouping(rows).map(j => j.dayBelow)).toEqual([true, true, false])
  })
  it('divides two tickets of one contact', () => {
    const rows = buildRows([msg('a', 0, { ticketId: 8 })], [msg('b', 5)], [], [])
    expect(grouping(rows).map(j => j.ticketBelow)).toEqual([true, false])
    expect(grouping(rows)[0]?.last).toBe(true)
  })
  it('groups one sender within five minutes and nobody else', () => {
    const list = [
      msg('a', 0),
      msg('b', 60),
      msg('c', 61, { fromMe: true }),
      msg('d', 61 + GROUP_MS / 1_000, { fromMe: true }),
      msg('e', 62 + (2 * GROUP_MS) / 1_000, { fromMe: true }),
    ]
    expect(grouping(buildRows([], list, [], [])).map(j => [j.first, j.last])).toEqual([
      [true, false],
      [false, true],
      [true, false],
      [false, true],
      [true, true],
    ])
  })
  it('does not change what is drawn of known rows when older ones come in front', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 6, maxLength: 30 }), gaps => {
        const all = gaps.map((_, i) =>
          msg(
            `m${i}`,
            gaps.slice(0, i).reduce((a, b) => a + b, 0),
          ),
        )
        const lines = (rows: Row[]) => grouping(rows).map(j => [j.dayBelow, j.ticketBelow, j.last])
        expect(lines(buildRows([], all, [], [])).slice(3)).toEqual(lines(buildRows([], all.slice(3), [], [])))
      }),
    )
  })
  it('finds the first unread message, counting the customer only', () => {
    const own = [msg('a', 0), msg('b', 1), msg('me', 2, { fromMe: true }), msg('c', 3)]
    expect(firstUnread(own, 2)).toEqual({ id: 'b', complete: true })
    expect(firstUnread(own, 0)).toBeNull()
    expect(firstUnread(own, 9)).toEqual({ id: 'a', complete: false })
    expect(firstUnread([], 3)).toBeNull()
  })
  it('shows the last reaction that was not taken back', () => {
    const reaction = (type: string) => ({ userId: 1, type, fromMe: false })
    expect(shownReaction({ reactions: [reaction('👍'), reaction('❤️'), reaction('')] })).toEqual({
      emoji: '❤️',
      count: 2,
    })
    expect(shownReaction({ reactions: [reaction('')] })).toBeNull()
  })
})

describe('stageRows', () => {
  const rows = buildRows(
    [],
    Array.from({ length: 12 }, (_, i) => msg(`m${i}`, i)),
    [],
    [],
  )
  it('grows one end at a time', () => {
    expect(stageRows(rows.slice(4, 10), rows.slice(4))).toMatchObject({ change: 'end' })
    expect(stageRows(rows.slice(4, 10), rows.slice(0, 10))).toMatchObject({ change: 'start' })
    const both = stageRows(rows.slice(4, 10), rows)
    expect(both).toEqual({ change: 'start', rows: rows.slice(0, 10) })
    expect(stageRows(both.rows, rows)).toEqual({ change: 'end', rows })
    expect(stageRows(rows, rows)).toEqual({ change: 'none', rows })
  })
  it('keeps the place when rows leave at the start, and starts anew with another thread', () => {
    expect(stageRows(rows, rows.slice(5))).toEqual({ change: 'start', rows: rows.slice(5) })
    expect(stageRows(rows.slice(0, 3), rows.slice(6))).toMatchObject({ change: 'middle' })
  })
  it('changes the start first where rows changed in between as well', () => {
    const [a, b, c, d, e, f] = rows as [Row, Row, Row, Row, Row, Row]
    const came = stageRows([c, d, f], [a, b, c, d, e, f])
    expect(came).toEqual({ change: 'start', rows: [a, b, c, d, f] })
    expect(stageRows(came.rows, [a, b, c, d, e, f])).toMatchObject({ change: 'middle' })
    const left = stageRows([a, b, c, d], [c, e, d])
    expect(left).toEqual({ change: 'start', rows: [c, d] })
    expect(stageRows(left.rows, [c, e, d])).toMatchObject({ change: 'middle', rows: [c, e, d] })
  })
})

describe('firstSight', () => {
  const rows = buildRows(
    [],
    Array.from({ length: 26 }, (_, i) => msg(`f${i}`, i)),
    [],
    [],
  )

  it('begins as far from the end as a screen is high, and draws a short thread whole', () => {
    expect(firstRows(900)).toBe(13)
    expect(firstRows(0)).toBe(8)
    expect(firstSight(rows, 16, null)).toBe('f10')
    expect(rowsFrom(rows, 'f10')).toHaveLength(16)
    expect(firstSight(rows.slice(0, 16), 16, null)).toBeNull()
    expect(rowsFrom(rows, null)).toBe(rows)
    expect(rowsFrom(rows, 'gone')).toBe(rows)
  })

  it('draws everything when the place to open at is above', () => {
    expect(firstSight(rows, 16, 'f3')).toBeNull()
    expect(firstSight(rows, 16, 'f12')).toBe('f10')
  })
})
