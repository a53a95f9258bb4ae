/**
 * Carries a workspace over to the present version, and moves one from its file to PostgreSQL: every table, in one
 * transaction that is kept only when both sides hold the same rows. The file stays as it is then.
 */
import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Client } from '@libsql/client'
import { getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { openDatabase } from '../../../../database/open'
import { lockFolder } from '../../keeping/lock'
import { fileShape, migrate, migrateFile } from '../migrate'
import { migrations } from '../migrations'
import { articlePieces } from '../schema'
import { counters, NO_DATA } from './keys'
import { type Connection, type Connections, connections } from './postgres-connection'
import { dialect } from './postgres-dialect'
import { migratePostgres } from './postgres-migrate'
import { foreignKeys, SEARCH_INDEXES } from './postgres-schema'
import { insertRows } from './rows'
import { columnsOf, tables } from './tables'
import { storable } from './texts'

/** Not moved: marks of the file, and vectors, which are computed anew. */
const LEFT = new Set([...NO_DATA, getTableName(articlePieces)])

/** Rows of one statement. */
const PAGE = 2_000

const quoted = (name: string): string => `"${name}"`

export interface ImportedTable {
  table: string
  rows: number
  /** A checksum over all rows, in any order, the same on both sides. */
  checksum: string
}

/** Adds rows up to a sum that does not depend on their order. */
function checksum() {
  let sum = 0n
  let rows = 0
  return {
    add(row: readonly unknown[]): void {
      rows += 1
      const digest = createHash('sha256').update(JSON.stringify(row)).digest()
      sum = BigInt.asUintN(64, sum + digest.readBigUInt64BE())
    },
    value: () => ({ rows, checksum: sum.toString(16).padStart(16, '0') }),
  }
}

const plain = async (to: Connection, text: string): Promise<unknown[][]> =>
  (await to.query({ text, values: [], inArrays: true })).rows as unknown[][]

async function copyTable(from: Client, to: Connection, table: SQLiteTable) {
  const name = quoted(getTableName(table))
  const columns = columnsOf(table)
  const list = columns.map(column => quoted(column.name)).join(', ')
  const insert = insertRows(table, columns)
  const sum = checksum()
  const changed = { texts: 0 }
  for (let after = 0; ; ) {
    const { rows } = await from.execute({
      sql: `SELECT rowid, ${list} FROM ${name} WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE}`,
      args: [after],
    })
    const last = rows.at(-1)
    if (!last) break
    after = Number(last[0])
    const page = rows.map(row =>
      columns.map((_, at) => {
        const value = row[at + 1] ?? null
        const kept = storable(value)
        if (kept !== value) changed.texts += 1
        return kept
      }),
    )
    for (const row of page) sum.add(row)
    const { sql: text, params } = dialect.sqlToQuery(insert(page))
    await to.query({ text, values: params, inArrays: true })
  }
  return { ...sum.value(), changed: changed.texts }
}

/** Reads a table back as it is now in the database. */
async function sumOf(to: Connection, table: SQLiteTable) {
  const list = columnsOf(table)
    .map(column => quoted(column.name))
    .join(', ')
  const sum = checksum()
  await plain(to, `declare copied cursor for select ${list} from ${quoted(getTableName(table))}`)
  for (;;) {
    const rows = await plain(to, `fetch ${PAGE} from copied`)
    if (rows.length === 0) break
    for (const row of rows) sum.add(row)
  }
  await plain(to, 'close copied')
  return sum.value()
}

async function refuseUnlessEmpty(to: Connection): Promise<void> {
  for (const table of tables) {
    const name = getTableName(table)
    if (NO_DATA.has(name)) continue
    const [row] = await plain(to, `select exists (select 1 from ${quoted(name)})`)
    if (row?.[0] === 1)
      throw new Error(
        `The database is not empty (${name} holds rows): an import needs one without a workspace`,
      )
  }
}

/** Triggers and indexes that would slow down every row are created after all rows are there. */
async function withoutIndexes(to: Connection, work: () => Promise<void>): Promise<void> {
  const keys = await plain(
    to,
    `select conrelid::regclass::text, conname from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const [table, name] of keys) await plain(to, `alter table ${table} drop constraint "${name}"`)
  for (const name of Object.keys(SEARCH_INDEXES)) await plain(to, `drop index ${name}`)
  for (const table of ['messages', 'tickets']) await plain(to, `alter table ${table} disable trigger user`)
  await work()
  for (const table of ['messages', 'tickets']) await plain(to, `alter table ${table} enable trigger user`)
  for (const statement of [...Object.values(SEARCH_INDEXES), ...foreignKeys()]) await plain(to, statement)
}

async function moveAll(from: Client, to: Connections, say: (line: string) => void): Promise<ImportedTable[]> {
  return await to.transaction(async connection => {
    await refuseUnlessEmpty(connection)
    const moved: ImportedTable[] = []
    await withoutIndexes(connection, async () => {
      for (const table of tables) {
        const name = getTableName(table)
        if (LEFT.has(name)) continue
        const { changed, ...sent } = await copyTable(from, connection, table)
        const found = await sumOf(connection, table)
        if (found.rows !== sent.rows || found.checksum !== sent.checksum)
          throw new Error(
            `${name} did not arrive whole: ${sent.rows} rows (${sent.checksum}) left, ${found.rows} (${found.checksum}) came`,
          )
        moved.push({ table: name, ...sent })
        say(`${name}: ${sent.rows} rows, checksum ${sent.checksum}`)
        if (changed > 0)
          say(`${name}: ${changed} texts held a character PostgreSQL cannot keep; it is now U+FFFD`)
      }
    })
    await plain(connection, counters())
    return moved
  }, true)
}

/**
 * The file of a workspace, held against others who work on its folder.
 * @param from its data folder, its file, or a copy of one.
 * @throws Error when there is no file, or somebody works on the folder.
 */
async function holdFile(from: string): Promise<{ file: string; release(): void }> {
  const file = statSync(from, { throwIfNoEntry: false })?.isDirectory() ? join(from, 'workspace.db') : from
  if (!existsSync(file)) throw new Error(`There is no file ${file}`)
  const lock = basename(file) === 'workspace.db' ? await lockFolder(dirname(file)) : null
  return { file, release: () => lock?.release() }
}

/**
 * Brings a workspace to the present shape.
 * @param from its data folder, its file, or a copy of one; nobody may be working on it.
 * @returns where the file of the older version lies now; null when it was of the present shape.
 * @throws Error when there is no file or it is in use; OlderBuild when nothing leads from it. It is as it was then.
 */
export async function carryOver(from: string): Promise<string | null> {
  const { file, release } = await holdFile(from)
  const client = await openDatabase(file)
  try {
    return await migrateFile(client, file)
  } finally {
    client.close()
    release()
  }
}

/** Copies a file that can be carried over, which stays as it is. @throws OlderBuild when nothing leads from it. */
async function copyWhole(file: string, copy: string): Promise<void> {
  const client = await openDatabase(file)
  try {
    await fileShape(client)
    await client.execute({ sql: 'VACUUM INTO ?', args: [copy] })
  } finally {
    client.close()
  }
}

/**
 * @param from a workspace's data folder, its file, or a copy of one; nobody may be working on it.
 * @param url an empty PostgreSQL database.
 * @param say gets each line of what was done.
 * @returns every table with its rows.
 * @throws Error when the file is missing or in use, the database holds a workspace, or a table did not arrive whole;
 *   OlderBuild when nothing leads from the file. Nothing was stored then.
 */
export async function importWorkspace(
  from: string,
  url: string,
  say: (line: string) => void,
): Promise<ImportedTable[]> {
  const { file, release } = await holdFile(from)
  const folder = await mkdtemp(join(tmpdir(), 'turno-import-'))
  const copy = join(folder, 'workspace.db')
  try {
    await copyWhole(file, copy)
    const source = await openDatabase(copy)
    const to = connections(url, { onTrouble() {} })
    try {
      await migrate(source)
      await migratePostgres(to, migrations)
      return await moveAll(source, to, say)
    } finally {
      source.close()
      await to.close()
    }
  } finally {
    release()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
