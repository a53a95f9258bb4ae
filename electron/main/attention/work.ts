/**
 * What the signed-in person has to know of: who waits, what is theirs, what is new. Pure: events and snapshots go in,
 * the next state comes out. Everything that shows attention (tray, badge, notices) reads from here, so that no two of
 * them can disagree.
 */
import { displayName, type ServerFeedEvent, type Ticket } from '../../../src/contract'
import type { EventNotice } from './event-notice'
import { isNewTrouble, type Line, stateOf } from './lines'
import { concerns, type Self } from './self'

/** A customer who waits. Instants are milliseconds since the epoch. */
export interface Waiting {
  id: number
  uuid: string
  queueId: number | null
  queueName: string | null
  name: string
  /** When the first unanswered message came, by the server. */
  since: number
  /** When an answer is promised for; null where none is. */
  answerDueAt: number | null
  /** When this computer learned of it; null when it was there at the start (nobody needs a notice). */
  newAt: number | null
  /** Still talking to the menu; it is no agent's turn yet. */
  withBot: boolean
}

/** A ticket I attend. */
export interface Mine {
  id: number
  uuid: string
  name: string
  unread: number
  isGroup: boolean
}

export interface Work {
  self: Self
  pending: ReadonlyMap<number, Waiting>
  mine: ReadonlyMap<number, Mine>
  eventNotices: ReadonlyMap<string, EventNotice>
  /** Status by WhatsApp connection; only admins are notified of changes. */
  connections: ReadonlyMap<number, string>
}

export interface Totals {
  /** Who waits for an agent; whoever still talks to the menu does not. */
  pending: number
  mine: number
  /** Tickets of mine with unread words. */
  unread: number
}

export const emptyWork = (self: Self): Work => ({
  self,
  pending: new Map(),
  mine: new Map(),
  eventNotices: new Map(),
  connections: new Map(),
})

/** @param read conversations that were read here and that the server does not know as read yet. */
export const totalsOf = (work: Work, read: ReadonlySet<number> = new Set()): Totals => ({
  pending: [...work.pending.values()].filter(one => !one.withBot).length,
  mine: work.mine.size,
  unread: [...work.mine.values()].filter(one => one.unread > 0 && !read.has(one.id)).length,
})

export const ticketKey = (id: number): string => `ticket:${id}`

/** What a step needs to know besides the event. */
export interface Moment {
  now: number
  /** Milliseconds the server's clock is ahead of `now`. */
  aheadMs: number
  /** Tickets in front of the agent's eyes: shown by a focused window while somebody is there. */
  watched: ReadonlySet<number>
  /** Tickets that this console itself has just changed: what follows is not new. */
  localChanges: ReadonlySet<number>
}

/** An instant of the server by this computer's clock. */
const instantOf = (text: string | null, moment: Moment, otherwise: number): number => {
  const at = text === null ? Number.NaN : Date.parse(text)
  return Number.isFinite(at) ? at - moment.aheadMs : otherwise
}
const nameOf = (ticket: Ticket): string => displayName(ticket.contact) || `#${ticket.id}`

/** A draft of the next state; maps are copied once per step. */
export class Next {
  pending: Map<number, Waiting>
  mine: Map<number, Mine>
  eventNotices: Map<string, EventNotice>
  connections: Map<number, string>
  constructor(readonly before: Work) {
    this.pending = new Map(before.pending)
    this.mine = new Map(before.mine)
    this.eventNotices = new Map(before.eventNotices)
    this.connections = new Map(before.connections)
  }
  get self(): Self {
    return this.before.self
  }
  done(): Work {
    const { self, pending, mine, eventNotices, connections } = this
    return { self, pending, mine, eventNotices, connections }
  }
  forget(ticketId: number): void {
    this.pending.delete(ticketId)
    this.mine.delete(ticketId)
    this.eventNotices.delete(ticketKey(ticketId))
  }
}

/** By this computer's clock. */
function answerDueAt({ deadline }: Ticket, moment: Moment): number | null {
  if (!deadline || deadline.kind === 'resolution') return null
  const at = instantOf(deadline.dueAt, moment, Number.NaN)
  return Number.isNaN(at) ? null : at
}

