/**
 * The API of the server at the other end. An adapter sits at the edge: it turns Turno's calls into the server's and the
 * server's answers and events into Turno's contract, so that nobody else knows which server there is.
 */
import type { Capabilities } from '../../../src/contract'
import type { ServerClient } from '../session/server-client'

/** What an adapter needs to know of the signed-in user. */
export interface AdapterUser {
  id: number
  companyId: number
  profile: string
}

export interface ServerAdapter {
  name: 'turno' | 'legacy'
  /** What this server can do, by itself or through an equivalent the adapter provides. */
  capabilities: Capabilities
  /** The same client, speaking Turno's contract. */
  adapt(client: ServerClient): ServerClient
  /**
   * Renames and reshapes one socket event.
   * @returns zero or more events as Turno's contract names them. Never throws.
   */
  translate(name: string, payload: unknown): { name: string; payload: unknown }[]
}

/** Turno's own adapter: nothing to translate. */
export function turnoAdapter(capabilities: Capabilities): ServerAdapter {
  return {
    name: 'turno',
    capabilities,
    adapt: client => client,
    translate: (name, payload) => [{ name, payload }],
  }
}
