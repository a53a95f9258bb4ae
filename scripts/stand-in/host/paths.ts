import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'

const chosen = new Map<string, string>()
let appName: string | null = null

function manifest(): { name: string; productName?: string; version: string; folder: string } {
  let folder = dirname(resolve(process.argv[1] ?? '.'))
  for (;;) {
    try {
      const parsed = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      return { ...parsed, folder }
    } catch {
      const up = dirname(folder)
      if (up === folder) return { name: 'Electron', version: '0.0.0', folder: process.cwd() }
      folder = up
    }
  }
}

const { name, productName, version, folder } = manifest()

/** The nearest package.json above the main script: what Electron takes name, version and path from. */
export const appFacts = {
  version,
  folder,
  get name(): string {
    return appName ?? productName ?? name
  },
  set name(value: string) {
    appName = value
  },
}

function appData(): string {
  if (process.platform === 'win32') return process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  return process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config')
}

function defaultPath(which: string): string {
  switch (which) {
    case 'home':
      return homedir()
    case 'appData':
      return appData()
    case 'userData':
      return join(pathOf('appData'), appFacts.name)
    case 'sessionData':
      return pathOf('userData')
    case 'temp':
      return tmpdir()
    case 'exe':
      return process.execPath
    case 'module':
      return process.execPath
    case 'logs':
      return process.platform === 'darwin'
        ? join(homedir(), 'Library', 'Logs', appFacts.name)
        : join(pathOf('userData'), 'logs')
    case 'crashDumps':
      return join(pathOf('userData'), 'Crashpad')
    case 'downloads':
      return process.env.TURNO_STAND_IN_DOWNLOADS ?? join(homedir(), 'Downloads')
    case 'desktop':
    case 'documents':
    case 'music':
    case 'pictures':
    case 'videos':
      return join(homedir(), which[0]?.toUpperCase() + which.slice(1))
    default:
      throw new Error(`Failed to get '${which}' path`)
  }
}

/** Electron's app.getPath. Throws on a name Electron does not know. */
export function pathOf(which: string): string {
  return chosen.get(which) ?? defaultPath(which)
}

/** Electron's app.setPath. Throws on a folder that does not exist, as Electron does. */
export function setPath(which: string, path: string): void {
  defaultPath(which)
  if (!isAbsolute(path)) throw new Error('Path must be absolute')
  if (!existsSync(path)) throw new Error(`Failed to set path: ${path} does not exist`)
  chosen.set(which, path)
}

/** A file of the stand-in itself in the user's data folder; the folder exists afterwards. */
export function ownFile(file: string): string {
  mkdirSync(pathOf('userData'), { recursive: true })
  return join(pathOf('userData'), file)
}
