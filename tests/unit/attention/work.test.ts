import { describe, expect, it } from 'vitest'
import { applySnapshot } from '../../../electron/main/attention/gap'
import { pathOfKey } from '../../../electron/main/attention/routes'
import { selfOf } from '../../../electron/main/attention/self'
import { noticeTexts } from '../../../electron/main/attention/texts'
import { contentOf } from '../../../electron/main/attention/wording'
import {
  applyEvent,
  emptyWork,
  look,
  type Moment,
  totalsOf,
  type Work,
} from '../../../electron/main/attention/work'
import { chat, mention, type ServerFeedEvent, whatsapp } from '../../../src/contract'
import { aMessage, aTicket, at, aUser, messageEvent, NOON, ticketEvent } from './a-work'

const moment = (over: Partial<Moment> = {}): Moment => ({
  now: NOON,
  aheadMs: 0,
  watched: new Set(),
  localChanges: new Set(),
  ...over,
})
const begin = (over: Parameters<typeof aUser>[0] = {}) => emptyWork(selfOf(aUser(over)))
const following = (work: Work, events: readonly ServerFeedEvent[], over: Partial<Moment> = {}) =>
  events.reduce((next, event) => applyEvent(next, event, moment(over)), work)
const mine = (id: number, over: object = {}) =>
  aTicket({ id, status: 'open', userId: 7, unreadMessages: 0, ...over })
const keys = (work: Work) => [...work.eventNotices.keys()]

describe('what waits', () => {
  it('counts tickets of my queues and those without one, never those of other queues', () => {
    const work = following(begin(), [
      ticketEvent(aTicket({ id: 1 })),
      ticketEvent(aTicket({ id: 2, queueId: 9, queue: null })),
      ticketEvent(aTicket({ id: 3, queueId: null, queue: null })),
    ])
    expect([...work.pending.keys()]).toEqual([1, 3])
    expect(totalsOf(work)).toEqual({ pending: 2, mine: 0, unread: 0 })
  })

  it('counts nobody who still talks to the menu', () => {
    const bot = aTicket({ id: 1, queueId: null, queue: null, chatbot: true })
    const work = following(begin(), [ticketEvent(bot), ticketEvent(aTicket({ id: 2 }))])
    expect([work.pending.size, totalsOf(work).pending]).toEqual([2, 1])
    expect(totalsOf(following(work, [ticketEvent({ ...bot, chatbot: false })])).pending).toBe(2)
  })

  it('leaves out tickets without a queue for who does not serve them', () => {
    const work = following(begin({ allTicket: false }), [
      ticketEvent(aTicket({ id: 3, queueId: null, queue: null })),
    ])
    expect(work.pending.size).toBe(0)
  })

  it('forgets a ticket that a colleague takes, that is deleted or leaves my queues', () => {
    const work = following(
      begin(),
      [1, 2, 3].map(id => ticketEvent(aTicket({ id }))),
    )
    const next = following(work, [
      ticketEvent(aTicket({ id: 1, status: 'open', userId: 8 })),
      { channel: 'ticket', data: { action: 'delete', ticketId: 2 } },
      { channel: 'ticket', data: { action: 'removeFromList', ticketId: 3 } },
    ])
    expect(next.pending.size).toBe(0)
    expect(next.eventNotices.size).toBe(0)
  })

  it('keeps the waiting clock of the server and, without one, the first it knew', () => {
    const first = aTicket({ id: 1, waitingSince: null, updatedAt: at(NOON - 60_000) })
    const later = aTicket({ id: 1, waitingSince: null, updatedAt: at(NOON) })
    const work = following(begin(), [ticketEvent(first), ticketEvent(later)])
    expect(work.pending.get(1)?.since).toBe(NOON - 60_000)
  })

  it.each([3_600_000, -3_600_000])('begins when it began, by a clock that is %i ms away', aheadMs => {
    const [waits, moved] = [
      { waitingSince: at(NOON - 60_000 + aheadMs) },
      { updatedAt: at(NOON - 30_000 + aheadMs) },
    ]
    const work = following(
      begin(),
      [
        ticketEvent(aTicket({ id: 1, ...waits })),
        ticketEvent(aTicket({ id: 2, waitingSince: null, ...moved })),
      ],
      { aheadMs },
    )
    expect([work.pending.get(1)?.since, work.pending.get(2)?.since]).toEqual([NOON - 60_000, NOON - 30_000])
  })

  it('is an agent’s turn only when the menu lets go', () => {
    const work = following(begin(), [
      ticketEvent(aTicket({ id: 1, queueId: null, queue: null, chatbot: true })),
    ])
    expect(work.pending.get(1)?.withBot).toBe(true)
    const next = applyEvent(work, ticketEvent(aTicket({ id: 1 })), moment({ now: NOON + 50_000 }))
    expect(next.pending.get(1)).toMatchObject({ withBot: false, newAt: NOON + 50_000 })
  })
})

