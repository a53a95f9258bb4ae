/**
 * The one socket of the app (specification 1 section 4 "Socket"; design/contract.md section 7): websocket only, joins
 * after the server's `ready`, reconnects by itself, and says so when events may have been missed.
 */
import { io, type Socket } from 'socket.io-client'
import {
  type ClientEvent,
  type ConnectionState,
  HEARTBEAT_MS,
  type Interest,
  READY_EVENT,
  type ServerFeedEvent,
} from '../../../src/contract'
import type { Log } from '../log/log'
import type { ServerAddress } from '../session/address'
import type { Session } from '../session/session'
import { BACKOFF, backoffMs } from './backoff'
import { type OpenSocket, transportOver } from './chromium-socket'
import { createDepartures } from './departures'
import type { Feed } from './feed'
import { createIncoming } from './incoming'
import { difference, emission, Joined, roomsOf } from './interests'
import { isAlive } from './liveness'

/** Seconds without input after which the heartbeat says idle. */
export const IDLE_AFTER_S = 300
const CONNECT_TIMEOUT_MS = 10_000
/** A server that accepts a connection must say `ready` in this time, or it is left. */
const READY_TIMEOUT_MS = 10_000
const LIVENESS_TIMEOUT_MS = 4_000
const HELD_MS = 5_000
/** A token must outlast the handshake. */
const TOKEN_TTL_MS = 30_000
/** Failing for longer than this is shown as offline instead of reconnecting; the attempts go on. */
const OFFLINE_AFTER_MS = 30_000
/** A window that could ask for lists this long before `ready` has lists from before the rooms were joined. */
const STALE_SNAPSHOT_MS = 1_000

export interface Connection {
  state(): ConnectionState
  onChange(listener: (state: ConnectionState) => void): () => void
  setInterest(windowId: number, interest: Interest): void
  dropWindow(windowId: number): void
  /** Tickets whose conversation a window shows. */
  shownBy(windowId: number): readonly number[]
  /** Tells the server now whether somebody is here, instead of at the next heartbeat. */
  tellPresence(): void
  /** Asks the server for a sign of life and reconnects when there is none; at once when already reconnecting. */
  check(): Promise<ConnectionState>
  /** Makes a new connection: servers decide what one may hear when it is made (design/contract.md 7.1). */
  renew(why: string): void
  /** Starts following the session: connects while somebody is signed in. */
  start(): void
  /** Closes the socket and forgets every interest in rooms; a new sign-in starts again. */
  leave(): void
  stop(): void
}

