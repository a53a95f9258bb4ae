/** Workspaces too large to be filled at each run. */
import { fork } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from '../../faults/lib/bundle.mjs'
import { atEnd, end, PASSWORD, serve } from './programs.mjs'

/**
 * A workspace that is filled once and kept in the system's folder for temporary files, and the process that fills it and runs PostgreSQL.
 * @param version of what is kept: another one fills anew.
 * @param of what it is filled with (lib/volume-workspace.ts).
 * @param email of its administrator.
 */
export async function largeWorkspace(name, version, engine, of, email) {
  const kept = join(tmpdir(), `turno-${name}-${version}-${engine}`)
  // The server closes its folder to others; PostgreSQL, which is run as another, lies beside it.
  const folder = join(kept, 'data')
  const done = join(kept, 'done')
  if (!existsSync(done)) rmSync(kept, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const program = await bundle('tests/bench/lib/volume-workspace.ts', 'bench-volume')
  const child = fork(program, [JSON.stringify({ kept, folder, engine, of })])
  atEnd(() => end(child))
  const said = () =>
    new Promise((heard, failed) => {
      child.once('message', heard)
      child.once('exit', code => failed(new Error(`the workspace's process ended (${code})`)))
    })
  const { url, pid } = await said()
  const env = {
    ...(url ? { DATABASE_URL: url } : {}),
    TURNO_ADMIN_PASSWORD: PASSWORD,
    TURNO_DEMO: '0',
  }
  if (!existsSync(done)) {
    const args = ['--company', 'Volume', '--admin', 'Administradora', '--email', email]
    const server = await serve(folder, args, env)
    await server.stop()
    child.send('fill')
    const { filled } = await said()
    process.stderr.write(`filled ${name} on ${engine} in ${filled} s\n`)
    mkdirSync(done)
  }
  /** The same with a database of its own, on PostgreSQL. */
  const copied = async () => {
    child.send('copy')
    return { ...env, DATABASE_URL: (await said()).url }
  }
  return { folder, env, copied, database: pid }
}