describe('what is mine', () => {
  it('makes news of a ticket somebody gives me, with the note', () => {
    const given = mine(5, { handover: { note: 'Quer trocar', from: { id: 8, name: 'Bruno' }, at: at(NOON) } })
    const work = following(begin(), [ticketEvent(given)])
    expect(work.eventNotices.get('ticket:5')).toMatchObject({
      kind: 'assigned',
      note: 'Quer trocar',
      from: 'Bruno',
    })
  })

  it('makes no news of what this console did itself or shows already', () => {
    const own = following(begin(), [ticketEvent(mine(5))], { localChanges: new Set([5]) })
    expect(keys(own)).toEqual([])
    const seen = following(begin(), [ticketEvent(mine(5))], { watched: new Set([5]) })
    expect(keys(seen)).toEqual([])
    expect(totalsOf(own).mine).toBe(1)
  })

  it('counts the messages of one conversation together and forgets them when it is read', () => {
    const base = following(begin(), [ticketEvent(mine(5))], { localChanges: new Set([5]) })
    const work = following(base, [
      messageEvent(aMessage({ ticketId: 5, body: 'um' }), mine(5, { unreadMessages: 1 })),
      messageEvent(aMessage({ ticketId: 5, body: 'dois' }), mine(5, { unreadMessages: 2 })),
    ])
    expect(work.eventNotices.get('ticket:5')).toMatchObject({ kind: 'message', count: 2, words: 'dois' })
    expect(totalsOf(work).unread).toBe(1)
    const read = following(work, [{ channel: 'ticket', data: { action: 'updateUnread', ticketId: 5 } }])
    expect(keys(read)).toEqual([])
    expect(totalsOf(read).unread).toBe(0)
  })

  it.each([
    ['my own message', aMessage({ ticketId: 5, fromMe: true }), moment()],
    [
      'a message in the conversation before my eyes',
      aMessage({ ticketId: 5 }),
      moment({ watched: new Set([5]) }),
    ],
    ['a message in a colleague’s ticket', aMessage({ ticketId: 6 }), moment()],
  ])('makes no news of %s', (_what, message, when) => {
    const base = following(begin(), [ticketEvent(mine(5))], { localChanges: new Set([5]) })
    const work = applyEvent(base, messageEvent(message, null), when)
    expect(keys(work)).toEqual([])
  })

  it('takes the news back when I answer, from wherever', () => {
    const base = following(begin(), [ticketEvent(mine(5))], { localChanges: new Set([5]) })
    const work = following(base, [
      messageEvent(aMessage({ ticketId: 5 }), null),
      messageEvent(aMessage({ ticketId: 5, fromMe: true }), null),
    ])
    expect(keys(work)).toEqual([])
  })

  it('looks: the conversation on the screen is no news any more', () => {
    const work = following(begin(), [ticketEvent(mine(5)), ticketEvent(mine(6))])
    expect(keys(look(work, new Set([5])))).toEqual(['ticket:6'])
    expect(look(work, new Set([9]))).toBe(work)
  })

  it('mutes groups unless the company wants their sound', () => {
    const group = mine(5, { isGroup: true })
    const talk = (over: object) =>
      following(following(begin(over), [ticketEvent(group)], { localChanges: new Set([5]) }), [
        messageEvent(aMessage({ ticketId: 5 }), null),
      ]).eventNotices.get('ticket:5')
    expect(talk({})).toMatchObject({ mute: true })
    const company = {
      id: 1,
      name: 'Demo',
      settings: [{ id: 1, key: 'soundGroupNotifications', value: 'enabled' }],
    }
    expect(talk({ company })).toMatchObject({ mute: false })
  })
})

