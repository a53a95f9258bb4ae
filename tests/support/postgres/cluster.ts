/**
 * A PostgreSQL of the tests' own: a temporary folder, a socket in it, no network, nothing synced. Gone when they end.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { postgresPrograms } from './programs'

/** PostgreSQL, and what serves it, runs as nobody important: root is refused. */
export function runAs(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string, user: string): number =>
    Number(execFileSync('id', [flag, user], { encoding: 'utf8' }).trim())
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', user), gid: idOf('-g', user) }
    } catch {
      // The next one.
    }
  }
  throw new Error('No user to run PostgreSQL as')
}

export interface Cluster {
  /** Folder of its socket. */
  socket: string
  /** Process id of the server. */
  pid: number
  /** Ends it as a crash does (immediate mode), and begins it again on the same data. */
  crash(): Promise<void>
  stop(): Promise<void>
}

export const urlOf = (socket: string, database: string): string =>
  `postgres://turno@localhost/${database}?host=${encodeURIComponent(socket)}`

async function answers(socket: string): Promise<boolean> {
  const client = new Client({ connectionString: urlOf(socket, 'postgres') })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * @param kept a folder that stays when it ends, with its databases, and may hold them already; a new one without it.
 * @param more settings in place of the tests'.
 * @throws Error when there is no PostgreSQL here or it does not start.
 */
export async function startCluster(
  kept: string | null = null,
  more: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  const bin = postgresPrograms()
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'turno-pg-'))
  const who = runAs()
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid)
  const data = join(folder, 'data')
  if (!existsSync(join(data, 'PG_VERSION')))
    execFileSync(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'turno', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
      { ...who, stdio: 'pipe', cwd: folder },
    )
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '400',
    shared_buffers: '64MB',
    autovacuum: 'off',
    ...more,
  }
  let said = ''
  let server: ChildProcess
  let ended: Promise<void>
  const begin = async (): Promise<void> => {
    const begun = spawn(
      join(bin, 'postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      // Under faketime its own time limits would not fire.
      { ...who, stdio: ['ignore', 'ignore', 'pipe'], cwd: folder, env: { ...process.env, LD_PRELOAD: '' } },
    )
    server = begun
    begun.stderr.on('data', (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-4_000)
      // TURNO_TEST_POSTGRES_LOG: a file for what the database says, which names every statement that failed.
      if (process.env.TURNO_TEST_POSTGRES_LOG) appendFileSync(process.env.TURNO_TEST_POSTGRES_LOG, chunk)
    })
    ended = new Promise<void>(resolve => begun.once('exit', () => resolve()))
    for (let tries = 0; tries < 600 && begun.exitCode === null; tries++) {
      if (await answers(folder)) return
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    throw new Error(`PostgreSQL did not start: ${said}`)
  }
  // Whatever ends this process ends the server.
  const kill = (): void => void server.kill('SIGQUIT')
  process.once('exit', kill)
  const stop = async (): Promise<void> => {
    process.off('exit', kill)
    server.kill('SIGINT')
    await ended
    if (kept === null) rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    await begin()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    socket: folder,
    get pid() {
      return server.pid ?? 0
    },
    async crash() {
      kill()
      await ended
      await begin()
    },
    stop,
  }
}

/** Runs statements as the owner of everything. @returns the rows of the last one. */
export async function inCluster(
  socket: string,
  statements: readonly string[],
  database = 'postgres',
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: urlOf(socket, database) })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
