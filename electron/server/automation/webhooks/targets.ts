/**
 * Which internal addresses webhooks may call: as the platform setting `localProviders` says, else as the server's start
 * options say.
 */

import type { InternalTargets } from '../../../outward/addresses'
import { localProviders } from '../../settings'
import type { Workspace } from '../../workspace'

export const targetsOf = async (app: Workspace): Promise<InternalTargets> =>
  (await localProviders(app.db)) ? 'all' : app.internalTargets()
