/** Where the server is. The embedded workspace learns its port only when it is up, so asking may take a moment. */
import type { ServerConfig } from '../config/config'

export interface ServerBases {
  /** API base, ends with a slash. */
  api: URL
  /** Origin of sockets and media. */
  origin: URL
}

export interface ServerAddress {
  /**
   * The bases, as soon as they are known.
   * @throws MainError SERVER_UNREACHABLE when the embedded workspace does not come up in time.
   */
  resolve(): Promise<ServerBases>
  /** What people see: host and port, or nothing for the embedded workspace. */
  label(): string
  readonly embedded: boolean
  /** Names the server a kept session belongs to, whatever its port. */
  readonly key: string
}

/** A server whose address is configured. */
export function remoteAddress(config: Extract<ServerConfig, { kind: 'remote' }>): ServerAddress {
  return {
    resolve: async () => ({ api: config.api, origin: config.origin }),
    label: () => config.label,
    embedded: false,
    key: config.api.href,
  }
}

/**
 * The embedded workspace.
 * @param port resolves with the loopback port while it runs.
 */
export function embeddedAddress(port: () => Promise<number>, current: () => number | null): ServerAddress {
  return {
    async resolve() {
      const origin = `http://127.0.0.1:${await port()}`
      return { api: new URL('/api/', origin), origin: new URL(origin) }
    },
    label: () => {
      const known = current()
      return known === null ? '127.0.0.1' : `127.0.0.1:${known}`
    },
    embedded: true,
    key: 'embedded',
  }
}