describe('chats and numbers', () => {
  const room = (unreads: number) =>
    chat.parse({
      id: 3,
      uuid: 'c3',
      title: 'Equipe',
      users: [
        { userId: 7, unreads },
        { userId: 8, unreads: 0 },
      ],
      updatedAt: at(NOON),
    })
  const said = (senderId: number, of: ReturnType<typeof room> | null): ServerFeedEvent => ({
    channel: 'chat',
    data: {
      action: 'new-message',
      newMessage: {
        id: 1,
        chatId: 3,
        senderId,
        sender: { id: senderId, name: 'Bruno' },
        message: 'Alguém viu?',
        mediaPath: null,
        mediaName: null,
        clientId: null,
        createdAt: at(NOON),
      },
      chat: of,
    },
  })

  it('tells of internal messages of others until they are read', () => {
    const work = following(begin(), [said(8, room(1))])
    expect(work.eventNotices.get('chat:3')).toMatchObject({
      kind: 'chat',
      name: 'Bruno',
      words: 'Alguém viu?',
    })
    expect(keys(following(begin(), [said(7, room(0))]))).toEqual([])
    expect(keys(following(work, [{ channel: 'chat', data: { action: 'update', chat: room(0) } }]))).toEqual(
      [],
    )
  })

  it('does not tell who is not in the chat', () => {
    const others = { ...room(0), users: room(0).users.filter(member => member.userId !== 7) }
    expect(keys(following(begin(), [said(8, others)]))).toEqual([])
  })

  const number = (status: string): ServerFeedEvent => ({
    channel: 'whatsapp',
    data: {
      action: 'update',
      whatsapp: whatsapp.parse({ id: 4, name: 'Vendas', status, updatedAt: at(NOON) }),
    },
  })
  it('tells admins, and only them, that a number is down, once, until it is up', () => {
    expect(keys(following(begin(), [number('DISCONNECTED')]))).toEqual([])
    const down = following(begin({ profile: 'admin' }), [
      number('CONNECTED'),
      number('TIMEOUT'),
      number('qrcode'),
    ])
    expect(down.eventNotices.get('connection:4')).toMatchObject({
      kind: 'connection',
      count: 1,
      status: 'TIMEOUT',
    })
    expect(keys(following(down, [number('CONNECTED')]))).toEqual([])
  })
})

describe('snapshots', () => {
  const nothingSince = {
    touched: new Set<number>(),
    receivedLive: new Set<number>(),
    skipped: new Set<number>(),
    before: new Map(),
  }
  it('are no news at the start and news after a gap', () => {
    const start = applySnapshot(begin(), [aTicket({ id: 1 }), mine(5)], moment(), {
      first: true,
      ...nothingSince,
      gap: true,
    })
    expect(start.pending.get(1)?.newAt).toBeNull()
    expect(keys(start)).toEqual([])
    const later = moment({ now: NOON + 60_000 })
    const next = applySnapshot(start, [aTicket({ id: 2 }), mine(5), mine(6)], later, {
      first: false,
      ...nothingSince,
      gap: true,
    })
    expect([...next.pending.keys()]).toEqual([2])
    expect(next.pending.get(2)?.newAt).toBe(NOON + 60_000)
    expect(keys(next)).toEqual(['ticket:6'])
  })

  it('do not overwrite what events have said meanwhile', () => {
    const work = following(begin(), [ticketEvent(aTicket({ id: 1 }))])
    const next = applySnapshot(work, [aTicket({ id: 2 })], moment(), {
      first: false,
      ...nothingSince,
      gap: true,
      touched: new Set([1, 2]),
    })
    expect([...next.pending.keys()]).toEqual([1])
  })
})

