/** Ticket calls (docs/specification.md 1.7, "Tickets"). */
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { originOf } from '../audit/audited'
import type { Reader } from '../db/client'
import { tickets } from '../db/schema'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { ticketToRead } from '../mentions/mentions'
import { countTickets } from '../tickets/counts'
import { createTicket } from '../tickets/create'
import { setHolder } from '../tickets/holder'
import { listTickets } from '../tickets/list'
import { beginMacro, endMacro } from '../tickets/macro-runs'
import { setPriority } from '../tickets/priority'
import { closeAll, removeTicket } from '../tickets/remove'
import { snooze, wake } from '../tickets/snooze'
import { undoResolve } from '../tickets/undo-resolve'
import { updateTicket } from '../tickets/update'
import { type TicketView, ticketDetail } from '../views/tickets'

const uuid = z.guid()

async function detail(db: Reader, id: number): Promise<TicketView> {
  const view = await ticketDetail(db, id)
  if (!view) throw new ApiError('ERR_NO_TICKET_FOUND')
  return view
}

export const ticketHandlers: HandlersOf<'tickets'> = {
  'tickets.list': ({ app, me, query }) => listTickets(app.db, me, query),

  'tickets.counts': ({ app, me, query }) => countTickets(app.db, me, query),

  'tickets.get': async ({ app, me, params }) => {
    const row = await ticketToRead(app.db, me, params.id)
    return detail(app.db, row.id)
  },

  'tickets.byUuid': async ({ app, me, params }) => {
    if (!uuid.safeParse(params.uuid).success) throw new ApiError('ERR_INVALID_UUID')
    const [row] = await app.db
      .select({ id: tickets.id })
      .from(tickets)
      .where(and(eq(tickets.uuid, params.uuid.toLowerCase()), eq(tickets.companyId, me.companyId)))
    if (!row) throw new ApiError('ERR_NO_TICKET_FOUND')
    return detail(app.db, (await ticketToRead(app.db, me, row.id)).id)
  },

  'tickets.create': ({ app, me, body }) => createTicket(app, me, body),

  'tickets.update': ({ app, me, params, body: { expected, ...patch } }) =>
    updateTicket(app, me, params.id, patch, expected),

  'tickets.setPriority': ({ app, me, params, body, request }) =>
    setPriority(app, me, params.id, body.priority, originOf(request), body.expected),

  'tickets.snooze': ({ app, me, params, body, request }) =>
    snooze(app, me, params.id, body.until, { origin: originOf(request), expected: body.expected }),

  'tickets.wake': ({ app, me, params, request }) => wake(app, me, params.id, { origin: originOf(request) }),

  'tickets.setHolder': ({ app, me, params, body, request }) =>
    setHolder(app, me, params.id, body.holder, { origin: originOf(request), expected: body.expected }),

  'tickets.undoResolve': ({ app, me, params }) => undoResolve(app, me, params.id),

  'tickets.beginMacro': async ({ app, me, params, body }) => {
    await beginMacro(app, me, params.id, body.expected)
    return null
  },

  'tickets.endMacro': async ({ app, me, params }) => {
    await endMacro(app, me, params.id)
    return null
  },

  'tickets.closeAll': async ({ app, me, body }) => ({
    closed: await closeAll(app, me, body.status, body.selectedQueueIds),
  }),

  'tickets.remove': async ({ app, me, params }) => {
    await removeTicket(app, me, params.id)
    return null
  },
}
