import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoffMs } from '../../../electron/main/backoff'
import { runMachine } from '../../../electron/main/run-machine'
import { emission, placesOf, roomsOf } from '../../../electron/main/socket/interests'
import { initialState, isWanted, step } from '../../../electron/main/socket/machine'
import type { Effect, Event, State, TimerName } from '../../../electron/main/socket/machine-types'
import type { Interest, ResumeRequest } from '../../../src/contract'

const LIMITS = { firstMs: 100, maxMs: 5_000 }

/** What is on its way to the machine; `timer` may be taken back. */
interface Coming {
  at: number
  event: Event
  timer: boolean
}

/**
 * A computer, a network and a server around the machine, in a time of its own. It carries effects out as the driver
 * does but forgets nothing that is on its way: what a socket that was closed still says reaches the machine.
 */
class World {
  now = 1_000_000
  online = true
  serverUp = true
  serverSaysReady = true
  addressKnown = true
  awake = true
  signedIn = false
  /** The session is about to end: it has no token to give. */
  tokenless = false
  /** The socket the computer holds, and how often the server counts it in each room. */
  socket: { attemptId: number; alive: boolean; ready: boolean; rooms: Map<string, number> } | null = null
  opened = 0
  tokens = 0
  reported = 0
  places = 0
  delivered = 0
  /** The server keeps what is said, and it is so far. */
  remembers = false
  seq = 0
  asked: (ResumeRequest | null)[] = []
  resyncs = 0
  pauses: number[] = []
  coming: Coming[] = []
  readonly machine = runMachine<State, Event, Effect>({
    initial: initialState(this.now),
    step: (state, event) => {
      const next = step(state, event, { now: this.now, random: this.random, online: this.online }, LIMITS)
      this.authorize(state, event, next)
      return next
    },
    perform: effect => this.perform(effect),
    onError: (_effect, error) => {
      throw error
    },
  })

  constructor(private readonly random: number) {}

  get state(): State {
    return this.machine.state()
  }

  /** What holds of every single step. */
  private authorize(before: State, event: Event, { state, effects }: ReturnType<typeof step>): void {
    const what = () => `${event.type} in ${before.phase.name} gave ${JSON.stringify(effects)}`
    if (before.phase.name === 'stopped' && (effects.length > 0 || state !== before))
      throw new Error(`something followed after the end: ${what()}`)
    if (
      'attemptId' in event &&
      event.attemptId !== before.attemptId &&
      (effects.length > 0 || state !== before)
    )
      throw new Error(`an attempt that was left was heard: ${what()}`)
    if (!isWanted(before) && effects.some(({ do: one }) => one === 'deliver' || one === 'emit'))
      throw new Error(`a session that ended spoke: ${what()}`)
    const idle = state.phase.name === 'off' || state.phase.name === 'tokenless'
    if (state.phase.name !== 'stopped' && (state.status === 'idle') !== idle)
      throw new Error(`${state.status} is shown: ${what()}`)
    if (state.phase.name !== 'stopped' && (state.status === 'connected') !== (state.phase.name === 'ready'))
      throw new Error(`${state.status} is shown: ${what()}`)
    if (state.phase.name === 'ready' && state.attempt !== 0) throw new Error(`still counting: ${what()}`)
  }

  private later(ms: number, event: Event, timer = false): void {
    this.coming.push({ at: this.now + ms, event, timer })
  }

