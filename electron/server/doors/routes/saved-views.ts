/** Views of tickets. */

import {
  arrangeViews,
  countViews,
  createView,
  removeView,
  updateView,
  viewsOf,
} from '../../desk/tickets/saved-views'
import { originOf } from '../../platform/audit/audited'
import type { HandlersOf } from '../../platform/http/handlers'

export const savedViewHandlers: HandlersOf<'savedViews'> = {
  'savedViews.list': ({ app, me }) => viewsOf(app.db, me),

  'savedViews.counts': ({ app, me }) => countViews(app.db, me),

  'savedViews.create': ({ app, me, body, request }) => createView(app, me, body, originOf(request)),

  'savedViews.arrange': async ({ app, me, body }) => {
    await arrangeViews(app, me, body.ids)
    return null
  },

  'savedViews.update': ({ app, me, params, body, request }) =>
    updateView(app, me, params.id, body, originOf(request)),

  'savedViews.remove': async ({ app, me, params, request }) => {
    await removeView(app, me, params.id, originOf(request))
    return null
  },
}
