/** Ticket calls. */

import { countTickets } from '../../desk/tickets/counts'
import { createTicket } from '../../desk/tickets/create'
import { setHolder } from '../../desk/tickets/holder'
import { listTickets } from '../../desk/tickets/list'
import { beginMacro, endMacro } from '../../desk/tickets/macro-runs'
import { pinnedTickets, pinTicket, unpinTicket } from '../../desk/tickets/pins'
import { setPriority } from '../../desk/tickets/priority'
import { readTicket, ticketByUuid, ticketToRead } from '../../desk/tickets/read'
import { closeAll, removeTicket } from '../../desk/tickets/remove'
import { snooze, wake } from '../../desk/tickets/snooze'
import { timelinePage } from '../../desk/tickets/timeline-page'
import { undoResolve } from '../../desk/tickets/undo-resolve'
import { updateTicket } from '../../desk/tickets/update'
import { originOf } from '../../platform/audit/audited'
import type { HandlersOf } from '../../platform/http/handlers'

export const ticketHandlers: HandlersOf<'tickets'> = {
  'tickets.list': ({ app, me, query }) => listTickets(app.db, me, query),

  'tickets.counts': ({ app, me, query }) => countTickets(app.db, me, query),

  'tickets.get': ({ app, me, params }) => readTicket(app.db, me, params.id),

  'tickets.byUuid': ({ app, me, params }) => ticketByUuid(app.db, me, params.uuid),

  'tickets.timeline': async ({ app, me, params, query }) =>
    timelinePage(app.db, await ticketToRead(app.db, me, params.id), query.pageNumber),

  'tickets.pinned': ({ app, me }) => pinnedTickets(app.db, me),

  'tickets.pin': ({ app, me, params }) => pinTicket(app, me, params.id),

  'tickets.unpin': ({ app, me, params }) => unpinTicket(app, me, params.id),

  'tickets.create': ({ app, me, body }) => createTicket(app, me, body),

  'tickets.update': ({ app, me, params, body: { expected, ...patch } }) =>
    updateTicket(app, me, params.id, patch, expected),

  'tickets.setPriority': ({ app, me, params, body, request }) =>
    setPriority(app, me, params.id, body.priority, originOf(request), body.expected),

  'tickets.snooze': ({ app, me, params, body, request }) =>
    snooze(app, me, params.id, body.until, { origin: originOf(request), expected: body.expected }),

  'tickets.wake': ({ app, me, params, body, request }) =>
    wake(app, me, params.id, { origin: originOf(request), ...body }),

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
    closed: await closeAll(app, me, body),
  }),

  'tickets.remove': async ({ app, me, params, body }) => {
    await removeTicket(app, me, params.id, body.expected)
    return null
  },
}
