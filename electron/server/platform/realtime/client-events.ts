/** What a console may request over its socket: following a conversation or a list, and reporting presence. */
import { clientEvents } from '@contract'
import { type Log, reasonOf } from '../../log'
import { loadMember } from '../auth/member'
import { lastOfEach } from './budget'
import type { Presence } from './presence'
import { boxRoom, mentionedRoom, type Topic } from './rooms'
import { boxRoomsFor, type Rights, rejoin, type SessionSocket, type SocketSession } from './socket-session'
import type { TicketPresence } from './ticket-presence'

/** Shortest interval between two stored presences of a socket, milliseconds. */
const PRESENCE_MS = 2_000

interface ClientDeps {
  rights: Rights
  log: Log
  /** Stores the presence a console sends. */
  report(userId: number, presence: Presence): void
  presence: TicketPresence
}

/** Installs the requests of a socket; every payload is checked, and an error is logged and changes nothing. */
export function listenToClient(
  socket: SessionSocket,
  session: SocketSession,
  { rights, log, report, presence: tickets }: ClientDeps,
): void {
  // One after another per socket, so that a join followed by a leave ends as a leave. A client may pass a function as
  // last argument: it is called when the event has taken effect.
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
    const me = await loadMember(rights.db, session.claims)
    const rooms = me ? await boxRoomsFor(rights, me, ticketId) : []
    if (rooms.length === 0) return log.warn('chat box refused', { ticketId, userId: session.me.id })
    await socket.join(rooms)
  })
  on('leaveChatBox', async id => {
    for (const room of [boxRoom(Number(id)), mentionedRoom(Number(id))]) await socket.leave(room)
  })
  on('joinTickets', status => topic(status as Topic, true))
  on('leaveTickets', status => topic(status as Topic, false))
  on('joinNotification', () => topic('notification', true))
  on('leaveNotification', () => topic('notification', false))
  const presence = lastOfEach<Presence>(PRESENCE_MS, status => report(session.me.id, status))
  on('userStatus', async status => {
    const { online, idle } = clientEvents.userStatus.parse(status)
    presence.take(!online ? 'offline' : idle ? 'idle' : 'online')
  })
  socket.on('disconnect', presence.end)
  const isAt = tickets.follow(socket, session)
  on('ticketPresence', async places => isAt(clientEvents.ticketPresence.parse(places)))
}
