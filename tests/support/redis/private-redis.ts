/** A Redis of the tests' own: a temporary folder, a free port of this machine with a password, nothing kept. Gone when they end. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createClient } from '@redis/client'

/** Where redis-server is; null when it is not installed. */
const installed = (): string | null =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map(folder => join(folder, 'redis-server'))
    .find(program => statSync(program, { throwIfNoEntry: false })?.isFile()) ?? null

/** Below the project's root, where commands run: this file may itself be part of what was bundled, and lie somewhere else. */
const DOUBLE = join(process.cwd(), 'tests/support/redis/redis-double.mjs')
/** The program and its first arguments: Redis where it is installed, else the double that speaks as it does. */
const program = (): readonly [string, ...string[]] => {
  const real = installed()
  return real ? [real] : [process.execPath, DOUBLE]
}

export interface PrivateRedis {
  /** What REDIS_URL would be. */
  url: string
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Begins again at the same address, with nothing in it. */
  start(): Promise<void>
  /** Lets it take no more commands, and go on (SIGSTOP, SIGCONT). */
  freeze(frozen: boolean): void
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

/** @throws Error when it does not start. */
export async function startRedis(): Promise<PrivateRedis> {
  const [run, ...first] = program()
  const folder = mkdtempSync(join(tmpdir(), 'turno-redis-'))
  const port = await freePort()
  const password = 'of-the-tests'
  const url = `redis://:${password}@127.0.0.1:${port}`
  let child: ChildProcess | null = null
  const end = (): void => void child?.kill('SIGKILL')
  process.once('exit', end)

  const kill = async (): Promise<void> => {
    const dying = child
    child = null
    if (!dying || dying.exitCode !== null || dying.signalCode !== null) return
    const gone = new Promise(resolve => dying.once('exit', resolve))
    dying.kill('SIGKILL')
    await gone
  }
  const answers = async (): Promise<boolean> => {
    const client = createClient({ url, RESP: 2, socket: { reconnectStrategy: false } })
    client.on('error', () => {})
    try {
      await client.connect()
      return true
    } catch {
      return false
    } finally {
      if (client.isOpen) client.destroy()
    }
  }
  const start = async (): Promise<void> => {
    await kill()
    let said = ''
    const server = spawn(
      run,
      [
        ...first,
        ...['--port', String(port), '--bind', '127.0.0.1', '--requirepass', password],
        ...['--save', '', '--appendonly', 'no'],
      ],
      { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    child = server
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk: Buffer) => {
        said = `${said}${chunk}`.slice(-4_000)
      })
    for (let tries = 0; tries < 600 && server.exitCode === null; tries++) {
      if (await answers()) return
      await new Promise(resolve => setTimeout(resolve, 25))
    }
    throw new Error(`Redis did not start: ${said}`)
  }
  const stop = async (): Promise<void> => {
    process.off('exit', end)
    await kill()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    kill,
    start,
    stop,
    freeze: frozen => void child?.kill(frozen ? 'SIGSTOP' : 'SIGCONT'),
  }
}
