/**
 * Socket rooms. A person's *visibility rooms* together cover exactly the tickets they may see (maySee): all tickets of
 * the company, one room per own queue, "no queue", and the person. A *topic* room of one is joined on request
 * (joinTickets, joinNotification), so that nobody gets events for lists they do not show.
 */
import { type Readership, readerOf, type Viewer } from '@contract'
import type { Seen } from './realtime'

export const companyRoom = (companyId: number): string => `c${companyId}`
/** The company a room belongs to; nothing for rooms that are not for a whole company. */
export const companyOfRoom = (room: string): number[] => {
  const found = /^c(\d+)$/.exec(room)
  return found ? [Number(found[1])] : []
}
/** Members of one company who read the same fields (src/contract/readers.ts); everybody is in exactly one. */
export const readerRoom = (companyId: number, reader: Readership): string => `c${companyId}/r-${reader}`
/** Admins of an expired company: they get events about payments and the company itself. */
export const payerRoom = (companyId: number): string => `c${companyId}/payers`
/** The people of a company who get customers' numbers masked. */
export const maskedRoom = (companyId: number): string => `c${companyId}/masked`
/** Every socket of a person, also while they have to pay first. */
export const everybodyRoom = (userId: number): string => `u/${userId}`
export const userRoom = (companyId: number, userId: number): string => `c${companyId}/u${userId}`
export const sessionRoom = (family: string): string => `s/${family}`
export const boxRoom = (ticketId: number): string => `t${ticketId}`

/** For people who read the ticket only because of a mention. */
export const mentionedRoom = (ticketId: number): string => `m${ticketId}`

/** The rooms among some that a conversation gave. */
export const boxRoomsOf = (rooms: Iterable<string>): string[] =>
  [...rooms].filter(room => /^[tm]\d+$/.test(room))
/** The ticket ids whose chat boxes are among some rooms. */
export const boxesOf = (rooms: Iterable<string>): number[] =>
  [...rooms].flatMap(room => (/^t\d+$/.test(room) ? [Number(room.slice(1))] : []))

const allTickets = (companyId: number): string => `c${companyId}/all`
const queueRoom = (companyId: number, queueId: number | null): string => `c${companyId}/q${queueId ?? 'none'}`

/** Statuses of lists, and notifications. */
export type Topic = 'pending' | 'open' | 'closed' | 'notification'

const topicRoom = (room: string, topic: string): string => `${room}|${topic}`

/** The visibility rooms of a person, besides the personal room every socket is in. */
export function visibilityRoomsOf(who: Viewer & { companyId: number }): string[] {
  if (who.super || who.profile === 'admin') return [allTickets(who.companyId)]
  const rooms = who.queueIds.map(id => queueRoom(who.companyId, id))
  if (who.seesUnqueued) rooms.push(queueRoom(who.companyId, null))
  return rooms
}

/** All rooms of a person's socket, with the topics it asked for. */
export function roomsOf(
  who: Viewer & { companyId: number; unpaid: boolean; hidesNumbers?: boolean },
  topics: Iterable<Topic>,
): string[] {
  if (who.unpaid) return [payerRoom(who.companyId)]
  const visibility = visibilityRoomsOf(who)
  const asked = [...topics]
  return [
    companyRoom(who.companyId),
    readerRoom(who.companyId, readerOf(who)),
    userRoom(who.companyId, who.id),
    ...(who.hidesNumbers ? [maskedRoom(who.companyId)] : []),
    ...visibility,
    ...visibility.flatMap(room => asked.map(topic => topicRoom(room, topic))),
  ]
}

/** Rooms whose members are exactly the connected people who may see a ticket. */
export function viewerRooms(ticket: Seen): string[] {
  const rooms = [allTickets(ticket.companyId), queueRoom(ticket.companyId, ticket.queueId)]
  return ticket.userId === null ? rooms : [...rooms, userRoom(ticket.companyId, ticket.userId)]
}

/** Rooms of the viewers who listen to one of the statuses or to notifications, and of its holder. */
export function listenerRooms(ticket: Seen, statuses: readonly string[]): string[] {
  const visibility = [allTickets(ticket.companyId), queueRoom(ticket.companyId, ticket.queueId)]
  const rooms = visibility.flatMap(room => [...statuses, 'notification'].map(topic => topicRoom(room, topic)))
  return ticket.userId === null ? rooms : [...rooms, userRoom(ticket.companyId, ticket.userId)]
}
