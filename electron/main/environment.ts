/** What the surroundings say: paths, environment variables, host. Read once, here. */
import { mkdirSync } from 'node:fs'
import { join, resolve, win32 } from 'node:path'
import type { AppInfo } from '../../src/contract'

export interface Environment {
  /** Folder of everything Turno keeps; TURNO_DATA, else Electron's own choice. */
  dataDir: string
  /** Root of the built code: holds out/. */
  root: string
  /** Folder with config.json, icons and sounds. */
  resources: string
  host: AppInfo['host']
  devServer: string | null
  /** TURNO_REGISTRY: where the component that pairs numbers is fetched; before any file. */
  registry: string | undefined
  /** TURNO_NPM_REGISTRY: where npm takes packages from, by whoever started this from source; after every file. */
  npmRegistry: string | undefined
  /** Another list of what it consists of than the built one: only of a run from source, for tests. */
  pairingList: string | undefined
  /** A run from source: the log goes to the terminal too. */
  fromSource: boolean
  configPlaces: {
    policyFile: string
    serverUrl: string | undefined
    workspace: string | undefined
    lockServer?: boolean
    explicitFile: string | undefined
    userFile: string
    shippedFile: string
  }
}

export interface AppPaths {
  isPackaged: boolean
  getPath(name: 'userData'): string
  setPath(name: 'userData' | 'sessionData', path: string): void
  getAppPath(): string
}

/**
 * Where an administrator sets what holds for everybody on this computer: a folder only administrators write to. On Windows not
 * below %ProgramData%, where any user may make a folder and then owns it, and not beside the program, whose folder an
 * update clears. Pure.
 */
export function policyFile(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'win32') {
    // A program for another processor is given another folder under the plain name.
    const common = env.CommonProgramW6432 || env.CommonProgramFiles || 'C:\\Program Files\\Common Files'
    return win32.join(common, 'Turno', 'policy.json')
  }
  return platform === 'darwin' ? '/Library/Application Support/Turno/policy.json' : '/etc/turno/policy.json'
}

/**
 * @param app Electron's app; its user-data folder is moved when TURNO_DATA is set, which must happen before the
 *   single-instance lock is taken because the lock lives there.
 */
export function readEnvironment(
  app: AppPaths,
  env: NodeJS.ProcessEnv,
  versions: NodeJS.ProcessVersions,
): Environment {
  if (env.TURNO_DATA) {
    const dataDir = resolve(env.TURNO_DATA)
    const browser = join(dataDir, 'browser')
    // Electron takes no folder that is not there.
    mkdirSync(browser, { recursive: true, mode: 0o700 })
    app.setPath('userData', dataDir)
    app.setPath('sessionData', browser)
  }
  const dataDir = app.getPath('userData')
  const root = app.getAppPath()
  const resources = app.isPackaged ? process.resourcesPath : join(root, 'resources')
  return {
    dataDir,
    root,
    resources,
    host: versions.electron ? 'electron' : 'stand-in',
    devServer: app.isPackaged ? null : (env.VITE_DEV_SERVER_URL ?? null),
    registry: env.TURNO_REGISTRY,
    npmRegistry: app.isPackaged ? undefined : env.TURNO_NPM_REGISTRY,
    pairingList: app.isPackaged ? undefined : env.TURNO_PAIRING_LIST,
    fromSource: !app.isPackaged,
    configPlaces: {
      policyFile: policyFile(process.platform, env),
      serverUrl: env.TURNO_SERVER_URL,
      workspace: env.TURNO_WORKSPACE,
      ...(env.TURNO_SERVER_LOCK === '1' ? { lockServer: true } : {}),
      explicitFile: env.TURNO_CONFIG ? resolve(env.TURNO_CONFIG) : undefined,
      userFile: join(dataDir, 'config.json'),
      shippedFile: join(resources, 'config.json'),
    },
  }
}
