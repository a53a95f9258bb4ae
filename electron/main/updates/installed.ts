/** How this program was installed, and with it who brings new versions: Turno itself, or the administrator. */
import { accessSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { posix } from 'node:path'

/** Where the program runs from. */
export interface Installed {
  platform: NodeJS.Platform
  execPath: string
  env: NodeJS.ProcessEnv
  /** Names of what lies in a folder; empty when it cannot be read. */
  filesIn: (folder: string) => string[]
  /** Whether this person may change what lies in a folder, without an administrator's password. */
  mayChange: (folder: string) => boolean
}

/**
 * The AppImage this program runs from; null when it runs from none. A program started by another AppImage inherits that
 * one's variables, so the program must also lie in the folder the image is mounted at.
 */
export function ownAppImage(env: NodeJS.ProcessEnv, execPath: string): string | null {
  if (!env.APPIMAGE || !env.APPDIR) return null
  return execPath.startsWith(`${env.APPDIR.replace(/\/+$/, '')}/`) ? env.APPIMAGE : null
}

/**
 * Whether Turno may bring itself up to date: on macOS where the person may change the bundle and its folder (else the system
 * asks for an administrator's password in the middle of the work, and a program that runs from its disk image cannot be
 * replaced at all), from an AppImage in a folder of the person, and where NSIS installed it for one person. MSI, deb, rpm and what lies in a folder of the machine belong to the administrator: a second installer over
 * an MSI leaves two programs, and a package asks for a password that agents do not have. Pure, but for the ports.
 */
export function updatesItself({ platform, execPath, env, filesIn, mayChange }: Installed): boolean {
  if (platform === 'darwin') {
    const bundle = posix.resolve(posix.dirname(execPath), '../..')
    return mayChange(bundle) && mayChange(posix.dirname(bundle))
  }
  if (platform === 'win32') {
    const folder = execPath.slice(0, execPath.lastIndexOf('\\'))
    // What NSIS alone leaves beside the program.
    return filesIn(folder).some(name => /^uninstall .*\.exe$/i.test(name)) && mayChange(folder)
  }
  const image = ownAppImage(env, execPath)
  return image !== null && mayChange(posix.dirname(image))
}

/** The program that runs now, on the real system. */
export const installedHere = (): Installed => ({
  platform: process.platform,
  execPath: process.execPath,
  env: process.env,
  filesIn(folder) {
    try {
      return readdirSync(folder)
    } catch {
      return []
    }
  },
  mayChange(folder) {
    try {
      // Node's answer about rights is always yes on Windows: there a folder is made and taken away again.
      if (process.platform === 'win32') rmSync(mkdtempSync(`${folder}\\turno-`), { recursive: true })
      else accessSync(folder, constants.W_OK)
      return true
    } catch {
      return false
    }
  },
})
