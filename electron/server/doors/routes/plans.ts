/** Plan and help calls. */
import { keptHelps } from '../../platform/companies/helps'
import { keptPlans, offeredPlans } from '../../platform/companies/plans'
import type { HandlersOf } from '../../platform/http/handlers'
import { serve } from '../../platform/records/serve'

export const planHandlers: HandlersOf<'plans'> = {
  'plans.offered': ({ app }) => offeredPlans(app.db),
  'plans.register': ({ app }) => offeredPlans(app.db),
  ...serve('plans', keptPlans, 'get'),
  'plans.all': ({ app, me }) => keptPlans.list(app, me),
  'plans.list': ({ app, me, query }) => keptPlans.page(app, me, query),
}

export const helpHandlers: HandlersOf<'helps'> = {
  ...serve('helps', keptHelps),
  'helps.list': ({ app, me, query }) => keptHelps.page(app, me, query),
  'helps.all': ({ app, me }) => keptHelps.list(app, me),
}
