/**
 * The one socket of the app: websocket only, joins after the server's `ready`,
 * reconnects by itself, and reports when events may have been missed. What happens when is decided in machine.ts; here
 * it is done.
 */
import type { Socket } from 'socket.io-client'
import {
  type ClientEvent,
  type Interest,
  isColleagues,
  type SocketState,
  type TicketPlace,
} from '../../../src/contract'
import type { PauseLimits } from '../backoff'
import { runMachine } from '../run-machine'
import type { ServerAddress } from '../session/address'
import { createDelivery, type DeliveryDeps } from './incoming'
import { placesOf } from './interests'
import { initialState, isWanted, step } from './machine'
import type { Effect, Event, State, TimerName } from './machine-types'
import { connect, type OpenSocket, transportOver } from './open-socket'

/**
 * A namespace that no server has. Chromium's sockets send no protocol pings, socket.io's own ping is the server's to send,
 * and legacy servers acknowledge no event; but every one answers who asks to enter a namespace, if only with
 * that it is invalid, over the very socket in question.
 */
const NOWHERE = '/turno-alive'

/** @returns false when no answer came in `timeoutMs`, or when the socket is not connected at all. */
function isAlive(socket: Socket, timeoutMs: number): Promise<boolean> {
  if (!socket.connected) return Promise.resolve(false)
  return new Promise(resolve => {
    const probe = socket.io.socket(NOWHERE, { retries: 0 })
    const finish = (alive: boolean) => {
      clearTimeout(timer)
      socket.off('disconnect', gone)
      probe.removeAllListeners()
      // A namespace that is still being entered would keep a socket open that was given up.
      probe.disconnect()
      resolve(alive)
    }
    const gone = () => finish(false)
    // A program that was held up runs its timers before it reads the network: what has already arrived counts.
    const timer = setTimeout(() => setImmediate(finish, false), timeoutMs)
    probe.once('connect', () => finish(true))
    probe.once('connect_error', () => finish(socket.connected))
    socket.once('disconnect', gone)
    if (!probe.active) probe.connect()
  })
}

/** Seconds without input after which the heartbeat reports idle. */
export const IDLE_AFTER_S = 300
const LIVENESS_TIMEOUT_MS = 4_000
/** A token must outlast the handshake. */
const TOKEN_TTL_MS = 30_000

export interface ServerSocket {
  state(): SocketState
  onChange(listener: (state: SocketState) => void): () => void
  setInterest(windowId: number, interest: Interest): void
  dropWindow(windowId: number): void
  /** Tickets whose conversation a window shows. */
  shownBy(windowId: number): readonly number[]
  /** Tickets that were read in a window and that the server does not know as read yet. */
  readHere(): ReadonlySet<number>
  /** Reports now whether somebody is here, instead of at the next heartbeat. */
  reportPresence(): void
  /** Probes whether the server still answers and reconnects if not; at once when already reconnecting. */
  check(): Promise<SocketState>
  /** Opens a new socket: servers decide which events one may receive when it is opened. */
  renew(why: string): void
  /** Starts following the session: connects while somebody is signed in. */
  start(): void
  /** Closes the socket and forgets what waits for the windows; a new sign-in starts again. */
  leave(): void
  /** Closes the socket for good. */
  stop(): void
}

export interface ServerSocketDeps extends DeliveryDeps {
  address: ServerAddress
  /** Opens a WebSocket; `net.WebSocket` in the program. */
  openSocket: OpenSocket
  /** Whether the server's certificate is refused: a socket that is not made does not say why. Never rejects. */
  refusesTls?: () => Promise<boolean>
  idleSeconds: () => number
  isOnline: () => boolean
  /** Whether the server passes on who is at which ticket; else nothing is said of it. */
  hasTicketPresence?: () => boolean
  random?: () => number
  limits?: PauseLimits
}

/** What is known of a server that does not answer. */
type Found = Pick<SocketState, 'untrusted' | 'gone'>
const NOTHING_FOUND: Found = { untrusted: false, gone: null }

const stateOf = ({ status, since, attempt }: State, address: ServerAddress, found: Found): SocketState => ({
  status,
  since: new Date(since).toISOString(),
  attempt,
  server: address.label(),
  embedded: address.embedded,
  near: isColleagues(address.key),
  ...found,
})

/** What a console reports of its person: whether somebody is at the computer, and at which tickets. */
function createReports({ idleSeconds, hasTicketPresence }: ServerSocketDeps) {
  const isIdle = (): boolean => idleSeconds() >= IDLE_AFTER_S
  return {
    presence(socket: Socket | null): void {
      socket?.emit('userStatus' satisfies ClientEvent, { online: true, idle: isIdle() })
    },
    places(socket: Socket | null, places: readonly TicketPlace[]): void {
      if (!hasTicketPresence?.()) return
      const idle = isIdle()
      socket?.emit(
        'ticketPresence' satisfies ClientEvent,
        places.map(place => (idle && place.activity === 'reading' ? { ...place, activity: 'away' } : place)),
      )
    },
  }
}

