/** What this server is and can do; also the health check. */
import { CAPABILITIES as ABILITIES } from '@contract'
import type { HandlersOf } from '../../platform/http/handlers'

const SERVER_VERSION = '0.1.0'

/** Abilities a client may rely on without trying them out. */
const CAPABILITIES = [
  ...ABILITIES,
  'clientId',
  'readControl',
  'counts',
  'cursor',
  'waitingSince',
  'handover',
  'removeFromList',
  'userStatus',
  'ticketNotes.whisper',
  'contacts.importCsv',
] as const

export const versionHandlers: HandlersOf<'version'> = {
  'version.get': async ({ app }) => ({
    version: SERVER_VERSION,
    name: 'Turno',
    capabilities: CAPABILITIES.filter(name => name !== 'localNetwork' || app.localNetwork !== null),
  }),
}
