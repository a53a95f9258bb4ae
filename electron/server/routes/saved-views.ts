/** Views of tickets. */
import { originOf } from '../audit/audited'
import type { HandlersOf } from '../http/handlers'
import { arrangeViews, countViews, createView, removeView, updateView, viewsOf } from '../tickets/saved-views'

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
