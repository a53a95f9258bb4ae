/** Macros: kept here, done by the windows of who presses them. */

import { macrosOf, removeMacro, saveMacro } from '../../automation/steps/macros'
import { originOf } from '../../platform/audit/audited'
import type { HandlersOf } from '../../platform/http/handlers'

export const macroHandlers: HandlersOf<'macros'> = {
  'macros.list': ({ app, me }) => macrosOf(app.db, me),

  'macros.create': ({ app, me, body, request }) => saveMacro(app, me, null, body, originOf(request)),

  'macros.update': ({ app, me, params, body, request }) =>
    saveMacro(app, me, params.id, body, originOf(request)),

  'macros.remove': async ({ app, me, params, request }) => {
    await removeMacro(app, me, params.id, originOf(request))
    return null
  },
}
