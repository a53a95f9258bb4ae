/** Realtime on top of a socket.io server: which event goes to which rooms. */
import {
  ANNOUNCEMENT_EVENT,
  type CompanyChannel,
  companyEvent,
  type EventPayload,
  eventFor,
  isScoped,
  READERS,
} from '@contract'
import type { Server } from 'socket.io'
import type { Everywhere } from './orders'
import type { Realtime, Seen } from './realtime'
import {
  boxRoom,
  companyRoom,
  listenerRooms,
  payerRoom,
  readerRoom,
  sessionRoom,
  userRoom,
  viewerRooms,
} from './rooms'
import type { RowOrder } from './row-order'
import { readSince, type TicketOrder } from './ticket-order'

/** Channels that whoever has to pay first hears as well. */
const PAYERS_HEAR: ReadonlySet<CompanyChannel> = new Set(['payment', 'company'])

function gone(io: Server, before: Seen, after: Seen): void {
  const were = viewerRooms(before)
  const are = viewerRooms(after)
  if (were.every(room => are.includes(room))) return
  io.to(were)
    .except(are)
    .emit(companyEvent(after.companyId, 'ticket'), { action: 'removeFromList', ticketId: after.id })
  io.in(were).except(are).socketsLeave(boxRoom(after.id))
}

/**
 * Builds Realtime over a running socket.io server.
 * @param everywhere has every process do something with its sockets.
 * @param order sees to it that what was said of a ticket last is what it is. @param rows does so for all other rows.
 */
export function realtimeOver(
  io: Server,
  everywhere: Everywhere,
  order: TicketOrder,
  rows: RowOrder,
): Realtime {
  const emit = <C extends CompanyChannel | 'announcement'>(
    rooms: string[],
    companyId: number,
    channel: C,
    payload: EventPayload<C>,
  ): void => {
    const said = rooms.length > 0 ? rows.sending(channel, payload) : null
    if (said) io.to(rooms).emit(companyEvent(companyId, channel), said)
  }
  const emitOf = <C extends CompanyChannel>(
    ticket: Seen,
    rooms: string[],
    channel: C,
    payload: EventPayload<C>,
  ): void => order.send(ticket, payload, () => emit(rooms, ticket.companyId, channel, payload))
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
      emitOf(ticket, [...listenerRooms(ticket, [ticket.status]), boxRoom(ticket.id)], channel, payload),
    ticketChanged(before, after, payload) {
      if (before) gone(io, before, after)
      const statuses =
        before && before.status !== after.status ? [before.status, after.status] : [after.status]
      emitOf(after, [...listenerRooms(after, statuses), boxRoom(after.id)], 'ticket', payload)
    },
    ticketDeleted(ticket) {
      const rooms = [...listenerRooms(ticket, [ticket.status]), boxRoom(ticket.id)]
      const payload: EventPayload<'ticket'> = { action: 'delete', ticketId: ticket.id }
      emitOf(ticket, rooms, 'ticket', readSince(payload, performance.now()))
      io.socketsLeave(boxRoom(ticket.id))
    },
    toPlatform(channel, payload) {
      void everywhere({ do: 'tell', whom: 'platform', channel, payload, mark: rows.mark(channel) })
    },
    toEveryCompany(channel, payload) {
      void everywhere({ do: 'tell', whom: 'everybody', channel, payload, mark: rows.mark(channel) })
    },
    toEverybody(payload) {
      const said = rows.sending('announcement', payload)
      if (said) io.emit(ANNOUNCEMENT_EVENT, said)
    },
    refreshUser: userId => everywhere({ do: 'refreshUser', userId }),
    refreshCompany: companyId =>
      everywhere({ do: 'refreshRooms', rooms: [companyRoom(companyId), payerRoom(companyId)] }),
    dropUser(userId, family) {
      if (family) io.in(sessionRoom(family)).disconnectSockets(true)
      else io.in(`u/${userId}`).disconnectSockets(true)
    },
    dropCompany(companyId) {
      io.in([companyRoom(companyId), payerRoom(companyId)])
        .except(readerRoom(companyId, 'super'))
        .disconnectSockets(true)
    },
  }
}
