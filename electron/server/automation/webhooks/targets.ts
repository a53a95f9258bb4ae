/** Where webhooks may lead inside: what the platform allows (setting `localProviders`), else what the start of the server does. */

import type { InternalTargets } from '../../../outward/addresses'
import { localProviders } from '../../settings'
import type { Workspace } from '../../workspace'

export const targetsOf = async (app: Workspace): Promise<InternalTargets> =>
  (await localProviders(app.db)) ? 'all' : app.internalTargets()
