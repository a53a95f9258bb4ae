/** Which rooms to be in: the union of what all windows want, and the difference to what the socket has joined. */
import type { Interest, ResumeRequest, TicketActivity, TicketPlace } from '../../../src/contract'

/** What somebody does at a ticket, the least active first. */
const RANKS: readonly TicketActivity[] = ['away', 'reading', 'writing', 'sending']

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

/** The tickets the person is at in any of the windows; of one that is in two the more active. */
export function placesOf(interests: Iterable<Interest>): TicketPlace[] {
  const places = new Map<number, TicketPlace>()
  for (const place of [...interests].flatMap(interest => interest.places ?? [])) {
    const known = places.get(place.ticketId)
    if (!known || rank(place) > rank(known)) places.set(place.ticketId, place)
  }
  return [...places.values()]
}

const rank = ({ activity }: TicketPlace): number => RANKS.indexOf(activity)

/** Rooms as they are asked for in the handshake. */
export function asked(rooms: Iterable<Room>): Pick<ResumeRequest, 'topics' | 'chatBoxes'> {
  const topics: ResumeRequest['topics'] = []
  const chatBoxes: number[] = []
  for (const room of rooms) {
    const [kind, value] = room.split(':')
    if (kind === 'chat') chatBoxes.push(Number(value))
    else topics.push(kind === 'notifications' ? 'notification' : (value as 'pending' | 'open' | 'closed'))
  }
  return { topics, chatBoxes }
}

/** Servers count joins per socket, so each room is joined and left exactly once. */
export function difference(
  wanted: ReadonlySet<Room>,
  joined: ReadonlySet<Room>,
): { join: Room[]; leave: Room[] } {
  return {
    join: [...wanted].filter(room => !joined.has(room)),
    leave: [...joined].filter(room => !wanted.has(room)),
  }
}

/** What is emitted for a room; ids travel as text, a number joins a room without events. */
export function emission(room: Room, way: 'join' | 'leave'): [event: string, ...payload: string[]] {
  if (room === 'notifications') return [`${way}Notification`]
  const [kind, value = ''] = room.split(':')
  return [kind === 'chat' ? `${way}ChatBox` : `${way}Tickets`, value]
}

/** Joined rooms with how often each was asked for: servers count joins and want as many leaves. */
export class Joined {
  private readonly counts: Map<Room, number>
  private readonly owners: Map<number, number>

  constructor(counts: Iterable<[Room, number]> = [], owners: Iterable<[number, number]> = []) {
    this.counts = new Map(counts)
    this.owners = new Map(owners)
  }

  /** One to change while this one stays what it is. */
  copy(): Joined {
    return new Joined(this.counts, this.owners)
  }
  has(room: Room): boolean {
    return this.counts.has(room)
  }
  rooms(): Set<Room> {
    return new Set(this.counts.keys())
  }
  add(room: Room): void {
    this.counts.set(room, (this.counts.get(room) ?? 0) + 1)
  }
  /** Forgets a room. @returns how many leaves it takes. */
  remove(room: Room): number {
    const count = this.counts.get(room) ?? 0
    this.counts.delete(room)
    if (room.startsWith('chat:')) this.owners.delete(Number(room.slice('chat:'.length)))
    return count
  }
  /**
   * Whether a chat box has to be asked for once more: some servers refuse it without a word while the ticket is not
   * the caller's, so becoming its owner changes the answer.
   */
  becameOwn(ticketId: number, userId: number | null, me: number): boolean {
    if (!this.counts.has(`chat:${ticketId}`)) return false
    const before = this.owners.get(ticketId)
    if (userId === null) this.owners.delete(ticketId)
    else this.owners.set(ticketId, userId)
    return userId === me && before !== me
  }
}
