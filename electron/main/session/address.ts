/** Where the server is. The embedded workspace learns its port only when it is up, so asking may take a moment. */
import { UNCHOSEN_KEY, WORKSPACE_KEY_HEADER } from '../../../src/contract'
import type { ServerConfig } from '../config/config'
import { MainError } from '../errors'
import type { FetchLike } from './http'

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
  /** Where the API was found; null before, and where no address is chosen by anybody. */
  found?(): URL | null
  /** What people see: host and port, or nothing for the embedded workspace. */
  label(): string
  readonly embedded: boolean
  /**
   * What a server wants to see before it listens to anybody: headers for requests to this origin, the same members for
   * the handshake of its socket. Empty for every other origin.
   */
  proof(origin: string): Record<string, string>
  /** Names the server a kept session belongs to, whatever its port. */
  readonly key: string
}

/**
 * A server whose address is configured, or was chosen. It is asked once where its API lies, by the rule of the dialog that
 * takes an address (../servers/typed-address.ts); until it answers what was given is assumed, with the default path
 * where that was an origin alone.
 */
export function remoteAddress(
  config: Extract<ServerConfig, { kind: 'remote' }>,
  findApi: (given: URL) => Promise<URL | null>,
): ServerAddress {
  let { api } = config
  let known = false
  let asking: Promise<void> | null = null
  const ask = async () => {
    const found = await findApi(config.pathAssumed ? config.origin : config.api)
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
    found: () => (known ? api : null),
    label: () => config.label,
    proof: () => ({}),
    embedded: false,
    key: config.api.href,
  }
}

/** Nothing was chosen yet: nobody is called. */
export const noAddress = (): ServerAddress => ({
  resolve: () => Promise.reject(new MainError('SERVER_UNREACHABLE', 'No server was chosen yet')),
  label: () => '',
  proof: () => ({}),
  embedded: false,
  key: UNCHOSEN_KEY,
})

/**
 * The embedded workspace.
 * @param port resolves with the loopback port while it runs.
 * @param key what this start of Turno and its server alone know (electron/server/platform/http/door.ts).
 */
export function embeddedAddress(
  port: () => Promise<number>,
  current: () => number | null,
  key: string,
): ServerAddress {
  return {
    async resolve() {
      const origin = `http://127.0.0.1:${await port()}`
      return { api: new URL('/api/', origin), origin: new URL(origin) }
    },
    label: () => {
      const known = current()
      return known === null ? '127.0.0.1' : `127.0.0.1:${known}`
    },
    proof(origin): Record<string, string> {
      return origin === `http://127.0.0.1:${current()}` ? { [WORKSPACE_KEY_HEADER]: key } : {}
    },
    embedded: true,
    key: 'embedded',
  }
}

/** Fetch that shows the server in use what it wants to see; by the address of each call, so that no redirect carries it on. */
export function proving(fetch: FetchLike, address: Pick<ServerAddress, 'proof'>): FetchLike {
  return (url, init) => {
    const proof = Object.entries(address.proof(new URL(url).origin))
    if (proof.length === 0) return fetch(url, init)
    const headers = new Headers(init.headers)
    for (const [name, value] of proof) headers.set(name, value)
    return fetch(url, { ...init, headers })
  }
}
