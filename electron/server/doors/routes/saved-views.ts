/** Views of tickets. */

import { arrangeViews, countViews, keptViews, viewsOf } from '../../desk/tickets/saved-views'
import type { HandlersOf } from '../../platform/http/handlers'
import { serve } from '../../platform/records/serve'

export const savedViewHandlers: HandlersOf<'savedViews'> = {
  ...serve('savedViews', keptViews),
  'savedViews.list': ({ app, me }) => viewsOf(app.db, me),
  'savedViews.counts': ({ app, me }) => countViews(app.db, me),
  'savedViews.arrange': ({ app, me, body }) => arrangeViews(app, me, body.ids),
}
