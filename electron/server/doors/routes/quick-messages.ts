/** Quick messages: the composer's list and their screen. */

import { keptQuickMessages } from '../../desk/messages/quick-messages'
import type { HandlersOf } from '../../platform/http/handlers'
import { serve } from '../../platform/records/serve'

export const quickMessageHandlers: HandlersOf<'quickMessages'> = {
  ...serve('quickMessages', keptQuickMessages, 'list', 'page', 'get'),
  // Company and user are the caller's, whatever is in the query.
  'quickMessages.attach': async ({ app, me, params, files }) => {
    await keptQuickMessages.setFile(app, me, params.id, files)
    return null
  },
  'quickMessages.detach': async ({ app, me, params }) => {
    await keptQuickMessages.setFile(app, me, params.id, null)
    return null
  },
}
