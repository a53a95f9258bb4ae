/** The servers this computer knows besides the configured one: a small file. */
import { z } from 'zod'
import type { Log } from '../log/log'
import type { OpenStore } from '../settings/settings'
import { openSmallFile } from '../settings/small-file'

/** Servers remembered; the one unused for longest goes first. */
const MOST = 12

const known = z.object({
  /** Address of the API, with a trailing slash. */
  address: z.url({ protocol: /^https?$/ }),
  version: z.string().max(100).nullable(),
  /** ISO-8601 instant. */
  usedAt: z.string(),
})
type KnownServer = z.output<typeof known>

const file = z.object({
  version: z.literal(1),
  servers: z.array(known).max(100),
  /** The chosen server, and what was configured when it was chosen: a new configuration counts for more. */
  choice: z.object({ key: z.string(), configured: z.string() }).nullable(),
})
type File = z.output<typeof file>

export interface KnownServers {
  list(): readonly KnownServer[]
  choice(): File['choice']
  /** Takes note of a server that was used just now. */
  remember(address: string, version: string | null): void
  forget(address: string): void
  choose(choice: File['choice']): void
}

/** @param path file; unreadable content is reported and replaced by the next write. */
export function openKnownServers(
  path: string,
  open: OpenStore,
  log: Log,
  now: () => Date = () => new Date(),
): KnownServers {
  const kept = openSmallFile({
    path,
    schema: file,
    fallback: { version: 1, servers: [], choice: null },
    open,
    log,
  })
  const write = (change: Partial<File>): void => kept.write({ ...kept.content(), ...change })
  return {
    list: () => kept.content().servers,
    choice: () => kept.content().choice,
    remember(address, version) {
      const others = kept.content().servers.filter(server => server.address !== address)
      write({ servers: [{ address, version, usedAt: now().toISOString() }, ...others].slice(0, MOST) })
    },
    forget(address) {
      write({ servers: kept.content().servers.filter(server => server.address !== address) })
    },
    choose: choice => write({ choice }),
  }
}
