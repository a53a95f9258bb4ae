/**
 * Socket rooms, and which event goes to which. A person's *visibility rooms* together cover exactly the tickets they may see (maySee): all tickets of
 * the company, one room per own queue, "no queue", and the person. A *topic* room of one is joined on request
 * (joinTickets, joinNotification), so that nobody gets events for lists they do not show.
 */
import {
  ANNOUNCEMENT_EVENT,
  type CompanyChannel,
  companyEvent,
  type EventPayload,
  eventFor,
  isScoped,
  READERS,
  type Readership,
  readerOf,
  type Viewer,
} from '@contract'
import { type Act, type Entry, PLATFORM } from '../db/event-log'
import type { Realtime, Seen } from './realtime'

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
function listenerRooms(ticket: Seen, statuses: readonly string[]): string[] {
  const visibility = [allTickets(ticket.companyId), queueRoom(ticket.companyId, ticket.queueId)]
  const rooms = visibility.flatMap(room => [...statuses, 'notification'].map(topic => topicRoom(room, topic)))
  return ticket.userId === null ? rooms : [...rooms, userRoom(ticket.companyId, ticket.userId)]
}

/** Channels that also reach people who have to pay first. */
const PAYERS_HEAR: ReadonlySet<CompanyChannel> = new Set(['payment', 'company'])

/** Builds Realtime as entries of the event log. @param publish writes an entry with the change it is about. */
export function realtimeOver(publish: (entry: Entry) => void): Realtime {
  const write = (companyId: number, rooms: readonly string[], act: Act, except?: readonly string[]): void => {
    if (rooms.length > 0) publish({ companyId, rooms, act, ...(except ? { except } : {}) })
  }
  const emit = <C extends CompanyChannel>(
    rooms: string[],
    companyId: number,
    channel: C,
    payload: EventPayload<C>,
    except?: string[],
  ): void => write(companyId, rooms, { emit: companyEvent(companyId, channel), payload }, except)
  return {
    toCompany(companyId, channel, payload) {
      if (!isScoped(channel)) return emit([companyRoom(companyId)], companyId, channel, payload)
      for (const reader of READERS) {
        const part = eventFor(reader, channel, payload)
        if (part !== null) emit([readerRoom(companyId, reader)], companyId, channel, part)
      }
      const part = PAYERS_HEAR.has(channel) ? eventFor('admin', channel, payload) : null
      if (part !== null) emit([payerRoom(companyId)], companyId, channel, part)
    },
    toUsers: (companyId, userIds, channel, payload) =>
      emit(
        userIds.map(id => userRoom(companyId, id)),
        companyId,
        channel,
        payload,
      ),
    toViewers: (ticket, channel, payload) =>
      emit(
        [...listenerRooms(ticket, [ticket.status]), boxRoom(ticket.id)],
        ticket.companyId,
        channel,
        payload,
      ),
    ticketChanged(before, after, payload) {
      const { id, companyId } = after
      if (before) {
        const were = viewerRooms(before)
        const are = viewerRooms(after)
        if (were.some(room => !are.includes(room))) {
          const by = payload.by ? { by: payload.by } : {}
          emit(were, companyId, 'ticket', { action: 'removeFromList', ticketId: id, ...by }, are)
          write(companyId, were, { leave: boxRoom(id) }, are)
        }
      }
      if (before && before.status !== 'closed' && after.status === 'closed') {
        // A mention gives read access until the ticket is resolved.
        const readers = [mentionedRoom(id)]
        emit(readers, companyId, 'ticket', { action: 'removeFromList', ticketId: id }, viewerRooms(after))
        write(companyId, readers, { leave: boxRoom(id) }, viewerRooms(after))
      }
      const statuses =
        before && before.status !== after.status ? [before.status, after.status] : [after.status]
      emit([...listenerRooms(after, statuses), boxRoom(id)], companyId, 'ticket', payload)
    },
    ticketDeleted(ticket, by) {
      const { id, companyId } = ticket
      const box = boxRoom(id)
      const payload: EventPayload<'ticket'> = {
        action: 'delete',
        ticketId: id,
        by: { id: by.id, name: by.name },
      }
      emit([...listenerRooms(ticket, [ticket.status]), box], companyId, 'ticket', payload)
      write(companyId, [box], { leave: box })
    },
    toPlatform: (channel, payload) => publish(ofAll('platform', channel, payload)),
    toEveryCompany: (channel, payload) => publish(ofAll('everybody', channel, payload)),
    toEverybody: payload =>
      publish({ companyId: PLATFORM, rooms: [], act: { emit: ANNOUNCEMENT_EVENT, payload } }),
    refreshUser: (companyId, userId) => write(companyId, [everybodyRoom(userId)], { refresh: true }),
    refreshCompany: companyId =>
      write(companyId, [companyRoom(companyId), payerRoom(companyId)], { refresh: true }),
    startOver: companyId => write(companyId, [companyRoom(companyId)], { startOver: true }),
    dropUser: (companyId, userId, family) =>
      write(companyId, [family ? sessionRoom(family) : everybodyRoom(userId)], { drop: true }),
    dropCompany: companyId =>
      write(companyId, [companyRoom(companyId), payerRoom(companyId)], { drop: true }, [
        readerRoom(companyId, 'super'),
      ]),
  }
}

const ofAll = (to: 'platform' | 'everybody', channel: string, payload: unknown): Entry => ({
  companyId: PLATFORM,
  rooms: [],
  act: { channel, payload, to },
})
