import type { Message } from '@contract'
import { describe, expect, it } from 'vitest'
import { ALBUM_MS, foldAlbums } from '@/features/thread/albums'
import { buildRows, groupingOf, messagesOf } from '@/features/thread/rows'
import { msg } from '../stores-messages/samples'

const picture = (id: string, seconds: number, over: Partial<Message> = {}): Message =>
  msg(id, seconds, {
    body: '',
    mediaType: 'image',
    mediaUrl: `/media/${id}.jpg`,
    mediaName: `${id}.jpg`,
    ...over,
  })

const folded = (messages: readonly Message[], begins: readonly string[] = []) =>
  foldAlbums(buildRows([], messages, [], []), new Set(begins))
/** The ids each row draws. */
const shape = (...given: Parameters<typeof folded>) =>
  folded(...given).map(row => messagesOf(row).map(({ id }) => id))

const four = ['a', 'b', 'c', 'd'].map((id, at) => picture(id, at))

describe('albums', () => {
  it('hold neighbouring pictures and videos of one hand, and nothing else', () => {
    const video = picture('v', 2, { mediaType: 'video', mediaUrl: '/media/v.mp4' })
    expect(shape([msg('t', 0), picture('a', 1), video, msg('u', 3), picture('z', 4)])).toEqual([
      ['t'],
      ['a', 'v'],
      ['u'],
      ['z'],
    ])
    expect(shape([picture('a', 0), picture('b', 1, { fromMe: true })])).toEqual([['a'], ['b']])
    expect(shape([picture('a', 0), picture('b', 1, { contactId: 9 })])).toEqual([['a'], ['b']])
    expect(shape([picture('a', 0), picture('b', 1, { ticketId: 2 })])).toEqual([['a'], ['b']])
  })

  it('end where a minute passes between two of them', () => {
    const late = ALBUM_MS / 1_000
    expect(shape([picture('a', 0), picture('b', late), picture('c', 2 * late + 1)])).toEqual([
      ['a', 'b'],
      ['c'],
    ])
  })

  it.each<[string, Partial<Message>]>([
    ['was deleted', { isDeleted: true }],
    ['has words', { body: 'Olhe esta' }],
    [
      'has been read by the copilot',
      { transcript: { state: 'done', text: 'Nota fiscal' } as Message['transcript'] },
    ],
    ['answers something', { quotedMsg: { id: 'q', body: 'qual?' } as Message['quotedMsg'] }],
    ['did not leave', { failure: 'ERR_NOT_SENT' }],
    ['has no file', { mediaUrl: null }],
    ['is a sticker', { mediaType: 'sticker' }],
    ['was forwarded', { isForwarded: true }],
  ])('leave out what %s', (_what, over) => {
    const [a, b, c, d] = four as [Message, Message, Message, Message]
    expect(shape([a, b, { ...c, ...over }, d])).toEqual([['a', 'b'], ['c'], ['d']])
  })

  it('begin anew where a line is drawn', () => {
    expect(shape(four, ['c'])).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  it('are of the group of what comes within five minutes of their last', () => {
    const rows = folded([picture('a', 0), picture('b', 50), msg('t', 345)])
    expect(groupingOf(undefined, rows[0] as never, rows[1])).toMatchObject({ first: true, last: false })
  })
})
