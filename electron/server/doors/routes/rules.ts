/** Rules: what the workspace does by itself. */

import { keptRules, runsOf } from '../../automation/rules/keep'
import { tryRule } from '../../automation/rules/try'
import type { HandlersOf } from '../../platform/http/handlers'
import { serve } from '../../platform/records/serve'

export const ruleHandlers: HandlersOf<'rules'> = {
  ...serve('rules', keptRules, 'list', 'arrange'),
  'rules.try': ({ app, me, body }) => tryRule(app.db, me.companyId, body),
  'rules.runs': ({ app, me, params }) => runsOf(app.db, me, params.id),
}
