/**
 * Stops a package that could not start: the database's native module has to be there for the very system and processor
 * that is packed for, and npm installs only that of this machine. Where libsql publishes none, the program opens its
 * files with the SQLite that is built into Electron's Node (electron/database/open.ts), and that is said.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** electron-builder's numbers of processors. */
const PROCESSORS = ['ia32', 'x64', 'armv7l', 'arm64', 'universal']
const SUFFIX = { linux: '-gnu', darwin: '', win32: '-msvc' }
/** Systems libsql publishes no native module for. */
const WITHOUT_LIBSQL = ['@libsql/win32-arm64-msvc']

/** Name of libsql's native package. @param {string} system as in process.platform */
export const nativePackage = (system, processor) => `@libsql/${system}-${processor}${SUFFIX[system] ?? ''}`

/**
 * @param {{ electronPlatformName: string, arch: number, packager: { projectDir: string } }} context
 * @returns which SQLite the packed program will stand on.
 * @throws Error naming the package to install first.
 */
export async function beforePack({ electronPlatformName, arch, packager }) {
  const name = nativePackage(electronPlatformName, PROCESSORS[arch])
  if (existsSync(join(packager.projectDir, 'node_modules', name))) return 'libsql'
  if (WITHOUT_LIBSQL.includes(name)) {
    console.log(
      `${name} does not exist: this program stands on the SQLite that is built into Electron's Node`,
    )
    return 'node'
  }
  throw new Error(
    `${name} is not installed: package on that system, or first run ` +
      `npm install --no-save --force --cpu ${PROCESSORS[arch]} ${name}`,
  )
}

export default beforePack
