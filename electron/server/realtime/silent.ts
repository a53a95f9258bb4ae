/** Says nothing to nobody: for seeds and tools that run before the server listens. */
import type { Realtime } from './realtime'

export const silentRealtime: Realtime = {
  toCompany: () => {},
  toUsers: () => {},
  toViewers: () => {},
  ticketChanged: () => {},
  ticketDeleted: () => {},
  toPlatform: () => {},
  toEveryCompany: () => {},
  toEverybody: () => {},
  refreshUser: async () => {},
  refreshCompany: async () => {},
  dropUser: () => {},
  dropCompany: () => {},
}
