import { type ChildProcess, fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { atExit } from './app'
import { happened, say } from './bus'
import { standInFolder, withoutSecrets } from './environment'
import { requireReady } from './ready'
import { refusing } from './refusing'

interface ForkOptions {
  env?: NodeJS.ProcessEnv
  execArgv?: string[]
  cwd?: string
  stdio?: 'pipe' | 'ignore' | 'inherit' | ('pipe' | 'ignore' | 'inherit')[]
  serviceName?: string
  allowLoadingUnsignedLibraries?: boolean
  respondToAuthRequestsFromMainProcess?: boolean
  disclaim?: boolean
}

const children = new Set<UtilityProcessHost>()

/** Electron's UtilityProcess: a Node child whose `process.parentPort` is made by utility.js. */
class UtilityProcessHost extends EventEmitter {
  private readonly child: ChildProcess
  private alive = true
  private readonly env: NodeJS.ProcessEnv

  constructor(
    modulePath: string,
    args: string[],
    options: ForkOptions,
    readonly serviceName: string,
  ) {
    super()
    const [input = 'ignore', output = 'inherit', errors = 'inherit'] = Array.isArray(options.stdio)
      ? options.stdio
      : ['ignore' as const, options.stdio ?? 'inherit', options.stdio ?? 'inherit']
    const shim = pathToFileURL(join(standInFolder, 'utility.js')).href
    this.env = withoutSecrets(options.env ?? process.env)
    this.child = fork(modulePath, args, {
      cwd: options.cwd,
      env: this.env,
      // Its own arguments, and how main's Node is to run: main's --import would make the child a second main.
      execArgv: [
        ...process.execArgv.filter(argument => argument.startsWith('--no-')),
        ...(options.execArgv ?? []),
        '--import',
        shim,
      ],
      stdio: [input, output, errors, 'ipc'],
      serialization: 'advanced',
    })
    this.child.once('spawn', () => this.emit('spawn'))
    this.child.on('message', message => this.emit('message', message))
    this.child.once('error', error => this.emit('error', 'FatalError', modulePath, String(error)))
    this.child.once('exit', (code, signal) => {
      this.alive = false
      children.delete(this)
      happened('utility-exit', { serviceName, code, signal })
      this.emit('exit', code ?? 1)
    })
  }

  get pid(): number | undefined {
    return this.alive ? this.child.pid : undefined
  }

  get stdout() {
    return this.child.stdout
  }

  get stderr() {
    return this.child.stderr
  }

  postMessage(message: unknown, transfer?: unknown[]): void {
    if (transfer?.length) throw new Error('The stand-in does not transfer MessagePorts')
    if (!this.alive) return
    this.child.send(message as object, error => {
      if (error) say(`message to ${this.serviceName} lost: ${error.message}`)
    })
  }

  kill(): boolean {
    return this.alive && this.child.kill()
  }

  /** At the end of main, without waiting. */
  killNow(): void {
    this.child.kill('SIGKILL')
  }

  snapshot = () => ({ pid: this.pid ?? null, serviceName: this.serviceName, env: this.env })
}

export const utilityProcess = refusing('utilityProcess', {
  fork(modulePath: string, args: string[] = [], options: ForkOptions = {}) {
    requireReady('utilityProcess')
    const name = options.serviceName ?? 'Node Utility Process'
    const child = refusing('UtilityProcess', new UtilityProcessHost(modulePath, args, options, name))
    children.add(child)
    return child
  },
})

/** Children alive now, for tests that kill the embedded server. */
export const utilityList = () => [...children]

// Electron ends its utility processes with itself.
atExit.push(() => {
  for (const child of children) child.killNow()
})