describe('what sleeps', () => {
  const asleep = { snoozedAt: '2026-01-01T09:00:00.000Z', unreadMessages: 1 }
  const woken = { wokenBy: 'due' as const, unreadMessages: 1 }

  it('is neither mine nor waiting, and is announced when its time has come', () => {
    const work = following(begin(), [
      ticketEvent(mine(1)),
      ticketEvent(aTicket({ id: 2 })),
      ticketEvent(mine(1, asleep)),
      ticketEvent(aTicket({ id: 2, ...asleep })),
    ])
    expect(totalsOf(work)).toEqual({ pending: 0, mine: 0, unread: 0 })
    expect(keys(work)).toEqual([])
    const back = following(work, [ticketEvent(mine(1, woken))])
    expect(back.eventNotices.get('ticket:1')).toMatchObject({ kind: 'assigned', woken: true })
    // Put aside here a moment ago, and woken here by hand.
    const here = { localChanges: new Set([1]) }
    expect(keys(following(work, [ticketEvent(mine(1, woken))], here))).toEqual(['ticket:1'])
    expect(keys(following(work, [ticketEvent(mine(1))], here))).toEqual([])
    // Woken by what the customer wrote, of which the message tells; and woken, but looked at before anything was told.
    expect(keys(following(work, [ticketEvent(mine(1, { ...woken, wokenBy: 'customer' }))]))).toEqual([])
    expect(keys(following(work, [ticketEvent(mine(1, { ...woken, unreadMessages: 0 }))]))).toEqual([])
  })

  it('and woke while nobody was here is announced at the start, until it is looked at', () => {
    const context = {
      first: true,
      gap: false,
      touched: new Set<number>(),
      receivedLive: new Set<number>(),
      before: new Map(),
      skipped: new Set<number>(),
    }
    const tickets = [mine(1, woken), mine(2, { ...woken, unreadMessages: 0 }), mine(3)]
    expect(keys(applySnapshot(begin(), tickets, moment(), context))).toEqual(['ticket:1'])
  })
})

describe('a mention', () => {
  const event = (id: number, action: 'create' | 'update', over: object = {}): ServerFeedEvent => ({
    channel: 'mention',
    data: {
      action,
      mention: mention.parse({
        id,
        noteId: 1,
        ticketId: 4,
        ticketUuid: 'u-4',
        messageId: 'M 1',
        contactName: 'Rita',
        note: 'Vê isto, @Ana',
        by: { id: 8, name: 'Bruno' },
        queueName: null,
        createdAt: at(1),
        readAt: null,
        doneAt: null,
        ...over,
      }),
    },
  })
  const texts = noticeTexts('pt')
  const content = (work: Work, privacy: 'all' | 'name' | 'nothing') => {
    const { title, body } = contentOf(
      [...work.eventNotices.values()][0] as never,
      false,
      NOON,
      privacy,
      texts,
    )
    return [title, body]
  }

  it('is announced with as much as the agent wants shown, and leads to its message', () => {
    const work = following(begin(), [event(1, 'create')])
    expect(content(work, 'all')).toEqual(['Bruno mencionou você', 'Rita\nVê isto, @Ana'])
    expect(content(work, 'name')).toEqual(['Bruno mencionou você', 'Rita'])
    expect(content(work, 'nothing')).toEqual(['Mencionaram você', ''])
    expect(pathOfKey('mention:1', work)).toBe('/tickets/u-4?message=M%201')
    expect(pathOfKey('mention:9', work)).toBe('/todolist')
  })

  it('is no news once it is read, gone, or before the agent’s eyes', () => {
    const work = following(begin(), [event(1, 'create'), event(2, 'create')])
    expect(keys(following(work, [event(1, 'update', { readAt: at(2) })]))).toEqual(['mention:2'])
    const gone: ServerFeedEvent = { channel: 'mention', data: { action: 'delete', id: 2 } }
    expect(keys(following(work, [gone]))).toEqual(['mention:1'])
    expect(keys(following(begin(), [event(1, 'create')], { watched: new Set([4]) }))).toEqual([])
    // Marked unread by hand: they know.
    expect(keys(following(begin(), [event(1, 'update')]))).toEqual([])
  })
})
