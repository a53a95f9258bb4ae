/** The socket.io side of the workspace: who connects, which rooms they are in, what they may request. */
import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { MISSED_EVENT, READY_EVENT, resumeRequest, SOCKET_PING_MS } from '@contract'
import { Server, type Socket } from 'socket.io'
import { type Log, reasonOf } from '../../log'
import { loadMember } from '../auth/member'
import { readAccess, type SessionKeys } from '../auth/tokens'
import type { Cluster } from '../cluster/cluster'
import { publish } from '../db/engine/inside'
import { type Logged, PLATFORM } from '../db/event-log'
import { ANONYMOUS_LIMITS, anonymousConnections } from '../http/anonymous-connections'
import type { Callers } from '../http/callers'
import { type Door, keyOf } from '../http/door'
import { endAtOnce, keepWithin, SOCKET_BUDGET } from './budget'
import { listenToClient } from './client-events'
import { type Connection, gatheredWrites } from './gathered-writes'
import { sendJsonAsItIs } from './json-events'
import { type PresenceTracker, trackPresence } from './presence'
import type { CustomerTyping, Realtime } from './realtime'
import { companyRoom, everybodyRoom, payerRoom, realtimeOver } from './rooms'
import {
  boxRoomsFor,
  type Rights,
  refreshSession,
  roomsFor,
  type SessionSocket,
  type SocketSession,
} from './socket-session'
import { missedBy, type Stream, send, streamsOf } from './streams'
import { trackTicketPresence } from './ticket-presence'

interface Deps extends Rights {
  keys: SessionKeys
  log: Log
  door: Door
  /** The person behind a connection. */
  callers: Callers
  /** The processes of the database; null: a file. */
  cluster: Cluster | null
}

/** A connection has to sign in within this many milliseconds. */
const SIGN_IN_MS = 10_000

function tokenOf(socket: Socket): string {
  const fromAuth: unknown = socket.handshake.auth.token
  const fromQuery: unknown = socket.handshake.query.token
  const token = fromAuth ?? fromQuery
  return typeof token === 'string' ? token.replace(/^Bearer\s+/i, '') : ''
}

export interface SocketServer {
  realtime: Realtime
  customerTyping: CustomerTyping
  /** Starts taking connections of an HTTP server. */
  attach(http: HttpServer): Promise<void>
  /** Sends something to the sockets of some connections, outside of any log: it concerns this server only. */
  say(event: string, payload: object, to: (request: IncomingMessage) => boolean): void
  /** Sockets that are open now. */
  count(): number
  close(): Promise<void>
}

