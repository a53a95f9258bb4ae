/** What the tickets store asks the server for. One object, so that tests can stand a server in. */

import type { BodyIn, QueryIn, ResponseOut, Ticket } from '@contract'
import { call } from '@/api'

export type TicketPage = ResponseOut<'tickets.list'>
export type TicketQuery = QueryIn<'tickets.list'>
export type TicketChange = BodyIn<'tickets.update'>
export type NewTicket = BodyIn<'tickets.create'>
export type ServerCounts = ResponseOut<'tickets.counts'>

export interface TicketsSource {
  page(query: TicketQuery, signal?: AbortSignal): Promise<TicketPage>
  counts(query: QueryIn<'tickets.counts'>): Promise<ServerCounts>
  byUuid(uuid: string, signal?: AbortSignal): Promise<Ticket>
  byId(id: number): Promise<Ticket>
  update(id: number, body: TicketChange): Promise<Ticket>
  undoResolve(id: number): Promise<Ticket>
  beginMacro(id: number, body: BodyIn<'tickets.beginMacro'>): Promise<void>
  endMacro(id: number): Promise<void>
  create(body: NewTicket): Promise<Ticket>
  remove(id: number, body: BodyIn<'tickets.remove'>): Promise<void>
  closeAll(body: BodyIn<'tickets.closeAll'>): Promise<{ closed: number }>
}

const server: TicketsSource = {
  page: (query, signal) => call('tickets.list', { query, ...(signal ? { signal } : {}) }),
  counts: query => call('tickets.counts', { query }),
  byUuid: (uuid, signal) => call('tickets.byUuid', { params: { uuid }, ...(signal ? { signal } : {}) }),
  byId: id => call('tickets.get', { params: { id } }),
  update: (id, body) => call('tickets.update', { params: { id }, body }),
  undoResolve: id => call('tickets.undoResolve', { params: { id } }),
  async beginMacro(id, body) {
    await call('tickets.beginMacro', { params: { id }, body })
  },
  async endMacro(id) {
    await call('tickets.endMacro', { params: { id } })
  },
  create: body => call('tickets.create', { body }),
  async remove(id, body) {
    await call('tickets.remove', { params: { id }, body })
  },
  closeAll: body => call('tickets.closeAll', { body }),
}

let current: TicketsSource = server

export const ticketsSource = (): TicketsSource => current

/** Puts another source in place (tests); without an argument the server again. */
export function setTicketsSource(source: TicketsSource = server): void {
  current = source
}
