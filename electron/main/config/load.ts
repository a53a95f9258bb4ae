/** Finds and reads the configuration; the rules are in `config.ts`. */
import { readFileSync } from 'node:fs'
import { ConfigError, lockedIf, type ServerConfig, serverFromFile, serverFromUrl } from './config'

export interface ConfigPlaces {
  /** TURNO_SERVER_URL: beats every file. */
  serverUrl: string | undefined
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
 * The configured server: environment, then the named file, then the user's file, then the shipped file.
 * @throws ConfigError when the deciding place is missing or broken; a broken file never falls through to the next.
 */
export function loadConfig(places: ConfigPlaces): ServerConfig {
  return lockedIf(places.lockServer === true, serverIn(places))
}

function serverIn(places: ConfigPlaces): ServerConfig {
  if (places.serverUrl?.trim()) return serverFromUrl(places.serverUrl, 'TURNO_SERVER_URL')
  if (places.explicitFile) return serverFromFile(read(places.explicitFile), places.explicitFile)
  try {
    return serverFromFile(read(places.userFile), places.userFile)
  } catch (error) {
    if (!(error instanceof ConfigError) || error.reason !== 'missing') throw error
  }
  return serverFromFile(read(places.shippedFile), places.shippedFile)
}