/** Makes the socket server; it takes connections once attached. */
export function socketServer({ db, isLetIn, keys, log, door, callers, cluster }: Deps): SocketServer {
  const rights: Rights = { db, isLetIn }
  const strangers = anonymousConnections(ANONYMOUS_LIMITS)
  /** Gives back the place of a connection that has signed in. */
  const places = new WeakMap<object, () => void>()
  const io = new Server({
    pingInterval: SOCKET_PING_MS,
    pingTimeout: SOCKET_PING_MS,
    serveClient: false,
    // A connection stays on the stream it began with (gathered-writes.ts).
    allowUpgrades: false,
    connectTimeout: SIGN_IN_MS,
    allowRequest: (request, answer) =>
      answer(null, door.admits(request) && strangers.hasRoom(callers.of(request))),
    maxHttpBufferSize: 100_000,
  })

  sendJsonAsItIs(io)
  const socketsIn = (room: string): SessionSocket[] =>
    [...(io.sockets.adapter.rooms.get(room) ?? [])].flatMap(id => io.sockets.sockets.get(id) ?? [])
  const allSockets = (): SessionSocket[] => [...io.sockets.sockets.values()]
  const userOf = (socket: SessionSocket): number[] => (socket.data.session ? [socket.data.session.me.id] : [])
  const isHere = (userId: number): boolean => socketsIn(everybodyRoom(userId)).length > 0

  const ready = (socket: SessionSocket, resumed: boolean): void => {
    const { company } = socket.data.session ?? {}
    if (company && platform)
      socket.emit(READY_EVENT, {
        epoch: db.events.epoch,
        seq: company.at(),
        platform: platform.at(),
        resumed,
      })
  }
  /**
   * Rights are read again one socket after the other; each person is read once. A console whose person reads other things
   * now asks for all it shows anew.
   */
  const refresh = async (sockets: Iterable<SessionSocket>, startOver: boolean): Promise<void> => {
    for (const socket of new Set(sockets)) {
      const changed = await refreshSession(rights, socket)
      if (startOver || changed) ready(socket, false)
    }
  }
  /** Carries out a log entry on the sockets of this process. */
  const perform = (entry: Logged): Promise<void> | undefined => {
    const { companyId, rooms, act } = entry
    if (send(io, entry)) return
    if ('refresh' in act) return refresh(rooms.flatMap(socketsIn), false)
    return refresh(
      companyId === PLATFORM
        ? allSockets()
        : [companyRoom(companyId), payerRoom(companyId)].flatMap(socketsIn),
      true,
    )
  }
  const streams = streamsOf(db.events, log, perform)
  let platform: Stream | null = null
  let presence: PresenceTracker | null = null
  /** Sign-ins whose connection was cut off a moment ago. */
  const cutOff = new Set<string>()
  const writes = gatheredWrites()
  const tickets = trackTicketPresence(io, cluster?.bus ?? null)
  const realtime = realtimeOver(publish)

  const welcome = async (socket: SessionSocket): Promise<void> => {
    const claims = await readAccess(keys, tokenOf(socket))
    const tracker = presence
    if (!claims || !platform || !tracker) return void socket.disconnect(true)
    // Rights that change while they are read are read again.
    await socket.join(everybodyRoom(claims.id))
    const me = await loadMember(db, claims, true)
    if (!me) return void socket.disconnect(true)
    if (cutOff.has(claims.session)) return endAtOnce(socket.conn)
    const away = resumeRequest.safeParse(socket.handshake.auth.resume).data
    const company = await streams.join(me.companyId)
    socket.once('disconnect', () => company.leave())
    if (!socket.connected) return company.leave()
    const session: SocketSession = { claims, me, topics: new Set(away?.topics), company }
    const boxes: string[] = []
    for (const ticketId of away?.chatBoxes ?? []) boxes.push(...(await boxRoomsFor(rights, me, ticketId)))
    const rooms = roomsFor(socket, session, boxes)
    const missed =
      away?.epoch === db.events.epoch
        ? missedBy(db.events, { companyId: me.companyId, company, platform }, away, rooms)
        : null
    let resumed = missed !== null
    while (missed && resumed && !missed.isWhole()) resumed = await missed.read()
    // Without an await from here on: the next event comes after the missed ones.
    socket.data.session = session
    void socket.join([...rooms])
    const packed = resumed && missed ? missed.packed() : null
    if (packed !== null) socket.emit(MISSED_EVENT, packed)
    listenToClient(socket, session, { rights, log, report: tracker.report, presence: tickets })
    socket.on('disconnect', () => {
      if (!isHere(me.id)) tracker.left(me.id)
    })
    places.get(socket.conn)?.()
    if (socket.data.outdated && (await refreshSession(rights, socket))) resumed = false
    ready(socket, resumed)
    tracker.came(me.id)
  }

  /** A socket that floods is cut off, and stays out for a while. */
  const guard = (connection: Connection): void =>
    keepWithin(connection, SOCKET_BUDGET, () => {
      const flooding = ([...io.sockets.sockets.values()] as SessionSocket[]).find(
        socket => socket.conn === connection,
      )
      log.warn('a socket sent without end', { userId: flooding?.data.session?.me.id ?? null })
      if (!flooding) return
      // By its token: its member may not have been read yet.
      void readAccess(keys, tokenOf(flooding)).then(claims => {
        if (!claims) return
        cutOff.add(claims.session)
        setTimeout(() => cutOff.delete(claims.session), SOCKET_BUDGET.outMs).unref()
      })
    })

  io.use(({ request, handshake }, next) =>
    next(door.opens(request, keyOf(handshake.auth)) ? undefined : new Error('refused')),
  )
  io.on('connection', (socket: SessionSocket) => {
    welcome(socket).catch(error => {
      log.error('socket refused', { reason: reasonOf(error) })
      socket.disconnect(true)
    })
  })

  return {
    realtime,
    customerTyping: tickets.customers,
    say(event, payload, to) {
      for (const socket of allSockets()) if (to(socket.request)) socket.emit(event, payload)
    },
    count: () => io.sockets.sockets.size,
    async attach(http) {
      platform = await streams.join(PLATFORM)
      const here = () => new Set(allSockets().flatMap(userOf))
      presence = trackPresence({ db, realtime, log, cluster, here, isHere })
      io.attach(http)
      io.engine.on('connection', (connection: Connection) => {
        const leave = strangers.enter(callers.of(connection.request))
        if (!leave) return connection.close(true)
        places.set(connection, leave)
        connection.once('close', leave)
        writes.add(connection)
        guard(connection)
      })
    },
    close: async () => {
      writes.end()
      await io.close()
      tickets.stop()
      platform?.leave()
      await presence?.stop()
    },
  }
}