  private perform(effect: Effect): unknown {
    const { state } = this
    switch (effect.do) {
      case 'prepare':
        if (!this.addressKnown || !this.online)
          return this.later(30, { type: 'unprepared', attemptId: effect.attemptId, why: 'no address' })
        return this.later(10, {
          type: 'prepared',
          attemptId: effect.attemptId,
          origin: 'http://x',
          token: this.tokenless ? null : `t${this.tokens}`,
        })
      case 'open':
        if (this.socket) throw new Error('two sockets at once')
        this.opened++
        this.socket = { attemptId: effect.attemptId, alive: true, ready: false, rooms: new Map() }
        this.asked.push(effect.resume)
        if (!this.serverUp || !this.online)
          this.later(5, { type: 'lost', attemptId: effect.attemptId, why: 'down' })
        else if (this.serverSaysReady) {
          const resumed = this.remembers && effect.resume !== null
          // Its rooms are joined with the connection.
          if (resumed) {
            for (const topic of effect.resume?.topics ?? [])
              this.socket.rooms.set(topic === 'notification' ? 'Notification ' : `Tickets ${topic}`, 1)
            for (const id of effect.resume?.chatBoxes ?? []) this.socket.rooms.set(`ChatBox ${id}`, 1)
          }
          const position = this.remembers ? { epoch: 'e', seq: this.seq, platform: 0 } : null
          this.later(20, { type: 'ready', attemptId: effect.attemptId, position, resumed })
        }
        return
      case 'resync':
        this.resyncs++
        return
      case 'close':
        if (!this.socket) throw new Error('no socket to close')
        this.socket = null
        return
      case 'emit': {
        const { socket } = this
        if (!socket || state.phase.name !== 'ready') throw new Error('a join before ready is lost')
        const [name, value = ''] = effect.message
        const room = `${name.replace(/^(join|leave)/, '')} ${value}`
        const count = (socket.rooms.get(room) ?? 0) + (name.startsWith('join') ? 1 : -1)
        if (count < 0) throw new Error(`left more often than joined: ${room}`)
        socket.rooms.set(room, count)
        return
      }
      case 'startTimer':
        if (effect.name === 'retry') {
          const most = backoffMs(state.attempt, 1, LIMITS)
          if (effect.ms !== 0 && (effect.ms < most / 2 || effect.ms > LIMITS.maxMs))
            throw new Error(`a pause of ${effect.ms} ms after ${state.attempt} attempts`)
          this.pauses.push(effect.ms)
        }
        this.cancel(effect.name)
        return this.later(effect.ms, { type: 'timer', name: effect.name, attemptId: effect.attemptId }, true)
      case 'cancelTimer':
        return this.cancel(effect.name)
      case 'cancelTimers':
        this.coming = this.coming.filter(one => !one.timer)
        return
      case 'probe':
        return this.socket?.alive && this.serverUp && this.online
          ? this.later(15, { type: 'probed', attemptId: effect.attemptId, alive: true })
          : this.later(4_000, { type: 'probed', attemptId: effect.attemptId, alive: false })
      case 'deliver':
        this.delivered++
        return
      case 'refreshToken':
        if (effect.used === `t${this.tokens}`) this.tokens++
        return
      case 'reportPresence':
        if (state.phase.name !== 'ready') throw new Error('presence is reported to nobody')
        this.reported++
        return
      case 'reportPlaces':
        if (state.phase.name !== 'ready') throw new Error('places are reported to nobody')
        this.places++
        return
      case 'clearFeed':
      case 'notify':
      case 'log':
    }
  }

  private cancel(name: TimerName): void {
    this.coming = this.coming.filter(
      ({ timer, event }) => !(timer && event.type === 'timer' && event.name === name),
    )
  }

  timers(): TimerName[] {
    return this.coming.flatMap(({ timer, event }) => (timer && event.type === 'timer' ? [event.name] : []))
  }

  send(event: Event): void {
    this.machine.send(event)
    this.look()
  }

  /** What holds between two steps. */
  private look(): void {
    const { phase } = this.state
    const open = phase.name === 'opening' || phase.name === 'ready'
    if (open !== (this.socket !== null))
      throw new Error(`${phase.name} with ${this.socket ? 'a' : 'no'} socket`)
    const isAnywhere = placesOf(this.state.interests.values()).length > 0
    const ready = isAnywhere ? 'heartbeat,places' : 'heartbeat'
    const timer = { waiting: 'retry', opening: 'ready', ready }[phase.name as string]
    const running = this.timers()
    if ([...running].sort().join() !== (timer ?? ''))
      throw new Error(`${phase.name} with the timers ${running.join()}`)
  }

  /** Lets time pass; a computer that sleeps does nothing meanwhile. */
  pass(ms: number): void {
    const end = this.now + ms
    if (!this.awake) {
      this.now = end
      return
    }
    for (;;) {
      const next = this.coming.reduce<Coming | null>((a, b) => (a && a.at <= b.at ? a : b), null)
      if (!next || next.at > end) break
      this.coming.splice(this.coming.indexOf(next), 1)
      this.now = Math.max(this.now, next.at)
      this.send(next.event)
    }
    this.now = end
  }

  cut(byServer: boolean): void {
    const { socket } = this
    if (!socket?.alive) return
    socket.alive = false
    this.later(3, { type: 'closed', attemptId: socket.attemptId, why: 'cut', byServer })
  }

  session(signedIn: boolean): void {
    this.signedIn = signedIn
    if (!signedIn) this.send({ type: 'leave' })
    this.send({ type: 'session', signedIn, hasToken: signedIn })
  }

  wake(): void {
    this.awake = true
    this.pass(0)
    this.send({ type: 'check' })
  }
}

