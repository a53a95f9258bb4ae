import { describe, expect, it } from 'vitest'
import {
  BURST_MS,
  closed,
  emptyMemory,
  type Memory,
  type Order,
  plan,
  type Situation,
} from '../../../electron/main/attention/policy'
import { selfOf } from '../../../electron/main/attention/self'
import { noticeTexts } from '../../../electron/main/attention/texts'
import { contentOf, tidy } from '../../../electron/main/attention/wording'
import { applyEvent, emptyWork, type Work } from '../../../electron/main/attention/work'
import { attentionPreferences, type ServerFeedEvent } from '../../../src/contract'
import { aMessage, aTicket, at, aUser, messageEvent, NOON, ticketEvent } from './a-work'

/** A desk on which time passes as the test says; every order that was given, with its time. */
class Bench {
  work: Work = emptyWork(selfOf(aUser({ profile: 'admin' })))
  memory: Memory = emptyMemory
  now = NOON
  quietUntil = 0
  wakeAt: number | null = null
  atWork = false
  choices = attentionPreferences.parse({})
  readonly given: { at: number; order: Order }[] = []

  private decide(): void {
    const { now, choices, quietUntil, atWork } = this
    const situation: Situation = { now, choices, quietUntil, atWork }
    const next = plan(this.memory, this.work, situation)
    this.memory = next.memory
    this.wakeAt = next.wakeAt
    for (const order of next.orders) this.given.push({ at: this.now, order })
  }
  happen(event: ServerFeedEvent, watched: number[] = [], localChanges: number[] = []): void {
    const moment = {
      now: this.now,
      aheadMs: 0,
      watched: new Set(watched),
      localChanges: new Set(localChanges),
    }
    this.work = applyEvent(this.work, event, moment)
    this.decide()
  }
  /** Lets time pass, waking whenever the policy asked for it. */
  pass(ms: number): void {
    const end = this.now + ms
    while (this.wakeAt !== null && this.wakeAt <= end) {
      this.now = Math.max(this.wakeAt, this.now)
      this.decide()
    }
    this.now = end
  }
  private all<D extends Order['do']>(what: D): Extract<Order, { do: D }>[] {
    return this.given.flatMap(({ order }) => (order.do === what ? [order as Extract<Order, { do: D }>] : []))
  }
  get shown() {
    return this.all('show')
  }
  get sounds() {
    return this.all('sound').map(order => order.kind)
  }
  get withdrawn() {
    return this.all('withdraw').map(order => order.key)
  }
}

const open = (id: number, over: object = {}) =>
  ticketEvent(aTicket({ id, status: 'open', userId: 7, unreadMessages: 0, ...over }))
const message = (ticketId: number) => messageEvent(aMessage({ ticketId }), null)

describe('own conversations while Turno has the keyboard', () => {
  const TALKS = Array.from({ length: 12 }, (_, index) => index + 1)
  const anHour = (perMinute: number, atWork: boolean) => {
    const bench = new Bench()
    bench.atWork = atWork
    for (const id of TALKS) bench.happen(open(id), [], [id])
    const every = 60_000 / perMinute / TALKS.length
    for (let sent = 0; sent * every < 3_600_000; sent++) {
      // The first is before the agent's eyes.
      bench.happen(message(TALKS[sent % TALKS.length] ?? 1), [1])
      bench.pass(every)
    }
    return bench
  }

  it.each([0.5, 2])(
    'cost at most one notice and one sound a minute: %s messages a minute in each of twelve',
    perMinute => {
      const bench = anHour(perMinute, true)
      expect(bench.shown.length).toBeLessThanOrEqual(60)
      expect(bench.sounds.length).toBeLessThanOrEqual(60)
      expect(bench.shown.length).toBeGreaterThan(30)
    },
  )

  it('are told at once after a quiet minute, then together, and not when they were read meanwhile', () => {
    const bench = new Bench()
    bench.atWork = true
    for (const id of [1, 2, 3]) bench.happen(open(id), [], [id])
    bench.happen(message(1))
    bench.pass(BURST_MS)
    expect(bench.shown.map(({ notice }) => notice.key)).toEqual(['ticket:1'])
    for (const id of [2, 3]) bench.happen(message(id))
    bench.pass(30_000)
    expect(bench.shown).toHaveLength(1)
    bench.pass(30_000)
    expect(bench.shown.at(-1)?.notice).toMatchObject({ key: 'mine', of: [{ ticketId: 2 }, { ticketId: 3 }] })
    bench.happen(message(1))
    bench.happen(open(1), [1], [1])
    bench.pass(120_000)
    expect(bench.shown).toHaveLength(2)
  })

  it('are told as always once another program has the keyboard', () => {
    const bench = new Bench()
    bench.atWork = true
    for (const id of [1, 2]) bench.happen(open(id), [], [id])
    bench.happen(message(1))
    bench.pass(BURST_MS)
    bench.happen(message(2))
    bench.pass(5_000)
    expect(bench.shown).toHaveLength(1)
    bench.atWork = false
    bench.happen(open(3), [], [3])
    expect(bench.shown.map(({ notice }) => notice.key)).toEqual(['ticket:1', 'ticket:2'])
  })

  it('do not hold up who waits for an agent', () => {
    const bench = new Bench()
    bench.atWork = true
    bench.happen(open(1), [], [1])
    bench.happen(message(1))
    bench.pass(BURST_MS)
    bench.happen(ticketEvent(aTicket({ id: 9 })))
    bench.pass(BURST_MS)
    expect(bench.shown.map(({ notice }) => notice.key)).toEqual(['ticket:1', 'waiting'])
  })
})

