/** The servers this computer knows besides the configured one: a small file. */
import { z } from 'zod'
import { type ServerConfig, serverAt } from '../config/config'
import type { Log } from '../log/log'
import type { OpenStore } from '../settings/settings'
import { openSmallFile } from '../settings/small-file'

/** Servers remembered; the one unused for longest goes first. */
const MOST = 12

const nearEntry = z.object({
  fingerprint: z.string(),
  key: z.string(),
  /** Host and port, where it was last first. */
  places: z.array(z.string()).max(30),
  company: z.string(),
})
export type NearEntry = z.output<typeof nearEntry>

const known = z.object({
  /** Address of the API, with a trailing slash. */
  address: z.url({ protocol: /^https?$/ }),
  version: z.string().max(100).nullable(),
  /** ISO-8601 instant. */
  usedAt: z.string(),
  /** A computer of this network (network/near.ts); its key lets nobody in who cannot sign in. */
  near: nearEntry.optional(),
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
  /** Takes note of a server that was used just now; what was known of a computer of this network stays unless it is given anew. */
  remember(address: string, version: string | null, near?: NearEntry): void
  /** A computer of this network, by the name its address has (contract/local-network). */
  nearAt(host: string): NearEntry | null
  /** It was found at a place: there it is looked for first from now on. */
  foundAt(host: string, place: string): void
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
  const at = (host: string) =>
    kept.content().servers.find(({ address, near }) => near && new URL(address).hostname === host)
  return {
    list: () => kept.content().servers,
    choice: () => kept.content().choice,
    remember(address, version, given) {
      const { servers } = kept.content()
      const others = servers.filter(server => server.address !== address)
      const near = given ?? servers.find(server => server.address === address)?.near
      const entry = { address, version, usedAt: now().toISOString(), ...(near ? { near } : {}) }
      write({ servers: [entry, ...others].slice(0, MOST) })
    },
    nearAt: host => at(host)?.near ?? null,
    foundAt(host, place) {
      const found = at(host)
      if (!found?.near) return
      const places = [place, ...found.near.places.filter(other => other !== place)]
      const moved = { ...found, near: { ...found.near, places: places.slice(0, 30) } }
      write({ servers: kept.content().servers.map(server => (server === found ? moved : server)) })
    },
    forget(address) {
      write({ servers: kept.content().servers.filter(server => server.address !== address) })
    },
    choose: choice => write({ choice }),
  }
}

/** A known server as one that can be used; a computer of this network is called like its company. */
export function configOf({
  address,
  near,
}: Pick<KnownServer, 'address'> & { near?: NearEntry | undefined }): ServerConfig {
  const config = serverAt(new URL(address))
  return near ? { ...config, label: near.company } : config
}
