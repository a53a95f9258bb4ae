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

/**
 * A server whose address is configured. Where only its origin was given, it is asked once whether its API lies under
 * the default path or at the root; until it answers the default path is assumed.
 */
export function remoteAddress(
  config: Extract<ServerConfig, { kind: 'remote' }>,
  findApi: (origin: URL) => Promise<URL | null>,
): ServerAddress {
  let { api } = config
  let known = !config.bare
  let asking: Promise<void> | null = null
  const ask = async () => {
    const found = await findApi(config.origin)
    if (found === null) return
    api = found
    known = true
  }
  return {
    async resolve() {
      if (!known) {
        asking ??= ask().finally(() => {
          asking = null
        })
        await asking
      }
      return { api, origin: config.origin }
    },
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