describe('waiting customers', () => {
  it('become one notice for a burst, and one sound', () => {
    const bench = new Bench()
    for (const id of [1, 2, 3]) bench.happen(ticketEvent(aTicket({ id })))
    expect(bench.shown).toHaveLength(0)
    bench.pass(BURST_MS)
    expect(bench.shown.map(({ notice }) => notice.key)).toEqual(['waiting'])
    expect(bench.shown[0]?.notice).toMatchObject({ tickets: [{ id: 1 }, { id: 2 }, { id: 3 }] })
    expect(bench.sounds).toEqual(['pending'])
  })

  it('leave the sound to what is told with them when theirs is off', () => {
    const bench = new Bench()
    bench.choices = { ...bench.choices, sounds: { ...bench.choices.sounds, pending: 'none' } }
    bench.happen(open(1), [], [1])
    bench.happen(ticketEvent(aTicket({ id: 9 })))
    bench.happen(message(1))
    bench.pass(BURST_MS)
    expect(bench.shown.map(({ notice }) => notice.key)).toEqual(['waiting', 'ticket:1'])
    expect(bench.sounds).toEqual(['message'])
  })

  it('that keep coming are notified at growing distances', () => {
    const bench = new Bench()
    for (let id = 1; id <= 120; id++) {
      bench.happen(ticketEvent(aTicket({ id })))
      bench.pass(5_000)
    }
    // Ten minutes of arrivals nobody takes: 0, 15, 45, 105, 225, 345, 465, 585 seconds.
    expect(bench.shown).toHaveLength(8)
    expect(bench.shown.at(-1)?.notice).toMatchObject({ key: 'waiting' })
  })

  it('of several queues grow one notice, which says how many wait where', () => {
    const bench = new Bench()
    const sales = { queueId: 2, queue: { id: 2, name: 'Vendas', color: '#111111' } }
    for (const id of [1, 2]) bench.happen(ticketEvent(aTicket({ id })))
    bench.happen(ticketEvent(aTicket({ id: 3, ...sales })))
    bench.pass(BURST_MS)
    expect(bench.shown).toHaveLength(1)
    const [order] = bench.shown
    if (!order) throw new Error('nothing shown')
    const words = contentOf(order.notice, false, NOON, 'all', noticeTexts('en'))
    expect(words.title).toBe('3 customers are waiting')
    expect(words.body).toBe(
      'Cliente 1, Cliente 2, Cliente 3\nSuporte 2, Vendas 1\nThe oldest has waited less than 1 min',
    )
  })

  it('say until when the first of them is promised an answer, and since when that is over', () => {
    const bench = new Bench()
    const due = (minutes: number, kind: 'first' | 'resolution') => ({
      ...{ kind, levelName: 'Vendas', minutes, clock: 'always' as const },
      ...{ startedAt: at(NOON), warnAt: at(NOON), dueAt: at(NOON + minutes * 60_000) },
    })
    bench.happen(ticketEvent(aTicket({ id: 1, deadline: due(20, 'first') })))
    bench.happen(ticketEvent(aTicket({ id: 2, deadline: due(5, 'first') })))
    // The end of a conversation is no answer.
    bench.happen(ticketEvent(aTicket({ id: 3, deadline: due(1, 'resolution') })))
    bench.happen(ticketEvent(aTicket({ id: 4 })))
    bench.pass(BURST_MS)
    const notice = bench.shown[0]?.notice
    if (!notice) throw new Error('nothing shown')
    const lastLine = (minutes: number, privacy: 'all' | 'nothing') =>
      contentOf(notice, false, NOON + minutes * 60_000, privacy, noticeTexts('en'))
        .body.split('\n')
        .at(-1)
    expect(lastLine(2, 'all')).toBe('Next answer due in 3 min')
    expect(lastLine(2, 'nothing')).toBe('Next answer due in 3 min')
    expect(lastLine(12, 'all')).toBe('Answer overdue by 7 min')
  })

  it('that colleagues take at once do not start the distances over, a calm floor does', () => {
    const bench = new Bench()
    const passing = (id: number) => {
      bench.happen(ticketEvent(aTicket({ id })))
      bench.pass(3_000)
      bench.happen(ticketEvent(aTicket({ id, status: 'open', userId: 8 })))
      bench.pass(4_000)
    }
    for (let id = 1; id <= 60; id++) passing(id)
    // Seven minutes: those who waited at 0, 15, 45, 105, 225 and 345 seconds, and none of the line that emptied 60 times.
    expect(bench.shown.length).toBeLessThanOrEqual(6)
    bench.pass(240_000)
    const before = bench.shown.length
    bench.happen(ticketEvent(aTicket({ id: 90 })))
    bench.pass(BURST_MS)
    expect(bench.shown.length).toBe(before + 1)
  })

  it('take their notice with them when the last is taken', () => {
    const bench = new Bench()
    bench.happen(ticketEvent(aTicket({ id: 1 })))
    bench.pass(BURST_MS)
    bench.happen(ticketEvent(aTicket({ id: 1, status: 'open', userId: 8 })))
    expect(bench.withdrawn).toEqual(['waiting'])
  })

  it('are announced again as often as the agent chose, and not at all without', () => {
    const bench = new Bench()
    bench.happen(ticketEvent(aTicket({ id: 1 })))
    bench.pass(16 * 60_000)
    expect(bench.shown.map(order => order.again)).toEqual([false, true, true, true])
    const silent = new Bench()
    silent.choices = { ...silent.choices, reminderMinutes: 0 }
    silent.happen(ticketEvent(aTicket({ id: 1 })))
    silent.pass(60 * 60_000)
    expect(silent.shown).toHaveLength(1)
  })

  it('wait until a snooze ends', () => {
    const bench = new Bench()
    bench.quietUntil = NOON + 300_000
    bench.happen(ticketEvent(aTicket({ id: 1 })))
    bench.pass(299_000)
    expect(bench.shown).toHaveLength(0)
    bench.pass(2_000)
    expect(bench.shown).toHaveLength(1)
  })

  it('with the menu are notified when it lets go, or does not for two minutes', () => {
    const bench = new Bench()
    bench.happen(ticketEvent(aTicket({ id: 1, queueId: null, queue: null, chatbot: true })))
    bench.pass(100_000)
    expect(bench.shown).toHaveLength(0)
    bench.pass(30_000)
    expect(bench.shown.map(({ notice }) => notice.key)).toEqual(['waiting'])
  })
})

