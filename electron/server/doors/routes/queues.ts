/** Queue calls. */

import { keptQueues, orderQueues, queueWithTickets, removeQueue } from '../../desk/queues/write'
import type { HandlersOf } from '../../platform/http/handlers'
import { serve } from '../../platform/records/serve'

export const queueHandlers: HandlersOf<'queues'> = {
  ...serve('queues', keptQueues, 'list'),
  // The company is the caller's, whatever is in the query.
  'queues.get': ({ app, me, params }) => queueWithTickets(app.db, me.companyId, params.id),
  'queues.order': ({ app, me, body }) => orderQueues(app, me, body.ids),
  'queues.remove': ({ app, me, params }) => removeQueue(app, me, params.id),
  'queues.attach': ({ app, me, params, files }) => keptQueues.setFile(app, me, params.id, files),
  'queues.detach': ({ app, me, params }) => keptQueues.setFile(app, me, params.id, null),
}
