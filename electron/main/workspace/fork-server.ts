/** Starts the embedded server's program (what it reads: electron/server/options.ts). */
import { join } from 'node:path'
import { app, utilityProcess } from 'electron'
import { componentFolder } from '../../pairing/installed'
import type { WorkspaceName } from '../config/config'
import type { Environment } from '../environment'
import { compiledFolder } from './compiled'
import type { Child } from './workspace'

/**
 * What the server needs of the surroundings: where the system and its temporary files are, the language and the time
 * zone, and Turno's own words. Whatever else somebody's session carries (cloud keys, tokens) stays here.
 */
const PASSED_ON =
  /^(?:PATH|HOME|USER|USERPROFILE|TZ|LANG|LANGUAGE|LC_[A-Z]+|TMPDIR|TEMP|TMP|SYSTEMROOT|WINDIR|SYSTEMDRIVE|COMSPEC|APPDATA|LOCALAPPDATA|TURNO_TRAFFIC|TURNO_ARRIVALS_MS|TURNO_GRAPH_URL)$/i

/** The part of an environment that the server is given. */
export function serverEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => PASSED_ON.test(name)))
}

/**
 * What glibc freed and keeps: by itself a part for each thread, some 15 MB of a server whose work is done by one, and, after the
 * first large piece (a password's hash takes 32 MB), large ones as well. From 32 kB on, which V8 takes to compile, a piece is the system's
 * own and goes back at once: left among small ones it held 4 MB. Read where the process has that allocator; Electron's own keeps no such
 * parts.
 */
const GLIBC = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '32768' }

/** Where a workspace of this computer lies. The demo has the older name; a company's own data is never beside it. */
export const workspaceFolder = (dataDir: string, workspace: WorkspaceName): string =>
  join(dataDir, workspace === 'demo' ? 'workspace' : 'company')

/**
 * @param workspace which of this computer's two.
 * @param on.port 0 for any free one; the server listens on loopback only.
 * @param on.key without it the server answers nobody.
 * @param on.restore day of the copy that takes the place of the workspace first; null: none.
 */
export function forkServer(
  env: Environment,
  workspace: WorkspaceName,
  on: { port: number; key: string; restore: string | null },
): Child {
  const compiled = compiledFolder(env.dataDir, app.getVersion())
  const folder = workspaceFolder(env.dataDir, workspace)
  const child = utilityProcess.fork(join(env.root, 'out/server/index.js'), [], {
    serviceName: 'Turno workspace',
    env: {
      ...serverEnvironment(process.env),
      TURNO_DATA: folder,
      TURNO_DEMO: workspace === 'demo' ? '1' : '0',
      TURNO_KEY: on.key,
      HOST: '127.0.0.1',
      PORT: String(on.port),
      ...(on.restore ? { TURNO_RESTORE: on.restore } : {}),
      // The numbers of the demo are simulated, all of them.
      ...(workspace === 'own' ? { TURNO_PAIRING: componentFolder(folder) } : {}),
      ...(compiled ? { TURNO_COMPILED: compiled } : {}),
      ...GLIBC,
    },
    stdio: 'ignore',
  })
  return {
    onMessage: listener => void child.on('message', listener),
    onExit: listener => void child.on('exit', listener),
    postMessage: message => child.postMessage(message),
    kill: () => child.kill(),
  }
}
