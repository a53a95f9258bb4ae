/** The socket.io half of the workspace: who connects, which rooms they are in, what they may ask for. */
import type { Server as HttpServer } from 'node:http'
import { clientEvents, MISSED_EVENT, maySee, READY_EVENT, resumeRequest, SOCKET_PING_MS } from '@contract'
import { and, eq } from 'drizzle-orm'
import { Server, type Socket } from 'socket.io'
import { loadMember } from '../auth/member'
import { type AccessClaims, readAccess, type SessionKeys } from '../auth/tokens'
import type { Cluster } from '../cluster/cluster'
import type { Whereabouts } from '../cluster/whereabouts'
import type { Db } from '../db/client'
import { publish } from '../db/engine/inside'
import { type Logged, PLATFORM } from '../db/event-log'
import { tickets } from '../db/schema'
import type { Callers } from '../http/callers'
import { type Door, keyOf } from '../http/door'
import { STRANGER_LIMITS, strangersOf } from '../http/strangers'
import { type Log, reasonOf } from '../log'
import type { Me } from '../workspace'
import { endAtOnce, keepWithin, lastOfEach, SOCKET_BUDGET } from './budget'
import { realtimeOver } from './emits'
import { type Connection, gatheredWrites } from './gathered-writes'
import { clearPresence, type Presence, setPresence } from './presence'
import type { Realtime } from './realtime'
import {
  boxesOf,
  boxRoom,
  companyRoom,
  everybodyRoom,
  payerRoom,
  roomsOf,
  sessionRoom,
  type Topic,
} from './rooms'
import { missedBy, type Stream, send, streamsOf } from './streams'

interface Deps {
  db: Db
  keys: SessionKeys
  log: Log
  door: Door
  /** Who is behind a connection. */
  callers: Callers
  /** The processes of the database; null: of a file. */
  cluster: Cluster | null
}

/** What the server remembers of one socket. */
interface SocketSession {
  claims: AccessClaims
  me: Me
  topics: Set<Topic>
  /** The events of its company. */
  company: Stream
}

/** `outdated`: its rights changed while they were read. */
type SessionSocket = Socket & { data: { session?: SocketSession; outdated?: boolean } }

/** Within so many milliseconds a connection has to say who it is. */
const SIGN_IN_MS = 10_000
/** A socket's presence is stored so often at the most, milliseconds. */
const PRESENCE_MS = 2_000

function tokenOf(socket: Socket): string {
  const fromAuth: unknown = socket.handshake.auth.token
  const fromQuery: unknown = socket.handshake.query.token
  const token = fromAuth ?? fromQuery
  return typeof token === 'string' ? token.replace(/^Bearer\s+/i, '') : ''
}

export interface SocketServer {
  realtime: Realtime
  /** Starts taking connections of an HTTP server. */
  attach(http: HttpServer): Promise<void>
  /** Sockets that are open now. */
  count(): number
  close(): Promise<void>
}

