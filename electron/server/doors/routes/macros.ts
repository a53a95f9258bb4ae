/** Macros: stored here, run by the window of whoever presses one. */

import { keptMacros } from '../../automation/steps/macros'
import type { HandlersOf } from '../../platform/http/handlers'
import { serve } from '../../platform/records/serve'

export const macroHandlers: HandlersOf<'macros'> = {
  ...serve('macros', keptMacros, 'list'),
}
