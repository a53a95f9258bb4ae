/** What live events make of known tickets, whichever screen keeps them. Pure. */
import type { FeedEvent, Ticket } from '@contract'
import { mergeContact } from '../contact-update'
import { contactDiffers, mergeTicket, type StoredTicket, withMessage } from './model'

/** Tickets somebody keeps. */
export interface KnownTickets {
  byId: ReadonlyMap<number, StoredTicket>
  /** Tickets an event took away. */
  gone: ReadonlySet<number>
  serverKeepsClock: boolean
}

export interface LaidEvents extends KnownTickets {
  /** Came, changed or went. */
  changed: Set<number>
  /** Something of a ticket reads differently that decides about no list. */
  renamed: boolean
}

/**
 * Lays one batch of live events over known tickets; those it tells of for the first time are added.
 * @param omitsTags whether tickets inside messages lack their tags.
 */
export function layEvents(known: KnownTickets, events: readonly FeedEvent[], omitsTags = false): LaidEvents {
  const byId = new Map(known.byId)
  const changed = new Set<number>()
  const gone = new Set(known.gone)
  let serverKeepsClock = known.serverKeepsClock
  let renamed = false

  const put = (ticket: StoredTicket | undefined): void => {
    if (!ticket) return
    byId.set(ticket.id, ticket)
    changed.add(ticket.id)
    gone.delete(ticket.id)
  }
  const noteClock = (ticket: Ticket | null): void => {
    if (ticket && ticket.waitingSince !== null) serverKeepsClock = true
  }
  /** Changes members of many tickets at once (a contact's name, a queue's colour). Order does not depend on them. */
  const patchAll = (patch: (ticket: StoredTicket) => StoredTicket): void => {
    for (const [id, ticket] of byId) {
      const next = patch(ticket)
      if (next === ticket) continue
      byId.set(id, next)
      renamed = true
    }
  }

  for (const event of events) {
    switch (event.channel) {
      case 'ticket': {
        const data = event.data
        if ('ticket' in data) {
          noteClock(data.ticket)
          put(mergeTicket(byId.get(data.ticket.id), data.ticket, { serverKeepsClock }))
          // It became part of another: no list has it any more.
          if (data.messagesTo !== undefined && data.messagesTo !== data.ticket.uuid) gone.add(data.ticket.id)
        } else if (data.action === 'updateUnread') {
          const known = byId.get(data.ticketId)
          if (known && known.unreadMessages !== 0) put({ ...known, unreadMessages: 0 })
        } else if (byId.has(data.ticketId)) {
          gone.add(data.ticketId)
          changed.add(data.ticketId)
        }
        break
      }
      case 'appMessage': {
        const { action, message, ticket } = event.data
        noteClock(ticket)
        const known = byId.get(message.ticketId)
        if (action === 'create') put(withMessage(known, ticket, message, { serverKeepsClock, omitsTags }))
        else if (ticket && known)
          put(mergeTicket(known, ticket, { serverKeepsClock, omitsTags }, 'inMessage'))
        break
      }
      case 'contact': {
        if (event.data.action === 'delete') break
        const contacts = 'records' in event.data ? event.data.records : [event.data.contact]
        const byContact = new Map(contacts.map(contact => [contact.id, contact]))
        patchAll(ticket => {
          const update = ticket.contactId === null ? undefined : byContact.get(ticket.contactId)
          const contact = update && mergeContact(ticket.contact, update)
          return contact && contactDiffers(ticket.contact, contact) ? { ...ticket, contact } : ticket
        })
        break
      }
      case 'queue': {
        if (event.data.action === 'delete') break
        const { id, name, color } = event.data.queue
        patchAll(ticket =>
          ticket.queueId === id && (ticket.queue?.name !== name || ticket.queue.color !== color)
            ? { ...ticket, queue: { id, name, color } }
            : ticket,
        )
        break
      }
      case 'tag': {
        const data = event.data
        if (data.action === 'delete') {
          patchAll(ticket =>
            ticket.tags.some(tag => tag.id === data.tagId)
              ? { ...ticket, tags: ticket.tags.filter(tag => tag.id !== data.tagId) }
              : ticket,
          )
        } else {
          patchAll(ticket =>
            ticket.tags.some(tag => tag.id === data.tag.id)
              ? { ...ticket, tags: ticket.tags.map(tag => (tag.id === data.tag.id ? data.tag : tag)) }
              : ticket,
          )
        }
        break
      }
      case 'user': {
        if (event.data.action === 'delete') break
        const { id, name } = event.data.user
        patchAll(ticket =>
          ticket.userId === id && ticket.user && ticket.user.name !== name
            ? { ...ticket, user: { id, name } }
            : ticket,
        )
        break
      }
    }
  }
  return { byId, changed, gone, serverKeepsClock, renamed }
}
