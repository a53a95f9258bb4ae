/** What the server remembers about a socket, and the rooms its person's present rights give it. */
import { maySee } from '@contract'
import { and, eq } from 'drizzle-orm'
import type { Socket } from 'socket.io'
import type { Me } from '../../workspace'
import { loadMember } from '../auth/member'
import type { AccessClaims } from '../auth/tokens'
import type { Db } from '../db/client'
import { tickets } from '../db/schema'
import {
  boxesOf,
  boxRoom,
  boxRoomsOf,
  everybodyRoom,
  mentionedRoom,
  roomsOf,
  sessionRoom,
  type Topic,
} from './rooms'
import type { Stream } from './streams'

/** What the server remembers of one socket. */
export interface SocketSession {
  claims: AccessClaims
  me: Me
  topics: Set<Topic>
  /** The events of its company. */
  company: Stream
}

/** `outdated`: its rights changed while they were read. */
export type SessionSocket = Socket & { data: { session?: SocketSession; outdated?: boolean } }

/** The rooms a person's present rights give a socket. */
export function roomsFor(
  socket: SessionSocket,
  session: SocketSession,
  boxes: readonly string[],
): Set<string> {
  return new Set([
    socket.id,
    sessionRoom(session.claims.session),
    everybodyRoom(session.me.id),
    ...roomsOf(session.me, session.topics),
    ...boxes,
  ])
}

/** Puts a socket into exactly the rooms its person's present rights give it. */
export async function rejoin(socket: SessionSocket, session: SocketSession): Promise<void> {
  const wanted = roomsFor(socket, session, boxRoomsOf(socket.rooms))
  for (const room of socket.rooms) if (!wanted.has(room)) socket.leave(room)
  await socket.join([...wanted])
}

/** The database, and whether somebody may read a conversation for another reason than their rights. */
export interface Rights {
  db: Db
  isLetIn(db: Db, me: Me, ticketId: number): Promise<boolean>
}

/** The rooms a conversation gives somebody; none when they may not follow it. */
export async function boxRoomsFor({ db, isLetIn }: Rights, me: Me, ticketId: number): Promise<string[]> {
  if (me.unpaid) return []
  const [row] = await db
    .select({ queueId: tickets.queueId, userId: tickets.userId })
    .from(tickets)
    .where(and(eq(tickets.id, ticketId), eq(tickets.companyId, me.companyId)))
  if (!row) return []
  if (maySee(me, row)) return [boxRoom(ticketId)]
  return (await isLetIn(db, me, ticketId)) ? [boxRoom(ticketId), mentionedRoom(ticketId)] : []
}

/** What of somebody decides what they are sent. */
const readsAs = ({ profile, super: isSuper, hidesNumbers, seesUnqueued, queueIds }: Me): string =>
  JSON.stringify([profile, isSuper, hidesNumbers, seesUnqueued, queueIds.toSorted((a, b) => a - b)])

/**
 * Reads a person's rights again: the socket leaves the rooms they no longer give, or ends.
 * @returns whether what its console shows and has missed may be another thing now.
 */
export async function refreshSession(rights: Rights, socket: SessionSocket): Promise<boolean> {
  const session = socket.data.session
  socket.data.outdated = true
  if (!session) return false
  const me = await loadMember(rights.db, session.claims, true)
  if (!me) {
    socket.disconnect(true)
    return false
  }
  const changed = readsAs(me) !== readsAs(session.me)
  session.me = me
  for (const ticketId of boxesOf(socket.rooms)) {
    const given = await boxRoomsFor(rights, me, ticketId)
    for (const room of [boxRoom(ticketId), mentionedRoom(ticketId)])
      if (!given.includes(room)) await socket.leave(room)
    await socket.join(given)
  }
  await rejoin(socket, session)
  return changed
}
