/**
 * The replay server's memory: records are copies of recorded ones (tests/samples) with their facts changed, so every
 * answer carries exactly the members a real legacy server sends.
 */
import { randomUUID } from 'node:crypto'
import { Records, type Row } from './records'
import { sample as read } from './sample'

const first = (name: string, member?: string): Row => {
  const whole = read(name) as Record<string, Row[]> & Row[]
  const rows = member ? whole[member] : whole
  return (rows?.[0] ?? {}) as Row
}

const LOGIN = read('login') as { user: Row }
const CONNECTION = first('whatsapps')
const QUEUE = first('queues')
const TAG = first('tags-list')
const TICKET = first('tickets', 'tickets')
const MESSAGE = first('messages', 'messages')
const CONTACT = first('contacts', 'contacts')

export interface Person {
  id: number
  name: string
  email: string
  profile: string
  super: boolean
  queueIds: number[]
  /** `enabled` or, in that server's spelling, `desabled`. */
  allTicket: string
}

export interface TicketRow {
  id: number
  uuid: string
  status: string
  unreadMessages: number
  lastMessage: string
  fromMe: boolean
  userId: number | null
  contactId: number
  queueId: number | null
  tagIds: number[]
  isGroup?: boolean
  createdAt: string
  updatedAt: string
}

export interface MessageRow {
  id: string
  ticketId: number
  body: string
  fromMe: boolean
  read: boolean
  ack: number
  mediaType: string
  mediaUrl: string | null
  quotedMsgId: string | null
  isDeleted: boolean
  isEdited: boolean
  queueId: number | null
  createdAt: string
}

export interface ContactRow {
  id: number
  name: string
  number: string
  email: string
  /** Absolute address of the picture; null for none. */
  profilePicUrl?: string | null
  extraInfo?: Row[]
}

const person = (id: number, name: string, email: string, profile: string, queueIds: number[]): Person => ({
  id,
  name,
  email: `${email}@demo.turno`,
  profile,
  super: false,
  queueIds,
  allTicket: 'desabled',
})
const PEOPLE: Person[] = [
  person(1, 'Alice Administradora', 'admin', 'admin', [1, 2, 3]),
  person(2, 'Carla Supervisora', 'carla', 'supervisor', [1, 2]),
  person(3, 'Ana Agente', 'ana', 'user', [1, 2]),
  person(4, 'Bruno Agente', 'bruno', 'user', [2, 3]),
]
const QUEUES = [
  { id: 1, name: 'Suporte', color: '#0872B9' },
  { id: 2, name: 'Vendas', color: '#2E7D32' },
  { id: 3, name: 'Financeiro', color: '#F44336' },
]
const TAGS = [
  { id: 1, name: 'Urgente', color: '#D32F2F' },
  { id: 2, name: 'Novo lead', color: '#FFB300' },
  { id: 3, name: 'Em negociação', color: '#1E88E5' },
]
const NAMES = [
  'Olívia Gomes',
  'Rafael Lima',
  'Igor Duarte',
  'Débora Macedo',
  'Caio Vieira',
  'Juliana Moraes',
  'Carlos Lopes',
]
const LINES = [
  'Bom dia! Preciso de ajuda com meu pedido.',
  'Claro, qual o número?',
  'É o 4521.',
  'Já localizei, um momento.',
]
const PASSWORD = 'turno-demo'

/** Everything the replay server knows; one instance per server. */
export class World {
  readonly people: Person[] = structuredClone(PEOPLE)
  readonly queues = structuredClone(QUEUES)
  readonly tags = structuredClone(TAGS)
  readonly contacts: ContactRow[] = []
  readonly tickets: TicketRow[] = []
  readonly messages: MessageRow[] = []
  readonly schedules: Row[] = []
  readonly records = new Records()
  /** Passwords that were changed, by e-mail. */
  readonly passwords = new Map<string, string>()
  /** Settings by key; a test may switch them. */
  readonly settings: Record<string, string> = {
    sendGreetingAccepted: 'disabled',
    CheckMsgIsGroup: 'enabled',
    scheduleType: 'disabled',
    userRating: 'disabled',
  }
  private nextMessage = 0

  constructor(private readonly clockSkewMs: number) {
    for (let i = 1; i <= 120; i++) {
      const contactId = i
      const name = `${NAMES[i % NAMES.length]} ${i}`
      this.contacts.push({ id: contactId, name, number: `55119${String(10_000_000 + i * 7_919)}`, email: '' })
      const status = i <= 30 ? 'pending' : i <= 90 ? 'open' : 'closed'
      const createdAt = this.at(-i * 60_000)
      const ticket: TicketRow = {
        id: i,
        uuid: randomUUID(),
        status,
        unreadMessages: status === 'pending' ? 2 : 0,
        lastMessage: '',
        fromMe: false,
        userId: status === 'pending' ? null : 1 + (i % 4),
        contactId,
        queueId: 1 + (i % 3),
        tagIds: i % 2 ? [1 + (i % 3), 1 + ((i + 1) % 3)] : [],
        createdAt,
        updatedAt: createdAt,
      }
      this.tickets.push(ticket)
      const turns = status === 'pending' ? 1 : 24
      for (let n = 0; n < turns; n++) {
        this.say(ticket, LINES[n % LINES.length] ?? '', n % 2 === 1, { minutesAgo: i + turns - n })
      }
      ticket.updatedAt = createdAt
    }
  }

