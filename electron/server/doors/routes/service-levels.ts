/** Service levels (SLA). */

import { deadlinesOf } from '../../automation/service-levels/deadlines'
import {
  arrangeLevels,
  createLevel,
  levelsOf,
  removeLevel,
  updateLevel,
} from '../../automation/service-levels/levels'
import type { HandlersOf } from '../../platform/http/handlers'

export const serviceLevelHandlers: HandlersOf<'serviceLevels'> = {
  'serviceLevels.list': ({ app, me }) => levelsOf(app.db, me.companyId),

  'serviceLevels.create': ({ app, me, body }) => createLevel(app, me, body),

  'serviceLevels.arrange': async ({ app, me, body }) => {
    await arrangeLevels(app, me, body.ids)
    return null
  },

  'serviceLevels.ofTicket': ({ app, me, params }) => deadlinesOf(app.db, me, params.ticketId),

  'serviceLevels.update': ({ app, me, params, body }) => updateLevel(app, me, params.id, body),

  'serviceLevels.remove': async ({ app, me, params }) => {
    await removeLevel(app, me, params.id)
    return null
  },
}