const INTERESTS: Interest[] = [
  { tickets: ['open', 'pending'], chatBoxes: [], notifications: true },
  {
    tickets: ['open'],
    chatBoxes: [1, 2],
    notifications: false,
    places: [{ ticketId: 1, activity: 'reading' }],
  },
  { tickets: [], chatBoxes: [2], notifications: false },
  { tickets: [], chatBoxes: [], notifications: false },
]
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T

/** Everything that may happen, each with a number to vary it. */
const HAPPENINGS: readonly ((world: World, n: number) => void)[] = [
  world => world.session(true),
  world => world.session(false),
  (world, n) => world.pass(n % 100),
  (world, n) => world.pass(n % 8_000),
  (world, n) => world.pass(n % 200_000),
  world => {
    world.serverUp = false
    world.cut(false)
  },
  world => {
    world.serverUp = true
  },
  world => {
    world.online = false
  },
  world => {
    world.online = true
    world.send({ type: 'check' })
  },
  world => {
    world.awake = false
    // The other end goes silent without closing.
    if (world.socket) world.socket.alive = false
  },
  world => world.wake(),
  world => world.cut(true),
  world => world.cut(false),
  (world, n) => {
    world.serverSaysReady = n % 2 === 0
  },
  (world, n) => {
    world.addressKnown = n % 2 === 0
  },
  (world, n) => {
    world.tokenless = n % 4 === 0
  },
  (world, n) => world.send({ type: 'interest', windowId: n % 3, interest: pick(INTERESTS, n >> 2) }),
  (world, n) => world.send({ type: 'windowGone', windowId: n % 3 }),
  (world, n) =>
    world.send({
      type: 'received',
      attemptId: world.state.attemptId,
      name: 'x',
      payload: n,
      mark: { seq: ++world.seq },
    }),
  (world, n) => {
    world.remembers = n % 2 === 0
  },
  (world, n) =>
    world.send({ type: 'ticketOwner', ticketId: n % 3, userId: pick([null, 7, 8], n >> 2), me: 7 }),
  world => world.send({ type: 'renew', why: 'rights changed' }),
  world => world.send({ type: 'check' }),
  world => world.send({ type: 'presenceChanged' }),
  // Late news of attempts that were left.
  (world, n) => {
    const attemptId = world.state.attemptId - 1 - (n % 3)
    const late: Event[] = [
      { type: 'ready', attemptId, position: null, resumed: n % 2 === 0 },
      { type: 'received', attemptId, name: 'x', payload: n, mark: {} },
      { type: 'closed', attemptId, why: 'late', byServer: n % 2 === 0 },
      { type: 'lost', attemptId, why: 'late' },
      { type: 'prepared', attemptId, origin: 'http://x', token: 'late' },
      { type: 'unprepared', attemptId, why: 'late' },
      { type: 'probed', attemptId, alive: n % 2 === 0 },
      { type: 'timer', attemptId, name: pick(['retry', 'ready', 'heartbeat'] as const, n) },
    ]
    world.send(pick(late, n >> 3))
  },
]

const histories = fc.array(fc.nat(0x3fffffff), { maxLength: 50, size: 'max' })
const dice = fc.double({ min: 0, max: 1, noNaN: true })

function live(history: readonly number[], random: number): World {
  const world = new World(random)
  for (const n of history) pick(HAPPENINGS, n % 64)(world, n >> 6)
  return world
}

