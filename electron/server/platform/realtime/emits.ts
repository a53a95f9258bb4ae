/** Realtime as entries of the event log: which event goes to which rooms. */
import {
  ANNOUNCEMENT_EVENT,
  type CompanyChannel,
  companyEvent,
  type EventPayload,
  eventFor,
  isScoped,
  READERS,
} from '@contract'
import { type Act, type Entry, PLATFORM } from '../db/event-log'
import type { Realtime } from './realtime'
import {
  boxRoom,
  companyRoom,
  everybodyRoom,
  listenerRooms,
  mentionedRoom,
  payerRoom,
  readerRoom,
  sessionRoom,
  userRoom,
  viewerRooms,
} from './rooms'

/** Channels that also reach people who have to pay first. */
const PAYERS_HEAR: ReadonlySet<CompanyChannel> = new Set(['payment', 'company'])

/** Builds Realtime. @param publish writes an entry with the change it is about. */
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
    ticketDeleted(ticket) {
      const { id, companyId } = ticket
      const box = boxRoom(id)
      const payload: EventPayload<'ticket'> = { action: 'delete', ticketId: id }
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
