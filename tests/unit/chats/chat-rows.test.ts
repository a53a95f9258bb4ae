/** Rows of an internal chat: what stands above them, and that none changes its height when older pages come. */
import { chatMessage } from '@contract'
import { describe, expect, it } from 'vitest'
import { type ChatRow, firstUnread, rowsOf } from '@/features/chats/chat-rows'
import type { UnsentMessage } from '@/stores/chat-words'

const ME = 7
const NONE = { id: null, count: 0 }
const at = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute).toISOString()
const said = (id: number, senderId: number, createdAt: string, over: object = {}) =>
  chatMessage.parse({
    id,
    chatId: 2,
    senderId,
    sender: { id: senderId, name: 'Alguém' },
    message: `m${id}`,
    createdAt,
    ...over,
  })
const unsent = (clientId: string, time: string): UnsentMessage => ({
  chatId: 2,
  clientId,
  text: clientId,
  at: time,
  state: 'sending',
  failure: null,
})
/** What a row looks like, without what it says. */
const shape = ({ key, day, unread, first, last }: ChatRow) => ({ key, day, unread, first, last })

describe('rows of an internal chat', () => {
  it('stand under their day, and together while one person goes on within five minutes', () => {
    const rows = rowsOf(
      [
        said(1, 8, at(2, 23, 57)),
        said(2, 8, at(2, 23, 59)),
        said(3, 8, at(3, 0, 1)),
        said(4, ME, at(3, 0, 2)),
        said(5, ME, at(3, 0, 30)),
      ],
      [],
      NONE,
      ME,
      true,
    )
    expect(rows.map(row => row.day)).toEqual([at(2, 23, 57), null, at(3, 0, 1), null, null])
    expect(rows.map(row => [row.first, row.last])).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, true],
      [true, true],
    ])
  })

  it('have the line above the first unread message, which begins anew', () => {
    const messages = [said(1, 8, at(2, 9)), said(2, 8, at(2, 9, 1)), said(3, 8, at(2, 9, 2))]
    const id = firstUnread(messages, 2, ME, true)
    const rows = rowsOf(messages, [], { id, count: 2 }, ME, true)
    expect(rows.map(row => row.unread)).toEqual([null, 2, null])
    expect(rows.map(row => row.first)).toEqual([true, true, false])
    // Not all of them are here: above which one the line belongs is not known yet.
    expect(firstUnread(messages, 4, ME, false)).toBeNull()
    expect(firstUnread([...messages, said(4, ME, at(2, 9, 3))], 1, ME, false)).toBe(3)
  })

  it('stay as they are when an older page comes, whatever it ends with', () => {
    const page = (from: number) =>
      Array.from({ length: 20 }, (_, n) => said(from + n, 8 + ((from + n) % 3), at(2, 9, from + n)))
    const all = [...page(1), ...page(21)]
    const later = rowsOf(all.slice(20), [], NONE, ME, false)
    const whole = rowsOf(all, [], NONE, ME, true)
    expect(later.map(shape)).toEqual(whole.slice(21).map(shape))
    expect(whole).toHaveLength(40)
    // One message alone is not kept back for good.
    expect(rowsOf(all.slice(-1), [], NONE, ME, false)).toHaveLength(1)
  })

  it('show what one sends once: before, while and after it arrives, under one name', () => {
    const own = said(9, ME, at(2, 9, 5), { clientId: 'client-0001' })
    const before = rowsOf([said(1, 8, at(2, 9))], [unsent('client-0001', at(2, 9, 5))], NONE, ME, true)
    const between = rowsOf([said(1, 8, at(2, 9)), own], [unsent('client-0001', at(2, 9, 5))], NONE, ME, true)
    expect(before.map(row => row.key)).toEqual(['m1', 'client-0001'])
    expect(between.map(row => [row.key, row.kind])).toEqual([
      ['m1', 'message'],
      ['client-0001', 'message'],
    ])
  })
})