export function createConnection(deps: {
  address: ServerAddress
  session: Session
  feed: Feed
  /** Opens a WebSocket; `net.WebSocket` in the program. */
  openSocket: OpenSocket
  log: Log
  /** The server's names and shapes as Turno's (electron/main/dialect). */
  translate?: (name: string, payload: unknown) => { name: string; payload: unknown }[]
  /** Whether tickets leave lists there only to come back at once. */
  restless?: () => boolean
  /** Sees every parsed event before the windows do. */
  onEvent?: (event: ServerFeedEvent) => void
  idleSeconds: () => number
  isOnline: () => boolean
  random?: () => number
  limits?: { firstMs: number; maxMs: number }
}): Connection {
  const { address, session, feed, log } = deps
  const random = deps.random ?? Math.random
  const limits = deps.limits ?? BACKOFF
  const transport = transportOver(deps.openSocket)
  const incoming = createIncoming(log)
  const interests = new Map<number, Interest>()
  const listeners = new Set<(state: ConnectionState) => void>()
  const joined = new Joined()
  let socket: Socket | null = null
  let ready = false
  let wanted = false
  /** Counts connections: callbacks of a socket that was left must not touch its successor. */
  let round = 0
  let retry: NodeJS.Timeout | undefined
  let readyTimer: NodeJS.Timeout | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let failingSince: number | null = null
  let lastGood: string | null = null
  let readyAt = 0
  let heardAt = 0
  let everReady = false
  let firstInterestAt: number | null = null
  /** Since when the session has had a token: what windows asked for earlier was not answered earlier. */
  let tokenAt: number | null = null
  let status: ConnectionState['status'] = 'idle'
  let since = new Date().toISOString()
  let attempt = 0

  const state = (): ConnectionState => ({
    status,
    since,
    attempt,
    server: address.label(),
    embedded: address.embedded,
  })
  const show = (next: ConnectionState['status']) => {
    if (next !== status) since = new Date().toISOString()
    status = next
    for (const listener of listeners) listener(state())
  }

  const syncRooms = () => {
    if (!socket || !ready) return
    const { join, leave } = difference(roomsOf(interests.values()), joined.rooms())
    for (const room of leave) {
      for (let times = joined.remove(room); times > 0; times--) socket.emit(...emission(room, 'leave'))
    }
    for (const room of join) {
      socket.emit(...emission(room, 'join'))
      joined.add(room)
    }
  }

  const beat = () => {
    const event: ClientEvent = 'userStatus'
    socket?.emit(event, { online: true, idle: deps.idleSeconds() >= IDLE_AFTER_S })
  }

  const drop = () => {
    round++
    clearTimeout(retry)
    clearTimeout(readyTimer)
    clearInterval(heartbeat)
    // When the server was last heard, not when the silence was noticed: a computer may have slept in between.
    if (ready) lastGood = new Date(heardAt).toISOString()
    ready = false
    joined.clear()
    departures.clear()
    const old = socket
    socket = null
    old?.removeAllListeners()
    old?.offAny()
    old?.disconnect()
    // A question for a sign of life that is still open would keep the line.
    old?.io.engine?.close()
  }

  /** Leaves the present socket and tries again after a pause (none with `now`). */
  const again = (why: string, now = false) => {
    drop()
    if (!wanted) return
    failingSince ??= Date.now()
    attempt++
    const pause = now ? 0 : backoffMs(attempt, random(), limits)
    log.info('connection lost or not made', { why, attempt, pauseMs: pause })
    const lasting = Date.now() - failingSince > OFFLINE_AFTER_MS
    show(!deps.isOnline() || lasting ? 'offline' : 'reconnecting')
    const mine = round
    retry = setTimeout(() => {
      if (mine === round) void connect()
    }, pause)
  }

  const settled = () => {
    clearTimeout(readyTimer)
    ready = true
    readyAt = heardAt = Date.now()
    failingSince = null
    attempt = 0
    const answered = firstInterestAt === null ? null : Math.max(firstInterestAt, tokenAt ?? 0)
    const stale = answered !== null && Date.now() - answered > STALE_SNAPSHOT_MS
    const gap = everReady || stale
    everReady = true
    syncRooms()
    beat()
    clearInterval(heartbeat)
    heartbeat = setInterval(beat, HEARTBEAT_MS)
    // Nothing is replayed by the server: what windows show from before may be old.
    if (gap) feed.push({ channel: 'resync', data: { since: lastGood } })
    show('connected')
  }

  const receive = (name: string, payload: unknown) => {
    heardAt = Date.now()
    const user = session.state().user
    if (!user?.companyId) return
    const translated = deps.translate ? deps.translate(name, payload) : [{ name, payload }]
    for (const one of translated) {
      const event = incoming(user.companyId, one.name, one.payload)
      if (event) accept(event, user.id)
    }
  }

  const accept = (event: ServerFeedEvent, me: number) => {
    if (event.channel === 'auth') {
      if (event.data.user.id === me) void session.end('elsewhere')
      return
    }
    if (event.channel === 'ticket' && 'ticket' in event.data) {
      const { id, userId } = event.data.ticket
      if (joined.becameOwn(id, userId, me)) {
        joined.add(`chat:${id}`)
        socket?.emit(...emission(`chat:${id}`, 'join'))
      }
    }
    if (deps.restless?.() && departures.holds(event)) return
    pass(event)
  }

  const pass = (event: ServerFeedEvent) => {
    deps.onEvent?.(event)
    feed.push(event)
  }
  const departures = createDepartures(pass)

  const connect = async () => {
    const mine = ++round
    let origin: string
    let token: string | null
    try {
      origin = (await address.resolve()).origin.origin
      token = await session.freshToken(TOKEN_TTL_MS)
    } catch (error) {
      if (mine === round) again((error as Error).message)
      return
    }
    if (mine !== round || !wanted) return
    if (!token) return show('idle')
    const next = io(origin, {
      transports: [transport],
      reconnection: false,
      forceNew: true,
      timeout: CONNECT_TIMEOUT_MS,
      // Real servers of the family read the query, the embedded workspace reads either (design/contract.md 7.1).
      query: { token },
      auth: give => give({ token: session.token() ?? token, ...address.proof(origin) }),
    })
    socket = next
    const forMe =
      <A extends unknown[]>(work: (...args: A) => void) =>
      (...args: A) => {
        if (mine === round) work(...args)
      }
    readyTimer = setTimeout(
      forMe(() => again('no ready')),
      CONNECT_TIMEOUT_MS + READY_TIMEOUT_MS,
    )
    next.on(
      'connect_error',
      forMe(error => again(`connect_error: ${error.message}`)),
    )
    next.on(
      'disconnect',
      forMe(reason => void dismissed(reason, token)),
    )
    next.on(READY_EVENT, forMe(settled))
    next.onAny(forMe(receive))
    next.io.on(
      'ping',
      forMe(() => {
        heardAt = Date.now()
      }),
    )
  }

  /** A server that closes the door does so because of the token: renew it before knocking again (contract.md 7.1). */
  const dismissed = async (reason: string, token: string) => {
    // A connection that held is retried at once; one that is cut as soon as it stands waits its turn.
    const held = ready && Date.now() - readyAt > HELD_MS
    again(`disconnect: ${reason}`, held && reason !== 'io server disconnect')
    if (reason === 'io server disconnect') await session.refresh(token)
  }

  const begin = () => {
    if (wanted) return
    wanted = true
    attempt = 0
    failingSince = null
    show('reconnecting')
    void connect()
  }

  const leave = () => {
    wanted = false
    drop()
    everReady = false
    lastGood = null
    firstInterestAt = tokenAt = null
    attempt = 0
    failingSince = null
    feed.clear()
    show('idle')
  }

  const follow = () => {
    const { status: signed } = session.state()
    if (session.token() !== null) tokenAt ??= Date.now()
    if (signed === 'signedIn') begin()
    else if (wanted) leave()
  }

  return {
    state,
    leave,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setInterest(windowId, interest) {
      interests.set(windowId, interest)
      firstInterestAt ??= Date.now()
      syncRooms()
    },
    dropWindow(windowId) {
      interests.delete(windowId)
      syncRooms()
    },
    shownBy: windowId => interests.get(windowId)?.chatBoxes ?? [],
    tellPresence() {
      if (ready) beat()
    },
    async check() {
      if (!wanted) return state()
      if (!ready || !socket) {
        again('asked to try now', true)
        return state()
      }
      const asked = socket
      const alive = await isAlive(asked, LIVENESS_TIMEOUT_MS)
      if (!alive && socket === asked) again('no sign of life', true)
      return state()
    },
    renew: why => again(why, true),
    start() {
      session.onChange(follow)
      follow()
    },
    stop() {
      wanted = false
      drop()
      listeners.clear()
    },
  }
}
