/** Which rooms to be in: the union of what all windows want, and the difference to what the socket has joined. */
import type { Interest } from '../../../src/contract'

/** A room as its join event and payload; leaves mirror joins. */
export type Room = `chat:${number}` | `tickets:${'pending' | 'open' | 'closed'}` | 'notifications'

/** The rooms any of the windows wants. */
export function roomsOf(interests: Iterable<Interest>): Set<Room> {
  const rooms = new Set<Room>()
  for (const interest of interests) {
    for (const status of interest.tickets) rooms.add(`tickets:${status}`)
    for (const ticketId of interest.chatBoxes) rooms.add(`chat:${ticketId}`)
    if (interest.notifications) rooms.add('notifications')
  }
  return rooms
}

/** Servers count joins per socket, so each room is joined and left exactly once (design/contract.md 7.2). */
export function difference(
  wanted: ReadonlySet<Room>,
  joined: ReadonlySet<Room>,
): { join: Room[]; leave: Room[] } {
  return {
    join: [...wanted].filter(room => !joined.has(room)),
    leave: [...joined].filter(room => !wanted.has(room)),
  }
}

/** What is emitted for a room; ids travel as text, a number joins a room that hears nothing (contract.md 7.2). */
export function emission(room: Room, way: 'join' | 'leave'): [event: string, ...payload: string[]] {
  if (room === 'notifications') return [`${way}Notification`]
  const [kind, value = ''] = room.split(':')
  return [kind === 'chat' ? `${way}ChatBox` : `${way}Tickets`, value]
}
