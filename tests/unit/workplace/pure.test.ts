import { announcement, type Chat, chat, chatMessage, type FeedEvent } from '@contract'
import { describe, expect, it } from 'vitest'
import { attachmentOf } from '@/features/workplace/announcement-dialog'
import { hasUnread } from '@/features/workplace/announcements-store'
import { withChatEvents } from '@/features/workplace/chats-store'
import { unreadTickets } from '@/features/workplace/unread'
import { chatName, unreadIn } from '@/stores/chats'
import type { StoredTicket } from '@/stores/tickets'
import { aTicket, aViewer } from '../stores/a-ticket'

const viewer = aViewer()
const stored = (id: number, over: Partial<StoredTicket>): StoredTicket => ({
  ...aTicket(id),
  activityAt: id,
  unreadMessages: 1,
  ...over,
})

describe('notifications', () => {
  it('tell of unread tickets of mine and of those that wait where I may see them', () => {
    const foreignQueue = 9_999
    const tickets = [
      stored(1, { status: 'open', userId: viewer.id }),
      stored(2, { status: 'open', userId: viewer.id }),
      stored(3, { status: 'open', userId: viewer.id, unreadMessages: 0 }),
      stored(4, { status: 'open', userId: viewer.id + 1 }),
      stored(5, { status: 'closed', userId: viewer.id }),
      stored(6, { status: 'pending', userId: null, waitingSince: '2026-01-01T09:00:00Z' }),
      stored(7, { status: 'pending', userId: null, waitingSince: '2026-01-01T08:00:00Z' }),
      stored(8, { status: 'pending', userId: null, queueId: foreignQueue }),
      stored(9, { status: 'pending', userId: null, waitingSince: null }),
    ]
    const { mine, waiting } = unreadTickets(tickets, viewer, null)
    expect(mine.map(ticket => ticket.id)).toEqual([2, 1])
    expect(waiting.map(ticket => ticket.id)).toEqual([7, 6, 9])
    expect(unreadTickets(tickets, viewer, 2).mine.map(ticket => ticket.id)).toEqual([1])
    // An admin of no queue sees all of it, and is called to what nobody else is.
    const admin = aViewer({ id: 3, profile: 'admin', queueIds: [] })
    const unqueued = stored(20, { status: 'pending', userId: null, queueId: null })
    expect(unreadTickets([...tickets, unqueued], admin, null).waiting.map(({ id }) => id)).toEqual([20])
    expect(unreadTickets(tickets, null, null)).toEqual({ mine: [], waiting: [] })
  })
})

describe('announcements', () => {
  const one = (id: number, createdAt: string, over = {}) =>
    announcement.parse({ id, title: `A${id}`, text: '', priority: 3, createdAt, ...over })
  const [old, young] = [one(1, '2026-01-01T00:00:00Z'), one(2, '2026-02-01T00:00:00Z')]
  it('are news until they were shown', () => {
    expect(hasUnread([young, old], 1)).toBe(true)
    expect(hasUnread([young, old], 2)).toBe(false)
    expect(hasUnread([], 0)).toBe(false)
  })

  it('offer a file of our own origin only, under a name that cannot lie', () => {
    const file = (mediaPath: string | null, mediaName: string | null = null) =>
      attachmentOf({ mediaPath, mediaName })
    expect(file('https://server.example/public/aviso.pdf')).toEqual({
      url: '/public/aviso.pdf',
      name: 'aviso.pdf',
    })
    expect(file('/media/1/x.png', 'foto\u202Egnp.exe')).toEqual({
      url: '/media/1/x.png',
      name: 'fotognp.exe',
    })
    for (const path of [
      null,
      '',
      'https://evil.example/x.png',
      'javascript:alert(1)',
      '/media/../api/users',
      '/media/',
    ]) {
      expect(file(path), String(path)).toBeNull()
    }
  })
})

describe('internal chats', () => {
  const aChat = (id: number, updatedAt: string, unreads = 0): Chat =>
    chat.parse({
      id,
      uuid: `u${id}`,
      title: `C${id}`,
      lastMessage: '',
      updatedAt,
      users: [
        { userId: 1, unreads, user: { id: 1, name: 'Ana' } },
        { userId: 2, unreads: 0, user: { id: 2, name: 'Bruno' } },
      ],
    })
  const list = [aChat(1, '2026-01-02T00:00:00Z'), aChat(2, '2026-01-01T00:00:00Z')]
  const message = (chatId: number, senderId: number) =>
    chatMessage.parse({
      id: 5,
      chatId,
      senderId,
      sender: { id: senderId, name: 'Bruno' },
      message: 'oi',
      createdAt: '2026-01-03T00:00:00Z',
    })
  const told = (data: Extract<FeedEvent, { channel: 'chat' }>['data']): FeedEvent => ({
    channel: 'chat',
    data,
  })

  it('rise with a message, which is unread unless it is mine', () => {
    const other = withChatEvents(
      list,
      [told({ action: 'new-message', newMessage: message(2, 2), chat: null })],
      1,
    )
    expect(other.map(one => one.id)).toEqual([2, 1])
    expect(other[0]).toMatchObject({ lastMessage: 'Bruno: oi' })
    expect(other[0] && unreadIn(other[0], 1)).toBe(1)
    const mine = withChatEvents(
      list,
      [told({ action: 'new-message', newMessage: message(2, 1), chat: null })],
      1,
    )
    expect(mine[0] && unreadIn(mine[0], 1)).toBe(0)
  })

  it('believe the server when it sends the whole chat, and leave with their member', () => {
    const read = aChat(1, '2026-01-05T00:00:00Z', 4)
    const after = withChatEvents(
      list,
      [told({ action: 'new-message', newMessage: message(1, 2), chat: read })],
      1,
    )
    expect(after[0] && unreadIn(after[0], 1)).toBe(4)
    const without = { ...read, users: read.users.filter(member => member.userId !== 1) }
    expect(withChatEvents(list, [told({ action: 'update', chat: without })], 1).map(one => one.id)).toEqual([
      2,
    ])
    expect(withChatEvents(list, [told({ action: 'delete', id: 2 })], 1).map(one => one.id)).toEqual([1])
    const none = withChatEvents(
      list,
      [told({ action: 'new-message', newMessage: message(99, 2), chat: null })],
      1,
    )
    expect(none).toBe(list)
  })

  it('are named by their title, else by the others in them', () => {
    const [first] = list
    if (!first) throw new Error('no chat')
    expect(chatName(first, 1)).toBe('C1')
    expect(chatName({ ...first, title: ' ' }, 1)).toBe('Bruno')
  })
})