describe('conversations', () => {
  const talking = (ids: number[]): Bench => {
    const bench = new Bench()
    for (const id of ids) bench.happen(open(id), [], [id])
    return bench
  }

  it('have one notice each, replaced and withdrawn when read', () => {
    const bench = talking([5])
    bench.happen(message(5))
    bench.pass(BURST_MS)
    for (let n = 0; n < 6; n++) {
      bench.happen(message(5))
      bench.pass(500)
    }
    bench.pass(5_000)
    expect(new Set(bench.shown.map(({ notice }) => notice.key))).toEqual(new Set(['ticket:5']))
    expect(bench.shown.length).toBeLessThanOrEqual(3)
    expect(bench.shown.at(-1)?.notice).toMatchObject({ count: 7 })
    bench.happen({ channel: 'ticket', data: { action: 'updateUnread', ticketId: 5 } })
    expect(bench.withdrawn.at(-1)).toBe('ticket:5')
  })

  it('of many at once become one summary, which goes when the last is read', () => {
    const ids = [1, 2, 3, 4, 5, 6]
    const bench = talking(ids)
    for (const id of ids) bench.happen(message(id))
    bench.pass(BURST_MS)
    expect(bench.shown.map(({ notice }) => notice.key)).toEqual(['mine'])
    for (const id of ids) bench.happen({ channel: 'ticket', data: { action: 'updateUnread', ticketId: id } })
    expect(bench.withdrawn).toEqual(['mine'])
  })

  it('are silent by one switch, and a kind by its own', () => {
    const bench = talking([5])
    bench.choices = { ...bench.choices, silent: true }
    bench.happen(message(5))
    bench.pass(BURST_MS)
    expect([bench.shown.length, bench.sounds]).toEqual([1, []])
    const blind = talking([5])
    blind.choices = { ...blind.choices, notices: { ...blind.choices.notices, message: false } }
    blind.happen(message(5))
    blind.pass(BURST_MS)
    expect([blind.shown.length, blind.sounds]).toEqual([0, ['message']])
  })

  it('sound at most every fifteen seconds', () => {
    const bench = talking([1, 2])
    bench.happen(message(1))
    bench.pass(BURST_MS)
    bench.happen(message(2))
    bench.pass(14_000)
    expect(bench.shown).toHaveLength(2)
    expect(bench.sounds).toEqual(['message'])
    bench.pass(2_000)
    bench.happen(message(2))
    bench.pass(BURST_MS)
    expect(bench.sounds).toEqual(['message', 'message'])
  })
})

