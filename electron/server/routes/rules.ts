/** Rules: what the workspace does by itself. */
import type { HandlersOf } from '../http/handlers'
import { arrangeRules, createRule, removeRule, rulesOf, runsOf, updateRule } from '../rules/keep'
import { tryRule } from '../rules/try'

export const ruleHandlers: HandlersOf<'rules'> = {
  'rules.list': ({ app, me }) => rulesOf(app.db, me.companyId),
  'rules.create': ({ app, me, body }) => createRule(app, me, body),
  'rules.arrange': ({ app, me, body }) => arrangeRules(app, me, body.ids),
  'rules.try': ({ app, me, body }) => tryRule(app.db, me.companyId, body),
  'rules.runs': ({ app, me, params }) => runsOf(app.db, me.companyId, params.id),
  'rules.update': ({ app, me, params, body }) => updateRule(app, me, params.id, body),
  'rules.remove': ({ app, me, params }) => removeRule(app, me, params.id),
}
