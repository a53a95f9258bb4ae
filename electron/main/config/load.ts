/** Finds and reads the configuration; the rules are in `config.ts`. */
import { readFileSync } from 'node:fs'
import { ConfigError, lockedIf, type ServerConfig, serverFromFile, serverFromUrl, WORKSPACES } from './config'

export interface ConfigPlaces {
  /** What an administrator sets for everybody on this computer; before everything else where it exists. */
  policyFile?: string
  /** TURNO_SERVER_URL: beats every file. */
  serverUrl: string | undefined
  /** TURNO_WORKSPACE: `demo` or `own`, a workspace of this computer without asking; after TURNO_SERVER_URL. */
  workspace?: string | undefined
  /** TURNO_SERVER_LOCK: nobody may choose another server than the one found here. */
  lockServer?: boolean
  /** TURNO_CONFIG: a file that must exist when named. */
  explicitFile: string | undefined
  /** config.json in the user-data folder: overrides the shipped one when it exists. */
  userFile: string
  /** The file shipped in resources; its absence means a damaged installation. */
  shippedFile: string
}

function read(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new ConfigError(missing ? 'missing' : 'unreadable', path, String((error as Error).message))
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new ConfigError('notJson', path, (error as Error).message)
  }
}

/**
 * The configured server: the machine's policy, environment, then the named file, then the user's file, then the shipped file.
 * @throws ConfigError when the deciding place is missing or broken; a broken file never falls through to the next.
 */
export function loadConfig(places: ConfigPlaces): ServerConfig {
  const policy = policyOf(places)
  if (policy?.named) return policy.config
  return lockedIf(places.lockServer === true || policy?.config.locked === true, serverIn(places))
}

/** The machine's policy; it may name the server, or only say that nobody chooses another. Null without one. */
function policyOf({ policyFile }: ConfigPlaces): { config: ServerConfig; named: boolean } | null {
  if (!policyFile) return null
  let raw: unknown
  try {
    raw = read(policyFile)
  } catch (error) {
    if (error instanceof ConfigError && error.reason === 'missing') return null
    throw error
  }
  const named = typeof raw === 'object' && raw !== null && ('server' in raw || 'workspace' in raw)
  return { config: serverFromFile(raw, policyFile), named }
}

function serverIn(places: ConfigPlaces): ServerConfig {
  if (places.serverUrl?.trim()) return serverFromUrl(places.serverUrl, 'TURNO_SERVER_URL')
  const wanted = places.workspace?.trim()
  if (wanted) {
    const workspace = WORKSPACES.find(name => name === wanted)
    if (!workspace) throw new ConfigError('invalid', 'TURNO_WORKSPACE', `"${wanted}" is neither demo nor own`)
    return { kind: 'embedded', workspace }
  }
  if (places.explicitFile) return serverFromFile(read(places.explicitFile), places.explicitFile)
  try {
    return serverFromFile(read(places.userFile), places.userFile)
  } catch (error) {
    if (!(error instanceof ConfigError) || error.reason !== 'missing') throw error
  }
  return serverFromFile(read(places.shippedFile), places.shippedFile)
}

/**
 * A member that another room understands, from the first readable configuration file that has it; the files themselves are
 * checked when the server is looked for.
 * @returns null where none has it.
 */
export function readMember(
  places: Pick<ConfigPlaces, 'policyFile' | 'explicitFile' | 'userFile' | 'shippedFile'>,
  name: string,
): { source: string; value: unknown } | null {
  for (const source of [places.policyFile, places.explicitFile, places.userFile, places.shippedFile]) {
    if (!source) continue
    try {
      const raw = read(source)
      if (typeof raw === 'object' && raw !== null && name in raw)
        return { source, value: (raw as Record<string, unknown>)[name] }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
    }
  }
  return null
}
