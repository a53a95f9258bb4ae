/** Macros: kept here, done by the windows of who presses them. */
import type { HandlersOf } from '../http/handlers'
import { serve } from '../records/serve'
import { keptMacros } from '../steps/macros'

export const macroHandlers: HandlersOf<'macros'> = {
  ...serve('macros', keptMacros),
  'macros.list': ({ app, me }) => keptMacros.list(app, me),
}
