/**
 * Who is at which ticket: consoles report it, and it is passed to those that show the ticket. Nothing is stored;
 * reports of an ended process expire in the consoles.
 */
import { companyEvent, type TicketPlace, ticketActivity } from '@contract'
import type { Server } from 'socket.io'
import { z } from 'zod'
import type { Bus } from '../cluster/cluster'
import { lastOfEach } from './budget'
import type { CustomerTyping } from './realtime'
import { boxRoom, everybodyRoom } from './rooms'
import type { SessionSocket, SocketSession } from './socket-session'

/** Shortest interval between two passed reports of a socket, milliseconds. */
const REPORT_MS = 250
const TOPIC = 'ticket.presence'

const reportShape = z.object({
  companyId: z.number(),
  ticketId: z.number(),
  userId: z.number().nullable(),
  name: z.string(),
  activity: z.enum([...ticketActivity.options, 'gone']),
  /** New arrivals do not know who is there. */
  isNew: z.boolean(),
})
type Report = z.output<typeof reportShape>

export interface TicketPresence {
  /** @returns takes the place of a socket's person, from now until it ends. */
  follow(socket: SessionSocket, session: SocketSession): (places: readonly TicketPlace[]) => void
  customers: CustomerTyping
  stop(): void
}

/** @param bus to the other processes; null for a single one. */
export function trackTicketPresence(io: Server, bus: Bus | null): TicketPresence {
  const placesOf = new WeakMap<object, { session: SocketSession; places: Map<number, TicketPlace> }>()
  const pass = (report: Report): void => {
    const { companyId, isNew, ...person } = report
    const { ticketId, userId } = person
    const box = boxRoom(ticketId)
    const others = [...(io.sockets.adapter.rooms.get(box) ?? [])].filter(
      id => !io.sockets.sockets.get(id)?.rooms.has(everybodyRoom(userId ?? 0)),
    )
    // Most people are alone at their ticket.
    if (others.length === 0) return
    io.to(others).emit(companyEvent(companyId, 'ticketPresence'), { action: 'update', ...person })
    if (!isNew) return
    for (const id of others) {
      const other = placesOf.get(io.sockets.sockets.get(id) ?? {})
      const place = other?.places.get(ticketId)
      if (other && place) announce(other.session, place, false)
    }
  }
  const publish = bus ? (report: Report) => bus.publish(TOPIC, report) : pass
  const announce = (
    { me }: SocketSession,
    { ticketId, activity }: Pick<Report, 'ticketId' | 'activity'>,
    isNew: boolean,
  ): void => publish({ companyId: me.companyId, ticketId, userId: me.id, name: me.name, activity, isNew })
  const stop = bus?.on(TOPIC, report => pass(reportShape.parse(report)))

  return {
    follow(socket, session) {
      const places = new Map<number, TicketPlace>()
      placesOf.set(socket, { session, places })
      const move = (now: readonly TicketPlace[]): void => {
        const allowed = now.filter(({ ticketId }) => socket.rooms.has(boxRoom(ticketId)))
        for (const ticketId of places.keys()) {
          if (allowed.some(place => place.ticketId === ticketId)) continue
          places.delete(ticketId)
          announce(session, { ticketId, activity: 'gone' }, false)
        }
        for (const place of allowed) {
          const isNew = !places.has(place.ticketId)
          places.set(place.ticketId, place)
          announce(session, place, isNew)
        }
      }
      const moves = lastOfEach(REPORT_MS, move)
      socket.on('disconnect', () => {
        moves.end()
        move([])
      })
      return moves.take
    },
    customers: {
      show(companyId, ticketId, writes) {
        const activity = writes ? 'writing' : 'gone'
        publish({ companyId, ticketId, userId: null, name: '', activity, isNew: false })
      },
    },
    stop: () => stop?.(),
  }
}
