/** Plan and help calls (docs/specification.md 2.7). */
import { createHelp, helpPage, helpsByTitle, removeHelp, updateHelp } from '../../platform/companies/helps'
import type { HandlersOf } from '../../platform/http/handlers'
import {
  createPlan,
  offeredPlans,
  planOf,
  planPage,
  plansWhere,
  removePlan,
  updatePlan,
} from '../../platform/plans/plans'

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
  'helps.list': ({ app, query }) => helpPage(app.db, query),
  'helps.all': ({ app }) => helpsByTitle(app.db),
  'helps.create': ({ app, body }) => createHelp(app, body),
  'helps.update': ({ app, params, body }) => updateHelp(app, params.id, body),
  'helps.remove': ({ app, params }) => removeHelp(app, params.id),
}
