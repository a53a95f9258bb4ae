/** Views of tickets. */
import type { HandlersOf } from '../http/handlers'
import { serve } from '../records/serve'
import { arrangeViews, countViews, keptViews, viewsOf } from '../tickets/saved-views'

export const savedViewHandlers: HandlersOf<'savedViews'> = {
  ...serve('savedViews', keptViews),
  'savedViews.list': ({ app, me }) => viewsOf(app.db, me),
  'savedViews.counts': ({ app, me }) => countViews(app.db, me),
  'savedViews.arrange': ({ app, me, body }) => arrangeViews(app, me, body.ids),
}
