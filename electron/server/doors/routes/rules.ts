/** Rules: what the workspace does by itself. */

import {
  arrangeRules,
  createRule,
  removeRule,
  rulesOf,
  runsOf,
  updateRule,
} from '../../automation/rules/keep'
import { tryRule } from '../../automation/rules/try'
import type { HandlersOf } from '../../platform/http/handlers'

export const ruleHandlers: HandlersOf<'rules'> = {
  'rules.list': ({ app, me }) => rulesOf(app.db, me.companyId),
  'rules.create': ({ app, me, body }) => createRule(app, me, body),
  'rules.arrange': ({ app, me, body }) => arrangeRules(app, me, body.ids),
  'rules.try': ({ app, me, body }) => tryRule(app.db, me.companyId, body),
  'rules.runs': ({ app, me, params }) => runsOf(app.db, me.companyId, params.id),
  'rules.update': ({ app, me, params, body }) => updateRule(app, me, params.id, body),
  'rules.remove': ({ app, me, params }) => removeRule(app, me, params.id),
}