export function createServerSocket(deps: ServerSocketDeps): ServerSocket {
  const { address, session, feed, log, random = Math.random } = deps
  const transport = transportOver(deps.openSocket)
  const listeners = new Set<(state: SocketState) => void>()
  const timers = new Map<TimerName, NodeJS.Timeout>()
  let socket: Socket | null = null
  /** What was last found of the server's certificate, and what a colleague's computer said until it lets us in again. */
  let found: Found = NOTHING_FOUND
  /** The liveness probe under way. */
  let probe: Promise<void> | null = null

  const machine = runMachine<State, Event, Effect>({
    initial: initialState(Date.now()),
    step: (state, event) =>
      step(state, event, { now: Date.now(), random: random(), online: deps.isOnline() }, deps.limits),
    perform: effect => perform(effect),
    onError: (effect, error) => log.error('socket: not done', { what: effect.do, error }),
  })

  const state = (): SocketState => stateOf(machine.state(), address, found)
  const notifyListeners = (): void => {
    for (const listener of listeners) listener(state())
  }

  const note = (change: Partial<Found>): void => {
    const before = found
    found = { ...before, ...change }
    if (found.untrusted !== before.untrusted || found.gone !== before.gone) notifyListeners()
  }
  /** Asks why an attempt failed. What is found of another server, or after one that did not, counts for nothing. */
  const checkCertificate = async (): Promise<void> => {
    const { key } = address
    const refused = (await deps.refusesTls?.()) ?? false
    const now = machine.state()
    if (address.key === key && isWanted(now) && now.phase.name !== 'ready') note({ untrusted: refused })
  }

  const prepare = async (attemptId: number): Promise<void> => {
    try {
      const { origin } = (await address.resolve()).origin
      const token = await session.freshToken(TOKEN_TTL_MS)
      machine.send({ type: 'prepared', attemptId, origin, token })
    } catch (error) {
      machine.send({ type: 'unprepared', attemptId, why: (error as Error).message })
      void checkCertificate()
    }
  }

  const open = ({ attemptId, origin, token, resume }: Extract<Effect, { do: 'open' }>): void => {
    socket = connect({
      ...{ attemptId, origin, transport, token, send: machine.send },
      auth: () => ({
        ...{ token: session.token() ?? token, ...address.proof(origin) },
        ...(resume ? { resume } : {}),
      }),
      onFailed: () => void checkCertificate(),
      onReady: () => note(NOTHING_FOUND),
      onGone: gone => note({ gone }),
    })
  }

  const reports = createReports(deps)
  const delivery = createDelivery(deps, machine.send)
  const close = (): void => {
    delivery.clear()
    probe = null
    const old = socket
    socket = null
    old?.removeAllListeners()
    old?.offAny()
    old?.disconnect()
    // A liveness probe under way would keep the engine open.
    old?.io.engine?.close()
  }

  const ask = (attemptId: number): void => {
    if (!socket) return
    probe = isAlive(socket, LIVENESS_TIMEOUT_MS).then(alive =>
      machine.send({ type: 'probed', attemptId, alive }),
    )
  }

  const startTimer = (name: TimerName, attemptId: number, ms: number): void => {
    clearTimeout(timers.get(name))
    const timer = setTimeout(() => machine.send({ type: 'timer', name, attemptId }), ms)
    timers.set(name, timer)
  }

  const logLoss = ({ why, attempt, pauseMs }: Extract<Effect, { do: 'log' }>): void =>
    log.info('socket lost or not opened', { why, attempt, pauseMs })
  const resync = (since: number | null): void =>
    feed.push({ channel: 'resync', data: { since: since === null ? null : new Date(since).toISOString() } })

  const perform = (effect: Effect): unknown => {
    switch (effect.do) {
      case 'prepare':
        return void prepare(effect.attemptId)
      case 'open':
        return open(effect)
      case 'close':
        return close()
      case 'emit':
        return socket?.emit(...effect.message)
      case 'reportPresence':
        return reports.presence(socket)
      case 'reportPlaces':
        return reports.places(socket, placesOf(machine.state().interests.values()))
      case 'startTimer':
        return startTimer(effect.name, effect.attemptId, effect.ms)
      case 'cancelTimer':
        return clearTimeout(timers.get(effect.name))
      case 'cancelTimers':
        for (const timer of timers.values()) clearTimeout(timer)
        return timers.clear()
      case 'probe':
        return ask(effect.attemptId)
      case 'deliver':
        return delivery.deliver(effect.name, effect.payload, effect.at)
      case 'resync':
        return resync(effect.since)
      case 'clearFeed':
        return feed.clear()
      case 'refreshToken':
        return void session.refresh(effect.used)
      case 'notify':
        if (machine.state().status === 'idle') found = NOTHING_FOUND
        return notifyListeners()
      case 'log':
        return logLoss(effect)
    }
  }

  const follow = (): void =>
    machine.send({
      type: 'session',
      signedIn: session.state().status === 'signedIn',
      hasToken: session.token() !== null,
    })

  return {
    state,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setInterest: (windowId, interest) => machine.send({ type: 'interest', windowId, interest }),
    dropWindow: windowId => machine.send({ type: 'windowGone', windowId }),
    shownBy: windowId => machine.state().interests.get(windowId)?.chatBoxes ?? [],
    readHere: () => new Set([...machine.state().interests.values()].flatMap(interest => interest.read ?? [])),
    reportPresence: () => machine.send({ type: 'presenceChanged' }),
    async check() {
      machine.send({ type: 'check' })
      await probe
      return state()
    },
    renew: why => machine.send({ type: 'renew', why }),
    start() {
      session.onChange(follow)
      follow()
    },
    leave: () => machine.send({ type: 'leave' }),
    stop() {
      machine.send({ type: 'stop' })
      listeners.clear()
    },
  }
}
