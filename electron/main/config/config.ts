/**
 * Which server Turno talks to. Pure rules; reading files is in `load.ts`.
 *
 * A configuration is either a full URL, or protocol, host, port and path (default path /api; local default http,
 * localhost, 8080). Nothing configured means that the person at the computer chooses, in the first window: the demo, a
 * company of their own here, or a server. A file that exists but cannot be understood is an error: guessing would
 * connect agents to the wrong place.
 */
import { z } from 'zod'
import { DEMO_KEY, OWN_KEY, UNCHOSEN_KEY } from '../../../src/contract'

const DEFAULT_API_PATH = '/api'
const LOCAL_DEFAULT = { protocol: 'http', host: 'localhost', port: 8080 } as const

/** The two workspaces of this computer. Each has its folder and its process; they never share a file. */
export const WORKSPACES = ['demo', 'own'] as const
export type WorkspaceName = (typeof WORKSPACES)[number]

/**
 * `none`: nothing was chosen yet. `embedded` starts a workspace of this computer; `remote` names the API base and the
 * origin of sockets and media. `pathAssumed`: a URL without a path, where the default path was assumed and some legacy
 * servers have none.
 */
export type ServerConfig =
  | { kind: 'none'; locked?: true }
  | { kind: 'embedded'; workspace: WorkspaceName; locked?: true }
  | { kind: 'remote'; api: URL; origin: URL; label: string; pathAssumed: boolean; locked?: true }

/** The same server, and whether people may choose another one. */
export const lockedIf = (locked: boolean, config: ServerConfig): ServerConfig =>
  locked ? { ...config, locked: true } : config

/** Names a server: what is kept for it on this computer hangs on this. */
export function keyOf(config: ServerConfig): string {
  if (config.kind === 'none') return UNCHOSEN_KEY
  if (config.kind === 'embedded') return config.workspace === 'demo' ? DEMO_KEY : OWN_KEY
  return config.api.href
}

/** The workspace of this computer that a key names; null for every other key. */
export function workspaceAt(key: string): ServerConfig | null {
  if (key === DEMO_KEY) return { kind: 'embedded', workspace: 'demo' }
  return key === OWN_KEY ? { kind: 'embedded', workspace: 'own' } : null
}

/** A configuration that cannot be used. `detail` names the member, in English, for the dialog and the log. */
export class ConfigError extends Error {
  constructor(
    readonly reason: 'missing' | 'unreadable' | 'notJson' | 'invalid',
    readonly source: string,
    readonly detail: string,
  ) {
    super(`${source}: ${reason} (${detail})`)
    this.name = 'ConfigError'
  }
}

const host = z
  .string()
  .trim()
  .regex(/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/i, 'not a host name')
const parts = z
  .object({
    protocol: z
      .string()
      .transform(p => p.replace(/:(\/\/)?$/, '').toLowerCase())
      .pipe(z.enum(['http', 'https']))
      .optional(),
    host: host.optional(),
    port: z
      .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
      .pipe(z.number().int().min(1).max(65_535))
      .optional(),
    path: z
      .string()
      .trim()
      .regex(/^\/?[\w./~-]*$/, 'not a path')
      .optional(),
  })
  .strict()

/** Members of config.json. `server: null` or an empty object name no server. */
const configFile = z.object({
  server: z.union([z.null(), z.string(), z.object({ url: z.string() }).strict(), parts]).optional(),
  /** A workspace of this computer, without asking; only where no server is named. */
  workspace: z.enum(WORKSPACES).optional(),
  /** True: nobody may choose another server on this computer. */
  lockServer: z.boolean().optional(),
  /** Read by electron/main/updates/settings.ts. */
  updates: z.unknown().optional(),
  /** Read by electron/main/copilot/policy.ts. */
  copilot: z.unknown().optional(),
  /** Read by electron/main/pairing/registry.ts. */
  registry: z.unknown().optional(),
})
type ConfigFile = z.output<typeof configFile>

function tidyPath(path: string): string {
  const inner = path.split('/').filter(Boolean).join('/')
  return inner ? `/${inner}` : ''
}

/** @param api base of the API, with a trailing slash. */
export function serverAt(api: URL, pathAssumed = false): Extract<ServerConfig, { kind: 'remote' }> {
  return { kind: 'remote', api, origin: new URL(api.origin), label: api.host, pathAssumed }
}

/**
 * A full URL as configured by a person: an origin without a path gets the default one.
 * @throws ConfigError when it is no http(s) address, or carries credentials, a query or a fragment.
 */
export function serverFromUrl(text: string, source: string): ServerConfig {
  const trimmed = text.trim()
  if (!URL.canParse(trimmed)) throw new ConfigError('invalid', source, `"${trimmed}" is not a URL`)
  const url = new URL(trimmed)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ConfigError('invalid', source, `${url.protocol} is neither http: nor https:`)
  }
  if (url.username || url.password)
    throw new ConfigError('invalid', source, 'the URL carries a user or password')
  if (url.search || url.hash) throw new ConfigError('invalid', source, 'the URL carries a query or fragment')
  const path = tidyPath(url.pathname)
  return serverAt(new URL(`${path || DEFAULT_API_PATH}/`, url.origin), path === '')
}

/**
 * The server one configuration file names.
 * @param source path of the file, for messages.
 * @throws ConfigError when a member is wrong.
 */
export function serverFromFile(raw: unknown, source: string): ServerConfig {
  const parsed = configFile.safeParse(raw)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(
      'invalid',
      source,
      `${issue?.path.join('.') || 'file'}: ${issue?.message ?? 'refused'}`,
    )
  }
  return lockedIf(parsed.data.lockServer === true, serverOfFile(parsed.data, source))
}

function serverOfFile({ server, workspace }: ConfigFile, source: string): ServerConfig {
  const unnamed: ServerConfig = workspace ? { kind: 'embedded', workspace } : { kind: 'none' }
  if (server === undefined || server === null || server === '') return unnamed
  const named = remoteOf(server, source)
  if (named === null) return unnamed
  if (workspace)
    throw new ConfigError('invalid', source, 'workspace: server names another place, so leave one out')
  return named
}

function remoteOf(server: NonNullable<ConfigFile['server']>, source: string): ServerConfig | null {
  if (typeof server === 'string') return serverFromUrl(server, source)
  if ('url' in server) return serverFromUrl(server.url, source)
  if (Object.values(server).every(v => v === undefined)) return null
  const protocol = server.protocol ?? LOCAL_DEFAULT.protocol
  const name = server.host ?? LOCAL_DEFAULT.host
  // The default port 8080 belongs to the local default; a named host listens on its protocol's own port.
  const port = server.port ?? (server.host === undefined ? LOCAL_DEFAULT.port : undefined)
  const path = server.path === undefined ? DEFAULT_API_PATH : tidyPath(server.path)
  return serverAt(new URL(`${protocol}://${name}${port === undefined ? '' : `:${port}`}${path}/`))
}