function putWaiting(next: Next, ticket: Ticket, moment: Moment, quiet: boolean): void {
  const known = next.pending.get(ticket.id)
  // A ticket I gave back myself waits, but I know.
  const newAt = quiet || moment.localChanges.has(ticket.id) ? null : moment.now
  next.pending.set(ticket.id, {
    id: ticket.id,
    uuid: ticket.uuid,
    queueId: ticket.queueId,
    queueName: ticket.queue?.name ?? null,
    name: nameOf(ticket),
    since: instantOf(
      ticket.waitingSince,
      moment,
      known?.since ?? instantOf(ticket.updatedAt, moment, moment.now),
    ),
    answerDueAt: answerDueAt(ticket, moment),
    // From the menu into a queue: only now is it an agent's turn.
    newAt: known && !(known.withBot && !ticket.chatbot) ? known.newAt : newAt,
    withBot: ticket.chatbot,
  })
}

function putMine(next: Next, ticket: Ticket, moment: Moment, quiet: boolean): void {
  const known = next.mine.get(ticket.id)
  const watched = moment.watched.has(ticket.id)
  next.mine.set(ticket.id, {
    id: ticket.id,
    uuid: ticket.uuid,
    name: nameOf(ticket),
    unread: ticket.unreadMessages,
    isGroup: ticket.isGroup,
  })
  const key = ticketKey(ticket.id)
  if (ticket.unreadMessages === 0 && next.eventNotices.get(key)?.kind === 'message')
    next.eventNotices.delete(key)
  // Nobody's doing here: said at the start as well, until it is looked at. Of one that the customer woke the message is told.
  const woken = ticket.wokenBy === 'due' && ticket.unreadMessages > 0
  const isNoNews = quiet || ticket.wokenBy !== null || moment.localChanges.has(ticket.id)
  if (known || watched || (!woken && isNoNews)) return
  next.eventNotices.set(key, {
    key,
    kind: 'assigned',
    at: moment.now,
    count: 1,
    ticketId: ticket.id,
    name: nameOf(ticket),
    note: ticket.handover?.note ?? '',
    from: ticket.handover?.from?.name ?? '',
    woken,
  })
}

export function putTicket(next: Next, ticket: Ticket, moment: Moment, quiet = false): void {
  const { self } = next
  if (ticket.snoozedAt !== null) next.forget(ticket.id)
  else if (ticket.status === 'pending' && concerns(self, ticket)) {
    next.mine.delete(ticket.id)
    next.eventNotices.delete(ticketKey(ticket.id))
    putWaiting(next, ticket, moment, quiet)
  } else if (ticket.status === 'open' && ticket.userId === self.id) {
    next.pending.delete(ticket.id)
    putMine(next, ticket, moment, quiet)
  } else next.forget(ticket.id)
}

type Data<C extends ServerFeedEvent['channel']> = Extract<ServerFeedEvent, { channel: C }>['data']

function putMessage(next: Next, data: Data<'appMessage'>, moment: Moment): void {
  const { message, ticket } = data
  const before = next.mine.get(message.ticketId)
  if (ticket) putTicket(next, ticket, moment)
  const mine = next.mine.get(message.ticketId)
  if (!mine || data.action !== 'create') return
  const key = ticketKey(mine.id)
  if (message.fromMe) {
    // Answered: from here, from the phone or by a colleague, whatever was new is no more.
    next.eventNotices.delete(key)
    return
  }
  if (moment.watched.has(mine.id)) return
  if (!ticket && before) next.mine.set(mine.id, { ...before, unread: before.unread + 1 })
  const notice = next.eventNotices.get(key)
  const known = notice?.kind === 'message' ? notice : undefined
  // Read from a list a moment ago, before this event of it came.
  const counted = ticket !== null && known?.upTo !== undefined && ticket.unreadMessages <= known.upTo
  next.eventNotices.set(key, {
    key,
    kind: 'message',
    at: known?.at ?? moment.now,
    count: (known?.count ?? 0) + (counted ? 0 : 1),
    ticketId: mine.id,
    name: mine.name,
    words: message.body,
    mediaType: message.mediaType,
    mute: mine.isGroup && !next.self.groupSounds,
    away: counted && known.away,
    ...(counted ? { upTo: known.upTo } : {}),
  })
}

/** What is read is no news, wherever it was read. */
function putMention(next: Next, data: Data<'mention'>, moment: Moment): void {
  const key = `mention:${data.action === 'delete' ? data.id : data.mention.id}`
  if (data.action === 'create' && !moment.watched.has(data.mention.ticketId))
    next.eventNotices.set(key, { key, kind: 'mention', at: moment.now, count: 1, mention: data.mention })
  else if (data.action === 'delete' || data.mention.readAt !== null) next.eventNotices.delete(key)
}

