/** Starts the embedded server's program (electron/server/options.ts says what it reads). */
import { join } from 'node:path'
import { utilityProcess } from 'electron'
import type { Environment } from '../environment'
import type { Child } from './workspace'

/** @param port 0 for any free one; the server listens on loopback only. */
export function forkServer(env: Environment, port: number): Child {
  const child = utilityProcess.fork(join(env.root, 'out/server/index.js'), [], {
    serviceName: 'Turno workspace',
    env: {
      ...process.env,
      TURNO_DATA: join(env.dataDir, 'workspace'),
      HOST: '127.0.0.1',
      PORT: String(port),
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
