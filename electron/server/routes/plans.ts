/** Plan and help calls (docs/specification.md 2.7). */
import { keptHelps } from '../companies/helps'
import type { HandlersOf } from '../http/handlers'
import {
  createPlan,
  offeredPlans,
  planOf,
  planPage,
  plansWhere,
  removePlan,
  updatePlan,
} from '../plans/plans'
import { serve } from '../records/serve'

export const planHandlers: HandlersOf<'plans'> = {
  'plans.offered': ({ app }) => offeredPlans(app.db),
  'plans.register': ({ app }) => offeredPlans(app.db),
  'plans.all': ({ app }) => plansWhere(app.db),
  'plans.list': ({ app, query }) => planPage(app.db, query),
  'plans.get': ({ app, params }) => planOf(app.db, params.id),
  'plans.create': ({ app, body }) => createPlan(app, body),
  'plans.update': ({ app, params, body }) => updatePlan(app, params.id, body),
  'plans.remove': ({ app, params }) => removePlan(app, params.id),
}

export const helpHandlers: HandlersOf<'helps'> = {
  ...serve('helps', keptHelps),
  'helps.list': ({ app, me, query }) => keptHelps.page(app, me, query),
  'helps.all': ({ app, me }) => keptHelps.list(app, me),
}
