/** The live side of the replay server: rooms, joins and event names as docs/legacy-server.md section 7 records them. */
import type { Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'socket.io'
import type { Quirk } from './quirks'
import type { Row } from './records'
import { personOf } from './tokens'
import type { MessageRow, Person, TicketRow, World } from './world'

const MAIN = 'company-1-mainchannel'

/** What routes and socket share. */
export interface Context {
  world: World
  live: Live
  has: (quirk: Quirk) => boolean
  mediaDir: string
  replyAfterMs: number
}

export class Live {
  readonly io: Server
  private refusing = 0

  /** The next connection's token counts as a bad one. */
  refuseNext(): void {
    this.refusing += 1
  }

  constructor(
    http: HttpServer,
    private readonly world: World,
    private readonly has: (quirk: Quirk) => boolean,
    private readonly latencyMs: number,
  ) {
    this.io = new Server(http, { pingInterval: 25_000, pingTimeout: 20_000 })
    this.io.on('connection', socket => void this.welcome(socket))
  }

  private async welcome(socket: Socket): Promise<void> {
    const lookUp = personOf(String(socket.handshake.query.token ?? ''), this.world.at())
    if (!this.has('readyLate')) this.listen(socket, lookUp)
    const id = this.refusing > 0 ? null : await lookUp
    if (this.refusing > 0) this.refusing -= 1
    const known = this.world.people.find(p => p.id === id)
    if (!known) {
      if (!this.has('dropsBadToken')) socket.emit('error', 'invalid token')
      socket.disconnect(true)
      return
    }
    void socket.join([MAIN, `user-${known.id}`])
    // The legacy server looks the user up before it listens: whatever a client emits meanwhile is lost.
    setTimeout(() => {
      if (this.has('readyLate')) this.listen(socket, lookUp)
      socket.emit('ready')
    }, 30)
  }

  private listen(socket: Socket, who: Promise<number | null>): void {
    const asPerson = (use: (person: Person) => void) =>
      void who.then(id => {
        const person = this.world.people.find(p => p.id === id)
        if (person) use(person)
      })
    const rooms = (person: Person, of: string) =>
      person.profile === 'admin' ? [`company-1-${of}`] : person.queueIds.map(q => `queue-${q}-${of}`)
    socket.on('joinChatBox', (id: unknown) =>
      asPerson(person => {
        const ticket = this.world.ticket(Number(id))
        const allowed = ticket && (person.profile === 'admin' || ticket.userId === person.id)
        if (!allowed) return
        if (typeof id === 'string') void socket.join(id)
        else if (!this.has('stringRooms')) void socket.join(String(id))
      }),
    )
    socket.on('leaveChatBox', (id: unknown) => void socket.leave(String(id)))
    socket.on('joinNotification', () => asPerson(person => void socket.join(rooms(person, 'notification'))))
    socket.on('joinTickets', (status: unknown) =>
      asPerson(person => {
        if (person.profile === 'admin' || status === 'pending')
          void socket.join(rooms(person, String(status)))
      }),
    )
  }

  /** Whether anybody has joined the conversation of a ticket. */
  isFollowed(ticketId: number): boolean {
    return this.io.sockets.adapter.rooms.has(String(ticketId))
  }

  private emit(rooms: string[], name: string, payload: Row): void {
    // Who hears it is decided when it is said, however long it travels.
    const inRooms = this.io.sockets.adapter.rooms
    const hearers = new Set(rooms.flatMap(room => [...(inRooms.get(room) ?? [])]))
    const said = JSON.parse(JSON.stringify(payload)) as Row
    const send = () => {
      for (const id of hearers) this.io.sockets.sockets.get(id)?.emit(name, said)
    }
    if (this.latencyMs > 0) setTimeout(send, this.latencyMs)
    else send()
  }

  private listRooms(ticket: TicketRow, status = ticket.status): string[] {
    const { queueId } = ticket
    return [
      String(ticket.id),
      `company-1-${status}`,
      'company-1-notification',
      `queue-${queueId}-${status}`,
      `queue-${queueId}-notification`,
    ]
  }

  updateUnread(ticketId: number): void {
    this.emit([MAIN], 'company-1-ticket', { action: 'updateUnread', ticketId })
  }

  ticketUpdated(
    ticket: TicketRow,
    before: { status: string; userId: number | null; queueId: number | null },
  ): void {
    const changed = before.status !== ticket.status || before.userId !== ticket.userId
    // The legacy server leaves the agents of the old queue with a ghost; without the quirk they are told.
    const oldQueue = this.has('ghosts') ? ticket.queueId : before.queueId
    if (changed || (!this.has('ghosts') && before.queueId !== ticket.queueId)) {
      const rooms = [
        `company-1-${before.status}`,
        `queue-${oldQueue}-${before.status}`,
        `user-${before.userId}`,
      ]
      this.emit(rooms, 'company-1-ticket', { action: 'delete', ticketId: ticket.id })
    }
    const rooms = [...this.listRooms(ticket), `user-${ticket.userId}`, `user-${before.userId}`]
    this.emit(rooms, 'company-1-ticket', { action: 'update', ticket: this.world.wireTicket(ticket) })
  }

  ticketRemoved(ticket: TicketRow): void {
    this.emit(this.listRooms(ticket), 'company-1-ticket', { action: 'delete', ticketId: ticket.id })
  }

  messageCreated(message: MessageRow): void {
    const ticket = this.world.ticket(message.ticketId)
    if (!ticket) return
    const contact = this.world.contact(ticket.contactId)
    const wire = contact ? this.world.wireContact(contact) : {}
    this.emit([MAIN], 'company-1-contact', { action: 'update', contact: wire })
    this.emit(this.listRooms(ticket), 'company-1-appMessage', {
      action: 'create',
      message: {
        ...this.world.wireMessage(message, this.has('secrets')),
        ticket: this.world.wireTicket(ticket),
      },
      ticket: this.world.wireTicket(ticket),
      contact: wire,
    })
  }

  messageUpdated(message: MessageRow): void {
    const ticket = this.world.ticket(message.ticketId)
    const rooms = this.has('acksToBoxOnly') || !ticket ? [String(message.ticketId)] : this.listRooms(ticket)
    this.emit(rooms, 'company-1-appMessage', {
      action: 'update',
      message: this.world.wireMessage(message, this.has('secrets')),
    })
  }

  /** Changed words reach every connected socket, whatever it joined. */
  messageEdited(message: MessageRow): void {
    const ticket = this.world.ticket(message.ticketId)
    if (!ticket) return
    const contact = this.world.contact(ticket.contactId)
    this.emit([MAIN], 'company-1-appMessage', {
      action: 'update',
      message: this.world.wireMessage(message, this.has('secrets')),
      ticket: this.world.wireTicket(ticket),
      contact: contact ? this.world.wireContact(contact) : {},
    })
  }

  contactUpdated(contact: Row): void {
    this.emit([MAIN], 'company-1-contact', { action: 'update', contact })
  }

  signedInAgain(person: Person): void {
    this.emit([`user-${person.id}`], 'company-1-auth', {
      action: 'update',
      user: { id: person.id, email: person.email, companyId: 1 },
    })
  }

  scheduleChanged(payload: Row): void {
    this.emit([MAIN], this.has('unprefixedEvents') ? 'schedule' : 'company-1-schedule', payload)
  }

  tagChanged(tag: Row): void {
    this.emit([MAIN], this.has('unprefixedEvents') ? 'tag' : 'company-1-tag', { action: 'create', tag })
  }
}