function putChat(next: Next, data: Data<'chat'>, moment: Moment): void {
  if (data.action === 'delete') {
    next.eventNotices.delete(`chat:${data.id}`)
    return
  }
  const { self } = next
  const member = data.chat?.users.find(one => one.userId === self.id)
  if (data.action === 'new-message') {
    const { chatId, senderId, sender, message } = data.newMessage
    const key = `chat:${chatId}`
    // Some servers notify the whole company; those who are not in the chat are not concerned.
    if (senderId === self.id || (data.chat && data.chat.users.length > 0 && !member)) return
    const known = next.eventNotices.get(key)
    next.eventNotices.set(key, {
      key,
      kind: 'chat',
      at: known?.at ?? moment.now,
      count: (known?.count ?? 0) + 1,
      chatId,
      name: sender?.name ?? data.chat?.title ?? '',
      words: message,
      title: data.chat?.title ?? '',
    })
  } else if (member && member.unreads === 0) next.eventNotices.delete(`chat:${data.chat.id}`)
}

function putConnection(next: Next, line: Line, moment: Moment): void {
  const { id, name } = line
  const before = next.connections.get(id)
  const status = stateOf(line)
  next.connections.set(id, status)
  const key = `connection:${id}`
  if (status === 'CONNECTED') next.eventNotices.delete(key)
  else if (next.self.admin && isNewTrouble(before, status)) {
    next.eventNotices.set(key, {
      key,
      kind: 'connection',
      at: moment.now,
      count: 1,
      connectionId: id,
      name,
      status,
    })
  }
}

/** Tickets of others pass by hundreds a second; they must cost nothing. */
function passesBy(work: Work, event: ServerFeedEvent): boolean {
  const known = (id: number) =>
    work.pending.has(id) || work.mine.has(id) || work.eventNotices.has(ticketKey(id))
  const foreign = (ticket: Ticket) =>
    !known(ticket.id) &&
    !(ticket.status === 'pending' && concerns(work.self, ticket)) &&
    !(ticket.status === 'open' && ticket.userId === work.self.id)
  if (event.channel === 'ticket')
    return 'ticket' in event.data ? foreign(event.data.ticket) : !known(event.data.ticketId)
  if (event.channel === 'appMessage')
    return event.data.ticket ? foreign(event.data.ticket) : !known(event.data.message.ticketId)
  return false
}

/** What an event of the server makes of the work. The same object comes back when it changes nothing here. */
export function applyEvent(work: Work, event: ServerFeedEvent, moment: Moment): Work {
  if (passesBy(work, event)) return work
  const next = new Next(work)
  switch (event.channel) {
    case 'ticket': {
      const { data } = event
      if ('ticket' in data) putTicket(next, data.ticket, moment)
      else if (data.action === 'updateUnread') {
        const mine = next.mine.get(data.ticketId)
        if (mine) next.mine.set(mine.id, { ...mine, unread: 0 })
        const key = ticketKey(data.ticketId)
        if (next.eventNotices.get(key)?.kind === 'message') next.eventNotices.delete(key)
      } else next.forget(data.ticketId)
      return next.done()
    }
    case 'appMessage':
      putMessage(next, event.data, moment)
      return next.done()
    case 'chat':
      putChat(next, event.data, moment)
      return next.done()
    case 'mention':
      putMention(next, event.data, moment)
      return next.done()
    case 'whatsapp':
      if (event.data.action === 'delete') {
        next.connections.delete(event.data.whatsappId)
        next.eventNotices.delete(`connection:${event.data.whatsappId}`)
      } else {
        putConnection(next, event.data.whatsapp, moment)
      }
      return next.done()
    case 'whatsappSession': {
      putConnection(next, event.data.session, moment)
      return next.done()
    }
    default:
      return work
  }
}

/** The agent sees these tickets now: nothing of theirs is new. The same object comes back when there was none. */
export function look(work: Work, ticketIds: ReadonlySet<number>): Work {
  const seen = [...ticketIds].filter(id => work.eventNotices.has(ticketKey(id)))
  if (seen.length === 0) return work
  const next = new Next(work)
  for (const id of seen) next.eventNotices.delete(ticketKey(id))
  return next.done()
}

/** The agent has gone to a place that shows this event. */
export function dismiss(work: Work, key: string): Work {
  if (!work.eventNotices.has(key)) return work
  const next = new Next(work)
  next.eventNotices.delete(key)
  return next.done()
}
