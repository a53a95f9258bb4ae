/** The component that pairs numbers like WhatsApp Web: whether it is in use, and that it is. */
import { ApiError } from '../../errors'
import type { HandlersOf } from '../../platform/http/handlers'
import type { Workspace } from '../../workspace'

/** @throws ApiError except on the server of a company on a person's own computer. */
function componentOf({ channel: { component } }: Workspace) {
  if (!component) throw new ApiError('ERR_WAPP_UNSUPPORTED')
  return component
}

export const pairingHandlers: HandlersOf<'pairing'> = {
  'pairing.state': async ({ app }) => ({ inUse: app.channel.component?.inUse() ?? false }),

  'pairing.use': async ({ app }) => {
    const component = componentOf(app)
    await component.use()
    return { inUse: component.inUse() }
  },

  'pairing.remove': async ({ app }) => {
    const component = componentOf(app)
    await component.leave()
    return { inUse: component.inUse() }
  },
}