describe('connection machine', () => {
  it('holds one socket at most, joins once, pauses within bounds and finds its way back from any history', () => {
    fc.assert(
      fc.property(histories, dice, (history, random) => {
        const world = live(history, random)
        // Everything is well again: whoever is signed in is connected within the longest pause and its handshake.
        Object.assign(world, { online: true, serverUp: true, serverSaysReady: true })
        Object.assign(world, { addressKnown: true, tokenless: false })
        if (!world.signedIn) world.session(true)
        world.wake()
        world.pass(LIMITS.maxMs + 25_000)
        expect(world.state).toMatchObject({ phase: { name: 'ready' }, status: 'connected', attempt: 0 })
        expect(world.state.failingSince).toBeNull()
        // The server counts the socket in the rooms that are wanted, and in no other.
        const wanted = [...roomsOf(world.state.interests.values())].map(room => {
          const [name, value = ''] = emission(room, 'join')
          return `${name.replace('join', '')} ${value}`
        })
        const joined = [...(world.socket?.rooms ?? [])].filter(([, count]) => count > 0)
        expect(joined.map(([room]) => room).toSorted()).toEqual(wanted.toSorted())
        // It stays so: nothing is tried again while nothing happens.
        const { opened } = world
        world.pass(300_000)
        expect(world.opened).toBe(opened)
      }),
      { numRuns: 3_000 },
    )
  })

  it('is silent once the session is over, and for good after its end', () => {
    fc.assert(
      fc.property(histories, dice, histories, (history, random, after) => {
        const world = live(history, random)
        world.awake = true
        world.session(false)
        const { delivered, opened } = world
        expect(world.timers()).toEqual([])
        expect(world.socket).toBeNull()
        world.pass(300_000)
        expect([world.delivered, world.opened, world.socket]).toEqual([delivered, opened, null])
        world.session(true)
        world.send({ type: 'stop' })
        const { state } = world
        for (const n of after) pick(HAPPENINGS, n % 64)(world, n >> 6)
        expect(world.state).toBe(state)
        expect(world.socket).toBeNull()
      }),
      { numRuns: 2_000 },
    )
  })

  it('waits longer after each failure, never beyond the limit, and from the beginning once it was ready', () => {
    const world = new World(1)
    world.serverUp = false
    world.session(true)
    world.pass(60_000)
    expect(world.pauses.slice(0, 8)).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000])
    expect(world.state.status).toBe('offline')
    world.serverUp = true
    world.pass(6_000)
    expect(world.state.status).toBe('connected')
    world.pauses = []
    world.pass(1_000)
    world.serverUp = false
    world.cut(false)
    world.pass(250)
    // At once, because the connection held; then from the beginning of the row.
    expect(world.pauses).toEqual([0, 200, 400])
  })

  it('tries at once after a connection that held, unless the server showed the door', () => {
    const world = new World(1)
    world.session(true)
    world.pass(10_000)
    world.cut(false)
    world.pass(5)
    expect(world.pauses).toEqual([0])
    world.pass(10_000)
    world.cut(true)
    world.pass(5)
    expect(world.pauses).toEqual([0, 100])
    expect(world.tokens).toBe(1)
  })

  it('reports presence when it is ready, and every five minutes from then on', () => {
    const world = new World(1)
    world.session(true)
    world.pass(100)
    expect(world.reported).toBe(1)
    const readyAt = world.now
    world.pass(300_000 - 100)
    expect(world.reported).toBe(1)
    world.pass(100)
    expect(world.reported).toBe(2)
    world.pass(readyAt + 600_000 - world.now)
    expect(world.reported).toBe(3)
  })

  it('says which tickets its person is at: when that changes, every minute, after a new connection, and when they are left', () => {
    const world = new World(1)
    world.session(true)
    world.pass(100)
    const at = (...places: Interest['places'] & {}) =>
      world.send({ type: 'interest', windowId: 1, interest: { ...pick(INTERESTS, 1), places } })
    at()
    expect(world.places).toBe(0)
    at({ ticketId: 7, activity: 'reading' })
    at({ ticketId: 7, activity: 'reading' })
    expect(world.places).toBe(1)
    at({ ticketId: 7, activity: 'writing' })
    expect(world.places).toBe(2)
    world.pass(60_000)
    expect(world.places).toBe(3)
    world.cut(false)
    world.pass(1_000)
    expect(world.places).toBe(4)
    world.send({ type: 'windowGone', windowId: 1 })
    expect(world.places).toBe(5)
    world.pass(120_000)
    expect(world.places).toBe(5)
  })

  it('asks for one sign of life however many ask for it', () => {
    const world = new World(1)
    world.session(true)
    world.pass(100)
    for (let i = 0; i < 5; i++) world.send({ type: 'check' })
    expect(world.coming.filter(({ event }) => event.type === 'probed')).toHaveLength(1)
    world.pass(100)
    world.send({ type: 'check' })
    expect(world.coming.filter(({ event }) => event.type === 'probed')).toHaveLength(1)
  })

  it('goes on from where it was, asks for nothing again, and starts over when rights changed', () => {
    const world = new World(1)
    world.remembers = true
    world.session(true)
    world.send({ type: 'interest', windowId: 1, interest: pick(INTERESTS, 1) })
    world.pass(10_000)
    const { attemptId } = world.state
    world.send({ type: 'received', attemptId, name: 'x', payload: 1, mark: { seq: 7 } })
    world.send({ type: 'received', attemptId, name: 'y', payload: 1, mark: { platform: 3 } })
    world.seq = 9
    world.cut(false)
    world.pass(1_000)
    expect(world.asked.at(-1)).toMatchObject({ epoch: 'e', seq: 7, platform: 3 })
    expect(world.state).toMatchObject({ status: 'connected', position: { seq: 9 } })
    expect(world.resyncs).toBe(0)
    world.send({ type: 'renew', why: 'rights changed' })
    world.pass(1_000)
    expect(world.asked.at(-1)).toBeNull()
    expect(world.resyncs).toBe(1)
  })
})
