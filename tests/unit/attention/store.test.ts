import { describe, expect, it } from 'vitest'
import { createAttention } from '../../../electron/main/attention/attention'
import type { Order } from '../../../electron/main/attention/policy'
import { pathOfKey } from '../../../electron/main/attention/routes'
import type { Snapshot } from '../../../electron/main/attention/snapshot'
import { noticeTexts } from '../../../electron/main/attention/texts'
import { contentOf } from '../../../electron/main/attention/wording'
import { createLog } from '../../../electron/main/log/log'
import { attentionPreferences, type SessionState, type Ticket } from '../../../src/contract'
import { deferred } from '../../support/deferred'
import { aMessage, aTicket, aUser, messageEvent, NOON, ticketEvent } from './a-work'

const signedIn = (over: Parameters<typeof aUser>[0] = {}): SessionState => ({
  status: 'signedIn',
  user: aUser(over),
  reason: 'none',
  storage: 'encrypted',
})
const resync = { channel: 'resync', data: { since: null } } as const

/** The store with a clock that stands still until it is told. */
function desk(answers: (() => Promise<Ticket[] | Snapshot>)[]) {
  let now = NOON
  const timers: { at: number; work: () => void }[] = []
  const orders: Order[] = []
  let asked = 0
  const watched = new Set<number>()
  const readHere = new Set<number>()
  const attention = createAttention({
    async snapshot() {
      const given = await (answers[Math.min(asked++, answers.length - 1)] ?? (async () => []))()
      return 'tickets' in given ? given : { tickets: given, whole: true }
    },
    choices: () => attentionPreferences.parse({}),
    atWork: () => false,
    watched: () => watched,
    readHere: () => readHere,
    clock: {
      now: () => now,
      after(ms, work) {
        const timer = { at: now + ms, work }
        timers.push(timer)
        return () => {
          const index = timers.indexOf(timer)
          if (index >= 0) timers.splice(index, 1)
        }
      },
    },
    aheadMs: () => 0,
    unqueuedForAll: () => false,
    log: createLog(() => undefined),
  })
  attention.onOrders(given => orders.push(...given))
  const pass = async (ms: number) => {
    const end = now + ms
    for (;;) {
      await new Promise(resolve => setImmediate(resolve))
      const next = timers.filter(timer => timer.at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      timers.splice(timers.indexOf(next), 1)
      now = Math.max(now, next.at)
      next.work()
    }
    now = end
  }
  const shown = () => orders.flatMap(order => (order.do === 'show' ? [order.notice.key] : []))
  return { attention, orders, pass, shown, watched, readHere, asked: () => asked, timers }
}

describe('the attention store', () => {
  it('takes what waits at the start as known, and what a gap has hidden as news', async () => {
    const d = desk([async () => [aTicket({ id: 1 })], async () => [aTicket({ id: 1 }), aTicket({ id: 2 })]])
    d.attention.session(signedIn())
    d.attention.event(resync)
    await d.pass(2_000)
    expect([d.attention.totals().pending, d.shown()]).toEqual([1, []])
    d.attention.event(resync)
    await d.pass(2_000)
    expect([d.attention.totals().pending, d.shown()]).toEqual([2, ['waiting']])
  })

  it('counts as read what was read here while the server has not been told yet', async () => {
    const d = desk([async () => [aTicket({ id: 1, status: 'open', userId: 7, unreadMessages: 3 })]])
    d.attention.session(signedIn())
    d.attention.event(resync)
    await d.pass(2_000)
    expect(d.attention.totals().unread).toBe(1)
    d.readHere.add(1)
    expect(d.attention.totals()).toMatchObject({ mine: 1, unread: 0 })
  })

  it('asks nothing where lists alone are old: it has a turn of its own for that', async () => {
    const d = desk([async () => [aTicket({ id: 1 })], async () => [aTicket({ id: 1 }), aTicket({ id: 2 })]])
    d.attention.session(signedIn())
    d.attention.event(resync)
    await d.pass(2_000)
    d.attention.event({ channel: 'resync', data: { since: null, lists: true } })
    await d.pass(2_000)
    expect(d.attention.totals().pending).toBe(1)
  })

  it('tells once of messages that came during a gap, as while you were away', async () => {
    const mine = (id: number, unreadMessages: number) =>
      aTicket({ id, status: 'open', userId: 7, unreadMessages })
    const before = async () => [mine(1, 0), mine(2, 1), mine(3, 0)]
    const after = async () => [mine(1, 4), mine(2, 2), mine(3, 0)]
    const d = desk([before, after])
    d.attention.session(signedIn())
    d.attention.event(resync)
    await d.pass(2_000)
    expect(d.shown()).toEqual([])
    for (let n = 0; n < 3; n++) {
      d.attention.event(resync)
      await d.pass(60_000)
    }
    expect(d.shown()).toEqual(['away'])
    const [order] = d.orders.filter(one => one.do === 'show')
    if (order?.do !== 'show') throw new Error('nothing shown')
    const words = (['pt', 'en', 'es'] as const).map(language =>
      contentOf(order.notice, false, NOON, 'all', noticeTexts(language)),
    )
    expect(words.map(one => one.title)).toEqual([
      'Enquanto você esteve fora',
      'While you were away',
      'Mientras no estaba',
    ])
    expect(words[1]?.body).toBe('5 new messages in 2 conversations\nCliente 1, Cliente 2')
    // What comes live afterwards is told as ever; when all is read, the notice goes.
    d.attention.event(messageEvent(aMessage({ ticketId: 3 }), null))
    await d.pass(2_000)
    expect(d.shown()).toEqual(['away', 'ticket:3'])
    for (const ticketId of [1, 2])
      d.attention.event({ channel: 'ticket', data: { action: 'updateUnread', ticketId } })
    await d.pass(2_000)
    expect(d.orders.at(-1)).toEqual({ do: 'withdraw', key: 'away' })
  })

  it('tells of a gap also where an event has touched the ticket since', async () => {
    const answer = deferred<Ticket[]>()
    const mine = (unreadMessages: number) => aTicket({ id: 1, status: 'open', userId: 7, unreadMessages })
    const d = desk([async () => [mine(0)], () => answer.promise])
    d.attention.session(signedIn())
    d.attention.event(resync)
    await d.pass(2_000)
    d.attention.event(resync)
    d.attention.event(ticketEvent(mine(3)))
    answer.resolve([mine(3)])
    await d.pass(2_000)
    expect(d.shown()).toEqual(['away'])
  })

  describe('where lists are read again in their turn', () => {
    const mine = (unreadMessages: number, id = 1) =>
      aTicket({ id, status: 'open', userId: 7, unreadMessages })
    const notice = (d: ReturnType<typeof desk>) => d.attention.work()?.eventNotices.get('ticket:1')
    const begun = async (...answers: (() => Promise<Ticket[] | Snapshot>)[]) => {
      const d = desk(answers)
      d.attention.session(signedIn())
      d.attention.event(resync)
      await d.pass(2_000)
      return d
    }

    it('what no event told of is told as ever, not as while you were away', async () => {
      const d = await begun(
        async () => [mine(0)],
        async () => [mine(2)],
      )
      d.attention.readAgain()
      await d.pass(2_000)
      expect(d.shown()).toEqual(['ticket:1'])
      expect(notice(d)).toMatchObject({ count: 2, away: false })
    })

    it('a message that the list knew before its event came counts once and rings once', async () => {
      const d = await begun(
        async () => [mine(0)],
        async () => [mine(1)],
      )
      d.attention.readAgain()
      await d.pass(2_000)
      d.attention.event(messageEvent(aMessage({ ticketId: 1, body: 'Alô?' }), mine(1)))
      await d.pass(20_000)
      expect(notice(d)).toMatchObject({ count: 1, words: 'Alô?' })
      expect(d.shown()).toEqual(['ticket:1'])
      d.attention.event(messageEvent(aMessage({ ticketId: 1 }), mine(2)))
      await d.pass(20_000)
      expect(notice(d)).toMatchObject({ count: 2 })
      expect(d.shown()).toEqual(['ticket:1', 'ticket:1'])
    })

    it('what was seen while the list was on its way is not told of', async () => {
      const answer = deferred<Ticket[]>()
      const d = await begun(
        async () => [mine(0)],
        () => answer.promise,
      )
      d.attention.readAgain()
      d.watched.add(1)
      d.attention.event(messageEvent(aMessage({ ticketId: 1 }), mine(1)))
      await d.pass(200)
      d.watched.delete(1)
      answer.resolve([mine(1)])
      await d.pass(2_000)
      expect(d.shown()).toEqual([])
    })

    it('a row that a page skipped neither goes nor comes as new; one that is missing twice is gone', async () => {
      const skipping = (tickets: Ticket[]) => async () => ({ tickets, whole: false })
      const all = [mine(0, 1), mine(0, 2), aTicket({ id: 3 })]
      const d = await begun(
        async () => all,
        skipping([mine(0, 2)]),
        async () => all,
        skipping([mine(0, 1)]),
      )
      const known = () => [
        ...(d.attention.work()?.mine.keys() ?? []),
        ...(d.attention.work()?.pending.keys() ?? []),
      ]
      d.attention.readAgain()
      await d.pass(2_000)
      expect(known().sort()).toEqual([1, 2, 3])
      d.attention.readAgain()
      await d.pass(2_000)
      d.attention.readAgain()
      await d.pass(2_000)
      expect(known().sort()).toEqual([1, 2, 3])
      d.attention.readAgain()
      await d.pass(2_000)
      expect(known()).toEqual([1])
      expect(d.shown()).toEqual([])
    })

    it('a conversation begun here is no news when a list first tells of it', async () => {
      const d = await begun(
        async () => [],
        async () => [mine(0)],
      )
      d.attention.made(mine(0))
      expect(d.attention.totals().mine).toBe(1)
      await d.pass(50_000)
      d.attention.readAgain()
      await d.pass(2_000)
      expect(d.shown()).toEqual([])
    })
  })

  it('asks again when the server cannot be asked, and once for many gaps', async () => {
    const d = desk([() => Promise.reject(new Error('down')), async () => [aTicket({ id: 1 })]])
    d.attention.session(signedIn())
    for (let n = 0; n < 5; n++) d.attention.event(resync)
    await d.pass(30_000)
    expect(d.attention.totals().pending).toBe(1)
    expect(d.asked()).toBeLessThanOrEqual(3)
  })

  it('believes an event that came while it was asking', async () => {
    const answer = deferred<Ticket[]>()
    const d = desk([() => answer.promise])
    d.attention.session(signedIn())
    d.attention.event(resync)
    d.attention.event(ticketEvent(aTicket({ id: 1, status: 'open', userId: 8 })))
    d.attention.event(ticketEvent(aTicket({ id: 2 })))
    answer.resolve([aTicket({ id: 3 })])
    await d.pass(100)
    expect([...(d.attention.work()?.pending.keys() ?? [])].sort()).toEqual([2, 3])
  })

  it('takes back what is looked at, and what the agent turned out to have done', async () => {
    const d = desk([async () => []])
    d.attention.session(signedIn())
    const mine = aTicket({ id: 5, status: 'open', userId: 7, unreadMessages: 0 })
    d.attention.event(ticketEvent(mine))
    // The answer to the own call comes after the event it caused.
    d.attention.localChange(5)
    await d.pass(2_000)
    expect(d.shown()).toEqual([])
    d.attention.event(messageEvent(aMessage({ ticketId: 5 }), null))
    await d.pass(2_000)
    expect(d.shown()).toEqual(['ticket:5'])
    d.watched.add(5)
    d.attention.looked()
    await d.pass(100)
    expect(d.orders.at(-1)).toEqual({ do: 'withdraw', key: 'ticket:5' })
  })

  it('announces nobody who waits while the agent is away, and everybody afterwards', async () => {
    const d = desk([async () => []])
    d.attention.session(signedIn())
    d.attention.pause(true)
    d.attention.event(ticketEvent(aTicket({ id: 1 })))
    await d.pass(600_000)
    expect(d.shown()).toEqual([])
    d.attention.pause(false)
    await d.pass(1_000)
    expect(d.shown()).toEqual(['waiting'])
  })

  it('withdraws everything and leaves no timer when the session ends', async () => {
    const d = desk([async () => []])
    d.attention.session(signedIn())
    d.attention.event(ticketEvent(aTicket({ id: 1 })))
    await d.pass(2_000)
    d.attention.session({ status: 'signedOut', user: null, reason: 'signedOut', storage: 'none' })
    expect(d.orders.at(-1)).toEqual({ do: 'withdraw', key: 'waiting' })
    expect(d.timers).toEqual([])
    expect(d.attention.totals()).toEqual({ pending: 0, mine: 0, unread: 0 })
    d.attention.event(ticketEvent(aTicket({ id: 2 })))
    expect(d.attention.work()).toBeNull()
  })

  it('leads a press to the ticket, to the oldest of a queue, or to the place', async () => {
    const d = desk([async () => []])
    d.attention.session(signedIn())
    const older = '2026-03-02T11:00:00.000Z'
    for (const one of [aTicket({ id: 1 }), aTicket({ id: 2, waitingSince: older })])
      d.attention.event(ticketEvent(one))
    const work = d.attention.work()
    const uuid = aTicket({ id: 2 }).uuid
    expect(pathOfKey('waiting', work)).toBe(`/tickets/${uuid}`)
    expect(d.attention.oldest()?.id).toBe(2)
    expect(pathOfKey('waiting', null)).toBe('/tickets')
    expect(pathOfKey('ticket:2', work)).toBe(`/tickets/${uuid}`)
    expect(pathOfKey('ticket:99', work)).toBeNull()
    expect(['chat:3', 'connection:4', 'mine', 'away'].map(key => pathOfKey(key, work))).toEqual([
      '/chats/3',
      '/connections',
      '/tickets',
      '/tickets',
    ])
  })
})
