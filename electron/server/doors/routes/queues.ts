/** Queue calls (docs/specification.md 2.7). */

import {
  createQueue,
  orderQueues,
  queuesOf,
  queueWithTickets,
  removeQueue,
  setQueueFile,
  updateQueue,
} from '../../desk/queues/write'
import type { HandlersOf } from '../../platform/http/handlers'

export const queueHandlers: HandlersOf<'queues'> = {
  // The company is the caller's, whatever is in the query.
  'queues.list': ({ app, me }) => queuesOf(app.db, me.companyId),
  'queues.get': ({ app, me, params }) => queueWithTickets(app.db, me.companyId, params.id),
  'queues.create': ({ app, me, body }) => createQueue(app, me.companyId, body),
  'queues.update': ({ app, me, params, body }) => updateQueue(app, me.companyId, params.id, body),
  'queues.order': ({ app, me, body }) => orderQueues(app, me.companyId, body.ids),
  'queues.remove': ({ app, me, params }) => removeQueue(app, me.companyId, params.id),
  'queues.attach': ({ app, me, params, files }) => setQueueFile(app, me.companyId, params.id, files),
  'queues.detach': ({ app, me, params }) => setQueueFile(app, me.companyId, params.id, null),
}
