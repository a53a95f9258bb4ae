/** What the server remembers of a socket, and the rooms its person's present rights give it. */
import { maySee } from '@contract'
import { and, eq } from 'drizzle-orm'
import type { Socket } from 'socket.io'
import { loadMember } from '../auth/member'
import type { AccessClaims } from '../auth/tokens'
import type { Db } from '../db/client'
import { tickets } from '../db/schema'
import type { Me } from '../workspace'
import { boxesOf, boxRoom, everybodyRoom, roomsOf, sessionRoom, type Topic } from './rooms'
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
  boxes: readonly number[],
): Set<string> {
  return new Set([
    socket.id,
    sessionRoom(session.claims.session),
    everybodyRoom(session.me.id),
    ...roomsOf(session.me, session.topics),
    ...boxes.map(boxRoom),
  ])
}

/** Puts a socket into exactly the rooms its person's present rights give it. */
export async function rejoin(socket: SessionSocket, session: SocketSession): Promise<void> {
  const wanted = roomsFor(socket, session, boxesOf(socket.rooms))
  for (const room of socket.rooms) if (!wanted.has(room)) socket.leave(room)
  await socket.join([...wanted])
}

/** Whether somebody may follow the conversation of a ticket. */
export async function mayOpen(db: Db, me: Me, ticketId: number): Promise<boolean> {
  if (me.unpaid) return false
  const [row] = await db
    .select({ queueId: tickets.queueId, userId: tickets.userId })
    .from(tickets)
    .where(and(eq(tickets.id, ticketId), eq(tickets.companyId, me.companyId)))
  return row !== undefined && maySee(me, row)
}

/** Reads a person's rights again: the socket leaves the rooms they no longer give, or ends. */
export async function refreshSession(db: Db, socket: SessionSocket): Promise<void> {
  const session = socket.data.session
  socket.data.outdated = true
  if (!session) return
  const me = await loadMember(db, session.claims, true)
  if (!me) return void socket.disconnect(true)
  session.me = me
  for (const ticketId of boxesOf(socket.rooms))
    if (!(await mayOpen(db, me, ticketId))) await socket.leave(boxRoom(ticketId))
  await rejoin(socket, session)
}
