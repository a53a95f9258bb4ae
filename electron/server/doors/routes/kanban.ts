/** The kanban board and moving its cards. */

import { putInLane, readAllLanes, readBoard, readLanePage } from '../../desk/tickets/kanban'
import type { HandlersOf } from '../../platform/http/handlers'
import { inPlan } from './in-plan'

export const kanbanHandlers = inPlan<keyof HandlersOf<'kanban'>>('useKanban', {
  'kanban.board': ({ app, me, query }) => readBoard(app.db, me, query),
  'kanban.lane': ({ app, me, params, query }) => readLanePage(app.db, me, params.id, query),
  'kanban.tickets': ({ app, me, query }) => readAllLanes(app.db, me, query),
})

export const ticketTagHandlers = inPlan<keyof HandlersOf<'ticketTags'>>('useKanban', {
  'ticketTags.clear': ({ app, me, params, body }) => putInLane(app, me, params.ticketId, null, body.expected),
  'ticketTags.add': ({ app, me, params, body }) =>
    putInLane(app, me, params.ticketId, params.tagId, body.expected),
})
