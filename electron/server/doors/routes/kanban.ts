/** The kanban board and moving its cards (docs/specification.md 3.2, 3.4, 3.6 and 3.7). */

import { readAllLanes, readBoard, readLanePage } from '../../desk/tickets/kanban'
import { clearLanes, putInLane } from '../../desk/tickets/lanes'
import type { HandlersOf } from '../../platform/http/handlers'

export const kanbanHandlers: HandlersOf<'kanban'> = {
  'kanban.board': ({ app, me, query }) => readBoard(app.db, me, query),
  'kanban.lane': ({ app, me, params, query }) => readLanePage(app.db, me, params.id, query),
  'kanban.tickets': ({ app, me, query }) => readAllLanes(app.db, me, query),
}

export const ticketTagHandlers: HandlersOf<'ticketTags'> = {
  'ticketTags.clear': ({ app, me, params }) => clearLanes(app, me, params.ticketId),
  'ticketTags.add': ({ app, me, params }) => putInLane(app, me, params.ticketId, params.tagId),
}
