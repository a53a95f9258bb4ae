/**
 * The address everybody in main asks, whichever server is in use. The embedded workspace is started when it is chosen
 * and stopped when it is left; a remote server is only asked.
 */
import { keyOf, type ServerConfig } from '../config/config'
import { MainError } from '../errors'
import type { ServerAddress } from '../session/address'

export interface Switchboard {
  address: ServerAddress
  config(): ServerConfig
  /** Puts another server in use; resolves when the one before has let go. */
  connect(config: ServerConfig): Promise<void>
  stop(): Promise<void>
}

/** A server in use: its address, and how it is let go. */
export interface Line {
  address: ServerAddress
  close(): Promise<void>
}

/** @param open makes the line to a server. */
export function createSwitchboard(first: ServerConfig, open: (config: ServerConfig) => Line): Switchboard {
  let config = first
  let line = open(first)
  return {
    config: () => config,
    async connect(next) {
      const before = line
      config = next
      line = open(next)
      await before.close()
    },
    stop: () => line.close(),
    address: {
      async resolve() {
        const asked = line
        const bases = await asked.address.resolve()
        if (asked !== line) throw new MainError('SERVER_UNREACHABLE', 'Another server is in use now')
        return bases
      },
      label: () => line.address.label(),
      proof: origin => line.address.proof(origin),
      get embedded() {
        return line.address.embedded
      },
      get key() {
        return keyOf(config)
      },
    },
  }
}