it('tells of a number only when it does not come back by itself', () => {
  const status = (value: string): ServerFeedEvent => ({
    channel: 'whatsappSession',
    data: { action: 'update', session: { id: 4, name: 'Vendas', status: value } as never },
  })
  const bench = new Bench()
  bench.happen(status('DISCONNECTED'))
  bench.pass(5_000)
  bench.happen(status('CONNECTED'))
  bench.pass(60_000)
  expect(bench.shown).toHaveLength(0)
  bench.happen(status('DISCONNECTED'))
  bench.pass(11_000)
  expect(bench.shown.map(({ notice }) => notice.key)).toEqual(['connection:4'])
})

it('does not withdraw what the person has closed', () => {
  const bench = new Bench()
  bench.happen(ticketEvent(aTicket({ id: 1 })))
  bench.pass(BURST_MS)
  bench.memory = closed(bench.memory, 'waiting')
  bench.happen(ticketEvent(aTicket({ id: 1, status: 'open', userId: 8 })))
  expect(bench.withdrawn).toEqual([])
})

describe('a floor of 30 agents, 5 queues and 8 arrivals a minute', () => {
  const HOUR_MS = 3_600_000
  const AGENTS = 30
  const ME = 7

  /** One hour; whoever is free takes the oldest. @param ownShare part of all tickets that I take. */
  function floor(perMinute: number, ownShare: number, seed: number) {
    let state = seed
    const random = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state / 2_147_483_648
    }
    const bench = new Bench()
    const queues = [1, 2, 3, 4, 5].map(id => ({ id, name: `Fila ${id}`, color: '#111111' }))
    bench.work = emptyWork(selfOf(aUser({ queues })))
    const came = new Map<number, number>()
    const gone = new Map<number, number>()
    const notified = new Map<number, number>()
    const soundsAt: number[] = []
    let read = 0
    const note = () => {
      for (const { at: when, order } of bench.given.slice(read)) {
        if (order.do === 'sound') soundsAt.push(when)
        if (order.do !== 'show' || order.notice.kind !== 'pending') continue
        for (const { id } of order.notice.tickets) if (!notified.has(id)) notified.set(id, when)
      }
      read = bench.given.length
    }
    let own = 0
    let id = 0
    for (let tick = NOON; tick < NOON + HOUR_MS; tick += 500) {
      if (random() < perMinute / 120) {
        const queue = queues[Math.floor(random() * queues.length)]
        const queueId = queue?.id ?? null
        came.set(++id, tick)
        bench.happen(ticketEvent(aTicket({ id, queueId, queue, waitingSince: at(tick) })))
      }
      // Somebody of the floor has time about as often as somebody comes.
      const [oldest] = [...bench.work.pending.values()].sort((a, b) => a.since - b.since)
      if (oldest && random() < perMinute / 110) {
        const mine = random() < ownShare
        if (mine) own++
        gone.set(oldest.id, tick)
        const userId = mine ? ME : 8 + (oldest.id % (AGENTS - 1))
        const taken = aTicket({ id: oldest.id, status: 'open', userId, unreadMessages: 0 })
        bench.happen(ticketEvent(taken), mine ? [oldest.id] : [], mine ? [oldest.id] : [])
      }
      bench.pass(500)
      note()
    }
    return { bench, came, gone, notified, soundsAt, own }
  }

  it.each([
    ['8 a minute, my share of the work', 8, 1 / AGENTS],
    ['8 a minute, I take none', 8, 0],
    ['8 a minute, I take a third', 8, 1 / 3],
    ['20 a minute', 20, 1 / AGENTS],
    ['1 a minute', 1, 1 / AGENTS],
  ])('%s: few notices, rare sounds, nobody missed', (_what, perMinute, share) => {
    for (const seed of [20_261_122, 7, 99_991]) {
      const { bench, came, gone, notified, soundsAt, own } = floor(perMinute, share, seed)
      expect(came.size).toBeGreaterThan(perMinute * 40)
      expect(bench.shown.length).toBeLessThanOrEqual(40 + 1.2 * own)
      expect(bench.shown.length).toBeGreaterThan(5)
      for (const [n, when] of soundsAt.entries())
        expect(when - (soundsAt[n - 1] ?? 0)).toBeGreaterThanOrEqual(15_000)
      expect(new Set(bench.shown.map(order => order.notice.key))).toEqual(new Set(['waiting']))
      for (const [id, when] of came) {
        const until = gone.get(id) ?? NOON + HOUR_MS
        const announced = notified.get(id) ?? until
        expect(announced - when).toBeLessThan(122_000)
      }
    }
  })
})