/** Makes the socket server; it takes connections once attached. */
export function socketServer({ db, keys, log, door, callers, cluster }: Deps): SocketServer {
  const strangers = strangersOf(STRANGER_LIMITS)
  /** Gives back the place of a connection that has said who it is. */
  const places = new WeakMap<object, () => void>()
  const io = new Server({
    pingInterval: SOCKET_PING_MS,
    pingTimeout: SOCKET_PING_MS,
    serveClient: false,
    // A connection stays on the stream it began with (gathered-writes.ts).
    allowUpgrades: false,
    connectTimeout: SIGN_IN_MS,
    allowRequest: (request, answer) =>
      answer(null, door.admits(request.headers) && strangers.hasRoom(callers.of(request))),
    maxHttpBufferSize: 100_000,
  })

  /** The rooms a person's present rights give a socket. */
  const roomsFor = (socket: SessionSocket, session: SocketSession, boxes: readonly number[]): Set<string> =>
    new Set([
      socket.id,
      sessionRoom(session.claims.session),
      everybodyRoom(session.me.id),
      ...roomsOf(session.me, session.topics),
      ...boxes.map(boxRoom),
    ])

  /** Puts a socket into exactly the rooms its person's present rights give it. */
  const rejoin = async (socket: SessionSocket, session: SocketSession): Promise<void> => {
    const wanted = roomsFor(socket, session, boxesOf(socket.rooms))
    for (const room of socket.rooms) if (!wanted.has(room)) socket.leave(room)
    await socket.join([...wanted])
  }

  const mayOpen = async (me: Me, ticketId: number): Promise<boolean> => {
    if (me.unpaid) return false
    const [row] = await db
      .select({ queueId: tickets.queueId, userId: tickets.userId })
      .from(tickets)
      .where(and(eq(tickets.id, ticketId), eq(tickets.companyId, me.companyId)))
    return row !== undefined && maySee(me, row)
  }

  const refreshSession = async (socket: SessionSocket): Promise<void> => {
    const session = socket.data.session
    socket.data.outdated = true
    if (!session) return
    const me = await loadMember(db, session.claims, true)
    if (!me) return void socket.disconnect(true)
    session.me = me
    for (const ticketId of boxesOf(socket.rooms))
      if (!(await mayOpen(me, ticketId))) await socket.leave(boxRoom(ticketId))
    await rejoin(socket, session)
  }

  const socketsIn = (room: string): SessionSocket[] =>
    [...(io.sockets.adapter.rooms.get(room) ?? [])].flatMap(id => io.sockets.sockets.get(id) ?? [])
  const allSockets = (): SessionSocket[] => [...io.sockets.sockets.values()]
  const userOf = (socket: SessionSocket): number[] => (socket.data.session ? [socket.data.session.me.id] : [])
  const socketsOf = (userId: number): SessionSocket[] => socketsIn(everybodyRoom(userId))

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
  /** Rights are read again, one socket after the other: whoever moves from one room to another is asked about once. */
  const refresh = async (sockets: Iterable<SessionSocket>, startOver: boolean): Promise<void> => {
    for (const socket of new Set(sockets)) {
      await refreshSession(socket)
      if (startOver) ready(socket, false)
    }
  }
  /** Does what an entry of the log says for the sockets of this process. */
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
  let whereabouts: Whereabouts | null = null
  /** Sign-ins whose connection was cut off a moment ago. */
  const cutOff = new Set<string>()
  const pendingOffline = new Set<Promise<void>>()
  const writes = gatheredWrites()
  const realtime = realtimeOver(publish)

  const present = (userId: number, presence: Presence): void => {
    setPresence(db, realtime, userId, presence).catch(error => {
      log.warn('presence not stored', { userId, reason: reasonOf(error) })
    })
  }

  /** Somebody's last socket of this process is gone. */
  const left = (userId: number): void => {
    const others = whereabouts
    if (!others) {
      present(userId, 'offline')
      return
    }
    const settle = async (): Promise<void> => {
      if (!(await others.nowhere(userId)) || socketsOf(userId).length > 0) return
      await setPresence(db, realtime, userId, 'offline')
      // Who came to another process while this was stored is here.
      if (!(await others.nowhere(userId))) await setPresence(db, realtime, userId, 'online')
    }
    const leaving = settle().catch(error =>
      log.warn('presence not stored', { userId, reason: reasonOf(error) }),
    )
    pendingOffline.add(leaving)
    void leaving.then(() => pendingOffline.delete(leaving))
  }

  /** Installs what a socket may ask for; every payload is checked, an error is logged and changes nothing. */
  const listen = (socket: SessionSocket, session: SocketSession): void => {
    // One after another per socket, so that a join and the leave that follows it end as a leave. A client may pass a
    // function as last argument: it is called when the event has taken effect.
    let turn: Promise<void> = Promise.resolve()
    const on = <E extends keyof typeof clientEvents>(
      event: E,
      act: (payload: unknown) => Promise<void>,
    ): void => {
      socket.on(event as string, (...args: unknown[]) => {
        const done = args.at(-1)
        const payload = typeof args[0] === 'function' ? undefined : (args[0] ?? undefined)
        const parsed = clientEvents[event].safeParse(payload)
        if (!parsed.success) return log.warn('client event refused', { event, userId: session.me.id })
        turn = turn
          .then(() => act(parsed.data))
          .catch(error => log.error('client event failed', { event, reason: reasonOf(error) }))
          .then(() => {
            if (typeof done === 'function') done()
          })
      })
    }
    const topic = (name: Topic, wanted: boolean): Promise<void> => {
      if (wanted) session.topics.add(name)
      else session.topics.delete(name)
      return rejoin(socket, session)
    }
    on('joinChatBox', async id => {
      const ticketId = Number(id)
      const me = await loadMember(db, session.claims)
      if (!me || !(await mayOpen(me, ticketId)))
        return log.warn('chat box refused', { ticketId, userId: session.me.id })
      await socket.join(boxRoom(ticketId))
    })
    on('leaveChatBox', async id => {
      await socket.leave(boxRoom(Number(id)))
    })
    on('joinTickets', status => topic(status as Topic, true))
    on('leaveTickets', status => topic(status as Topic, false))
    on('joinNotification', () => topic('notification', true))
    on('leaveNotification', () => topic('notification', false))
    const presence = lastOfEach<Presence>(PRESENCE_MS, status => present(session.me.id, status))
    on('userStatus', async status => {
      const { online, idle } = clientEvents.userStatus.parse(status)
      presence.take(!online ? 'offline' : idle ? 'idle' : 'online')
    })
    socket.on('disconnect', () => {
      presence.end()
      if (socketsOf(session.me.id).length === 0) left(session.me.id)
    })
  }

  const welcome = async (socket: SessionSocket): Promise<void> => {
    const claims = await readAccess(keys, tokenOf(socket))
    if (!claims || !platform) return void socket.disconnect(true)
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
    const boxes: number[] = []
    for (const ticketId of away?.chatBoxes ?? []) if (await mayOpen(me, ticketId)) boxes.push(ticketId)
    const rooms = roomsFor(socket, session, boxes)
    const missed =
      away?.epoch === db.events.epoch
        ? missedBy(db.events, { companyId: me.companyId, company, platform }, away, rooms)
        : null
    let resumed = missed !== null
    while (missed && resumed && !missed.isWhole()) resumed = await missed.read()
    // From here on in one go: what comes next comes after what was missed.
    socket.data.session = session
    void socket.join([...rooms])
    const packed = resumed && missed ? missed.packed() : null
    if (packed !== null) socket.emit(MISSED_EVENT, packed)
    listen(socket, session)
    places.get(socket.conn)?.()
    if (socket.data.outdated) await refreshSession(socket)
    ready(socket, resumed)
    whereabouts?.came(me.id)
    present(me.id, 'online')
  }

  /** Whoever sends without end is cut off, and stays out for a while. */
  const guard = (connection: Connection): void =>
    keepWithin(connection, SOCKET_BUDGET, () => {
      const flooding = ([...io.sockets.sockets.values()] as SessionSocket[]).find(
        socket => socket.conn === connection,
      )
      log.warn('a socket sent without end', { userId: flooding?.data.session?.me.id ?? null })
      if (!flooding) return
      // By its token: its member may not be read yet.
      void readAccess(keys, tokenOf(flooding)).then(claims => {
        if (!claims) return
        cutOff.add(claims.session)
        setTimeout(() => cutOff.delete(claims.session), SOCKET_BUDGET.outMs).unref()
      })
    })

  io.use((socket, next) => next(door.opens(keyOf(socket.handshake.auth)) ? undefined : new Error('refused')))
  io.on('connection', (socket: SessionSocket) => {
    welcome(socket).catch(error => {
      log.error('socket refused', { reason: reasonOf(error) })
      socket.disconnect(true)
    })
  })

  return {
    realtime,
    count: () => io.sockets.sockets.size,
    async attach(http) {
      platform = await streams.join(PLATFORM)
      whereabouts =
        cluster?.startWhereabouts({
          here: () => new Set(allSockets().flatMap(userOf)),
          isHere: userId => socketsOf(userId).length > 0,
          onGone: userId => setPresence(db, realtime, userId, 'offline'),
        }) ?? null
      if (!cluster || cluster.leases.isAlone())
        clearPresence(db).catch(error => log.error('presence not cleared', { reason: reasonOf(error) }))
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
      platform?.leave()
      await Promise.all(pendingOffline)
      await whereabouts?.stop()
    },
  }
}
