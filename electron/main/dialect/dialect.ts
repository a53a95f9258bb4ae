/**
 * How the server at the other end speaks. A dialect sits at the edge: it turns Turno's calls into the server's and the
 * server's answers and events into Turno's contract, so that nobody else knows which server there is.
 */
import type { Capabilities } from '../../../src/contract'
import type { ServerClient } from '../session/server-client'

/** What a dialect needs to know of the signed-in user. */
export interface DialectUser {
  id: number
  companyId: number
  profile: string
}

export interface Dialect {
  name: 'turno' | 'family'
  /** What this server can do, by itself or through an equivalent the dialect provides. */
  capabilities: Capabilities
  /** The same client, speaking Turno's contract. */
  adapt(client: ServerClient): ServerClient
  /**
   * Renames and reshapes one socket event.
   * @returns zero or more events as Turno's contract names them. Never throws.
   */
  translate(name: string, payload: unknown): { name: string; payload: unknown }[]
}

/** Turno's own dialect: nothing to translate. */
export function turnoDialect(capabilities: Capabilities): Dialect {
  return {
    name: 'turno',
    capabilities,
    adapt: client => client,
    translate: (name, payload) => [{ name, payload }],
  }
}
