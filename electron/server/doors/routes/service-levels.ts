/** Service levels (SLA). */

import { deadlinesOf } from '../../automation/service-levels/deadlines'
import { keptLevels } from '../../automation/service-levels/levels'
import type { HandlersOf } from '../../platform/http/handlers'
import { serve } from '../../platform/records/serve'

export const serviceLevelHandlers: HandlersOf<'serviceLevels'> = {
  ...serve('serviceLevels', keptLevels, 'list', 'arrange'),
  'serviceLevels.ofTicket': ({ app, me, params }) => deadlinesOf(app.db, me, params.ticketId),
}