describe('words', () => {
  const t = noticeTexts('pt')
  const bench = new Bench()
  bench.happen(open(5), [], [5])
  bench.happen(messageEvent(aMessage({ ticketId: 5, body: 'Meu CPF é 123' }), null))
  bench.happen(ticketEvent(aTicket({ id: 1, waitingSince: at(NOON - 7 * 60_000) })))
  bench.pass(BURST_MS)
  const notice = (kind: string) => {
    const found = bench.shown.find(order => order.notice.kind === kind)
    if (!found) throw new Error(`no ${kind}`)
    return found.notice
  }

  it('tell name and words, the name, or nothing', () => {
    const of = (privacy: 'all' | 'name' | 'nothing') => contentOf(notice('message'), false, NOON, privacy, t)
    expect(of('all')).toMatchObject({ title: 'Cliente 5', body: 'Meu CPF é 123', reply: true })
    expect(of('name')).toMatchObject({ title: 'Cliente 5', body: '1 mensagem nova', reply: false })
    expect(JSON.stringify(of('nothing'))).not.toMatch(/Cliente|CPF/)
  })

  it('say how long the oldest has waited', () => {
    const all = contentOf(notice('pending'), true, NOON, 'all', t)
    expect(all.title).toBe('Ainda: Cliente aguardando em Suporte')
    expect(all.body).toBe('Cliente 1\nO mais antigo espera há 7 min')
    // A critical notice covers the screen until it is pressed away.
    expect(all.urgent).toBe(false)
    expect(contentOf(notice('pending'), false, NOON, 'nothing', t).body).not.toContain('Cliente')
  })

  it('keep hostile text on one line, in its own direction and short', () => {
    expect(tidy('a\u202Eb\n\u0000c')).toBe('a b c')
    expect([...tidy('😀'.repeat(500))]).toHaveLength(180)
  })
})
