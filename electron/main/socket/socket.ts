/**
 * The one socket of the app (docs/specification.md 1.4 "Socket"): websocket only, joins after the server's `ready`,
 * reconnects by itself, and says so when events may have been missed. What happens when is decided in machine.ts; here
 * it is done.
 */
import { io, type Socket } from 'socket.io-client'
import {
  type ClientEvent,
  type Interest,
  type LogPlace,
  type LogPosition,
  logMark,
  logOf,
  logPosition,
  MISSED_EVENT,
  READY_EVENT,
  type ResumeRequest,
  readyPayload,
  type ServerFeedEvent,
  type SocketState,
} from '../../../src/contract'
import type { PauseLimits } from '../backoff'
import type { Log } from '../log/log'
import { runMachine } from '../run-machine'
import type { ServerAddress } from '../session/address'
import type { Session } from '../session/session'
import { type OpenSocket, transportOver } from './chromium-socket'
import type { Feed } from './feed'
import { createIncoming } from './incoming'
import { isAlive } from './liveness'
import { CONNECT_TIMEOUT_MS, initialState, isWanted, step } from './machine'
import type { Effect, Event, State, TimerName } from './machine-types'
import { unpackMissed } from './missed'
import { debounceRemovals } from './removals'

/** Seconds without input after which the heartbeat says idle. */
export const IDLE_AFTER_S = 300
const LIVENESS_TIMEOUT_MS = 4_000
/** A token must outlast the handshake. */
const TOKEN_TTL_MS = 30_000
/** Why socket.io says that a socket closed when the server closed it. */
const CLOSED_BY_SERVER = 'io server disconnect'

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

