/** Rules: what the workspace does by itself. */
import type { HandlersOf } from '../http/handlers'
import { serve } from '../records/serve'
import { keptRules, runsOf } from '../rules/keep'
import { tryRule } from '../rules/try'

export const ruleHandlers: HandlersOf<'rules'> = {
  ...serve('rules', keptRules),
  'rules.list': ({ app, me }) => keptRules.list(app, me),
  'rules.arrange': ({ app, me, body }) => keptRules.arrange(app, me, body.ids),
  'rules.try': ({ app, me, body }) => tryRule(app.db, me.companyId, body),
  'rules.runs': ({ app, me, params }) => runsOf(app.db, me, params.id),
}