  /** An instant the server's (possibly wrong) clock would give, `offset` ms from now. */
  at(offset = 0): string {
    return new Date(Date.now() + this.clockSkewMs + offset).toISOString()
  }

  checkPassword(email: string, password: string): Person | undefined {
    return password === (this.passwords.get(email) ?? PASSWORD)
      ? this.people.find(p => p.email === email)
      : undefined
  }

  ticket(id: number): TicketRow | undefined {
    return this.tickets.find(t => t.id === id)
  }

  contact(id: number): ContactRow | undefined {
    return this.contacts.find(c => c.id === id)
  }

  /** Appends a message and moves its ticket; the caller emits. */
  say(
    ticket: TicketRow,
    body: string,
    fromMe: boolean,
    more: {
      minutesAgo?: number
      mediaType?: string
      mediaUrl?: string | null
      quotedMsgId?: string | null
    } = {},
  ): MessageRow {
    const message: MessageRow = {
      id: `3EB0${(++this.nextMessage).toString(16).padStart(18, '0').toUpperCase()}`,
      ticketId: ticket.id,
      body,
      fromMe,
      read: fromMe,
      ack: fromMe ? (more.minutesAgo ? 4 : 1) : 0,
      mediaType: more.mediaType ?? (fromMe ? 'extendedTextMessage' : 'conversation'),
      mediaUrl: more.mediaUrl ?? null,
      quotedMsgId: more.quotedMsgId ?? null,
      isDeleted: false,
      isEdited: false,
      queueId: ticket.queueId,
      createdAt: this.at(-(more.minutesAgo ?? 0) * 60_000),
    }
    this.messages.push(message)
    ticket.lastMessage = body
    ticket.fromMe = fromMe
    ticket.updatedAt = message.createdAt
    return message
  }

  threadOf(ticketId: number): MessageRow[] {
    return this.messages.filter(m => m.ticketId === ticketId)
  }

  /* ------------------------------------------------------------ records as they go over the wire */

  wireContact(row: ContactRow): Row {
    // Neither lists nor events carry the extra information or the connection's name.
    const { extraInfo: _extra, ...columns } = row
    return {
      ...CONTACT,
      profilePicUrl: null,
      ...columns,
      whatsappId: 1,
      createdAt: this.at(-1e9),
      updatedAt: this.at(),
    }
  }

  /** @param whole as single tickets and pages of messages bring it: with the contact's additional information. */
  wireTicket(row: TicketRow, whole = false): Row {
    const queue = this.queues.find(q => q.id === row.queueId)
    const user = this.people.find(p => p.id === row.userId)
    const contact = this.contact(row.contactId)
    const { tagIds, ...columns } = row
    return {
      ...TICKET,
      ...columns,
      whatsappId: 1,
      whatsapp: { name: 'Principal' },
      contact: contact
        ? { profilePicUrl: null, ...contact, extraInfo: whole ? (contact.extraInfo ?? []) : undefined }
        : null,
      queue: queue ?? null,
      user: user ? { id: user.id, name: user.name } : null,
      tags: this.tags
        .filter(t => tagIds.includes(t.id))
        .map(t => ({ ...t, TicketTag: { ticketId: row.id, tagId: t.id } })),
    }
  }

  wireMessage(row: MessageRow, withSecrets: boolean): Row {
    const ticket = this.ticket(row.ticketId)
    const contact = !row.fromMe && ticket ? this.contact(ticket.contactId) : undefined
    const quoted = row.quotedMsgId ? this.messages.find(m => m.id === row.quotedMsgId) : undefined
    return {
      ...MESSAGE,
      ...row,
      dataJson: withSecrets ? JSON.stringify({ key: { id: row.id, fromMe: row.fromMe } }) : null,
      contactId: contact?.id ?? null,
      contact: contact ? this.wireContact(contact) : null,
      quotedMsg: quoted ? this.wireMessage({ ...quoted, quotedMsgId: null }, withSecrets) : null,
      queue: null,
      updatedAt: row.createdAt,
    }
  }

  wireQueue(row: { id: number; name: string; color: string }): Row {
    return { ...QUEUE, orderQueue: row.id, ...row }
  }

  wireTag(row: { id: number; name: string; color: string }): Row {
    return { ...TAG, ...row }
  }

  wireConnection(withSecrets: boolean): Row {
    return {
      ...CONNECTION,
      status: 'CONNECTED',
      ...(withSecrets ? { session: '{"creds":{"noiseKey":{}}}' } : {}),
    }
  }

  wirePerson(person: Person, whole: boolean): Row {
    const queues = this.queues
      .filter(q => person.queueIds.includes(q.id))
      .map(q => ({ ...q, UserQueue: { userId: person.id } }))
    const company = LOGIN.user.company as Row
    return {
      id: person.id,
      name: person.name,
      email: person.email,
      profile: person.profile,
      super: person.super,
      companyId: 1,
      allTicket: person.allTicket,
      whatsappId: null,
      tokenVersion: 0,
      queues,
      company: whole ? company : { id: 1, name: company.name },
    }
  }
}
