/** What the thread store asks the server for. One object, so that tests can stand a server in. */

import { type Message, PAGE, type Ticket, type TicketNote } from '@contract'
import { call } from '@/api'
import { askNotes } from './notes-request'

export interface MessagePage {
  /** Oldest first. */
  messages: Message[]
  hasMore: boolean
  ticket: Ticket | null
}

export interface PageRequest {
  ticketId: number
  /** Only messages before this one; null for the newest page. */
  before: string | null
  /** How many messages of the ticket are already known: servers without `before` page by number. */
  known: number
  /** `false` leaves no trace on the server (spy, prefetch, earlier tickets). */
  markAsRead: boolean
}

export interface MessagesSource {
  page(request: PageRequest): Promise<MessagePage>
  ticketsOf(contactId: number, page: number): Promise<{ tickets: Ticket[]; hasMore: boolean }>
  notes(ticketId: number, contactId: number | null): Promise<TicketNote[]>
}

const server: MessagesSource = {
  page({ ticketId, before, known, markAsRead }) {
    return call('messages.list', {
      params: { ticketId },
      query: {
        pageNumber: before === null ? 1 : Math.floor(known / PAGE.messages) + 1,
        ...(before === null ? {} : { before }),
        ...(markAsRead ? {} : { markAsRead: false }),
      },
    })
  },
  async ticketsOf(contactId, page) {
    return call('contacts.tickets', { params: { id: contactId }, query: { pageNumber: page } })
  },
  notes: askNotes,
}

let current: MessagesSource = server

export const messagesSource = (): MessagesSource => current

/** Puts another source in place (tests); without an argument the server again. */
export function setMessagesSource(source: MessagesSource = server): void {
  current = source
}