export function createServerSocket(deps: {
  address: ServerAddress
  session: Session
  feed: Feed
  /** Opens a WebSocket; `net.WebSocket` in the program. */
  openSocket: OpenSocket
  log: Log
  /** The server's names and shapes as Turno's (electron/main/adapters). */
  translate?: (name: string, payload: unknown) => { name: string; payload: unknown }[]
  /** Whether tickets leave lists there only to come back at once. */
  flapping?: () => boolean
  /** Sees every parsed event before the windows do. */
  onEvent?: (event: ServerFeedEvent) => void
  /** Whether the server's certificate is refused: a socket that is not made does not say why. Never rejects. */
  refusesTls?: () => Promise<boolean>
  idleSeconds: () => number
  isOnline: () => boolean
  random?: () => number
  limits?: PauseLimits
}): ServerSocket {
  const { address, session, feed, log } = deps
  const { random = Math.random } = deps
  const transport = transportOver(deps.openSocket)
  const incoming = createIncoming(log)
  const listeners = new Set<(state: SocketState) => void>()
  const timers = new Map<TimerName, NodeJS.Timeout>()
  let socket: Socket | null = null
  /** What was last found of the server's certificate. */
  let untrusted = false
  /** The liveness probe under way. */
  let probe: Promise<void> | null = null

  const machine = runMachine<State, Event, Effect>({
    initial: initialState(Date.now()),
    step: (state, event) =>
      step(state, event, { now: Date.now(), random: random(), online: deps.isOnline() }, deps.limits),
    perform: effect => perform(effect),
    onError: (effect, error) => log.error('socket: not done', { what: effect.do, error }),
  })

  const state = (): SocketState => {
    const { status, since, attempt } = machine.state()
    return {
      status,
      since: new Date(since).toISOString(),
      attempt,
      server: address.label(),
      embedded: address.embedded,
      untrusted,
    }
  }
  const notifyListeners = (): void => {
    for (const listener of listeners) listener(state())
  }

  const setTrusted = (found: boolean): void => {
    if (untrusted === !found) return
    untrusted = !found
    notifyListeners()
  }
  /** Asks why an attempt failed. What is found of another server, or after one that did not, counts for nothing. */
  const checkCertificate = async (): Promise<void> => {
    const { key } = address
    const refused = (await deps.refusesTls?.()) ?? false
    const now = machine.state()
    if (address.key === key && isWanted(now) && now.phase.name !== 'ready') setTrusted(!refused)
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

  const open = (attemptId: number, origin: string, token: string, resume: ResumeRequest | null): void => {
    socket = io(origin, {
      transports: [transport],
      reconnection: false,
      forceNew: true,
      timeout: CONNECT_TIMEOUT_MS,
      // Legacy servers read the query, the embedded workspace reads either.
      query: { token },
      auth: give =>
        give({ token: session.token() ?? token, ...address.proof(origin), ...(resume ? { resume } : {}) }),
    })
    socket.on('connect_error', error => {
      machine.send({ type: 'lost', attemptId, why: `connect_error: ${error.message}` })
      void checkCertificate()
    })
    socket.on('disconnect', reason =>
      machine.send({
        type: 'closed',
        attemptId,
        why: `disconnect: ${reason}`,
        byServer: reason === CLOSED_BY_SERVER,
      }),
    )
    socket.on(READY_EVENT, (payload: unknown) => {
      setTrusted(true)
      const { resumed = false, ...position } = readyPayload.safeParse(payload).data ?? {}
      machine.send({
        type: 'ready',
        attemptId,
        resumed,
        position: logPosition.safeParse(position).data ?? null,
      })
    })
    const received = (name: string, payload: unknown, mark: unknown): void =>
      machine.send({ type: 'received', attemptId, name, payload, mark: logMark.safeParse(mark).data ?? {} })
    socket.onAny((name: string, payload: unknown, mark: unknown) => {
      if (name !== MISSED_EVENT) return received(name, payload, mark)
      const missed = unpackMissed(payload)
      if (!missed) return machine.send({ type: 'renew', why: 'what was missed cannot be read' })
      for (const event of missed) received(...event)
    })
    socket.io.on('ping', () => machine.send({ type: 'ping', attemptId }))
  }

  const close = (): void => {
    removals.clear()
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
    timers.set(
      name,
      setTimeout(() => machine.send({ type: 'timer', name, attemptId }), ms),
    )
  }

  const pass = (event: ServerFeedEvent, at?: LogPlace): void => {
    deps.onEvent?.(event)
    feed.push(event, at)
  }
  const removals = debounceRemovals(pass)

  const deliver = (name: string, payload: unknown, position: LogPosition | null): void => {
    const { user } = session.state()
    if (!user?.companyId) return
    const at = position ? { log: logOf(position.epoch, user.companyId), seq: position.seq } : undefined
    for (const one of deps.translate ? deps.translate(name, payload) : [{ name, payload }]) {
      const event = incoming(user.companyId, one.name, one.payload)
      if (event?.channel === 'auth') {
        // What comes after is for nobody any more.
        if (event.data.user.id === user.id) return void session.end('elsewhere')
      } else if (event) {
        if (event.channel === 'ticket' && 'ticket' in event.data) {
          const { id, userId } = event.data.ticket
          machine.send({ type: 'ticketOwner', ticketId: id, userId, me: user.id })
        }
        if (!deps.flapping?.() || !removals.holds(event)) pass(event, at)
      }
    }
  }

  const reportPresence = (): void => {
    const event: ClientEvent = 'userStatus'
    socket?.emit(event, { online: true, idle: deps.idleSeconds() >= IDLE_AFTER_S })
  }

  const perform = (effect: Effect): unknown => {
    switch (effect.do) {
      case 'prepare':
        return void prepare(effect.attemptId)
      case 'open':
        return open(effect.attemptId, effect.origin, effect.token, effect.resume)
      case 'close':
        return close()
      case 'emit':
        return socket?.emit(...effect.message)
      case 'reportPresence':
        return reportPresence()
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
        return deliver(effect.name, effect.payload, effect.at)
      case 'resync':
        return feed.push({
          channel: 'resync',
          data: { since: effect.since === null ? null : new Date(effect.since).toISOString() },
        })
      case 'clearFeed':
        return feed.clear()
      case 'refreshToken':
        return void session.refresh(effect.used)
      case 'notify':
        if (machine.state().status === 'idle') untrusted = false
        return notifyListeners()
      case 'log':
        return log.info('socket lost or not opened', {
          why: effect.why,
          attempt: effect.attempt,
          pauseMs: effect.pauseMs,
        })
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
