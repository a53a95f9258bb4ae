/** A workspace file as the first build (commit c8665dbd) left it, and a row for each of its tables. */
import { readFileSync } from 'node:fs'
import type { Client } from '@libsql/client'

const sample = (name: string): string =>
  readFileSync(new URL(`../samples/builds/${name}`, import.meta.url), 'utf8')

/** Ids of all steps there were before the baseline, in their order. */
export const lastSteps = (): string[] => sample('last-steps.txt').trim().split('\n')

/** @param file an empty one. */
export const makeFirstBuild = (file: Client): Promise<void> => file.executeMultiple(sample('first.sql'))

/** Tables without what SQLite and its search indexes keep for themselves. */
const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
  AND name NOT LIKE '%\\_index%' ESCAPE '\\' ORDER BY name`
const list = async (file: Client, sql: string, args: string[] = []): Promise<Record<string, unknown>[]> =>
  (await file.execute({ sql, args })).rows.map(row => ({ ...row }))

export const tablesOf = async (file: Client): Promise<string[]> =>
  (await list(file, TABLES)).map(({ name }) => String(name))
export const columnsOf = async (file: Client, table: string): Promise<string[]> =>
  (await list(file, 'SELECT name FROM pragma_table_info(?)', [table])).map(({ name }) => String(name))

/** Values of some columns of a table, each row as a text, in order. */
export async function rowsOf(file: Client, table: string, columns: readonly string[]): Promise<string[]> {
  const { rows } = await file.execute(
    `SELECT ${columns.map(name => `quote("${name}")`).join()} FROM "${table}"`,
  )
  return rows.map(row => columns.map((name, at) => `${name}: ${row[at]}`).join(', ')).sort()
}

/** Fills each table with two rows: no value like another, and each reference to the row of the same number. */
export async function fillEveryTable(file: Client): Promise<void> {
  await file.execute('PRAGMA foreign_keys = OFF')
  let one = 1_000
  for (const table of (await tablesOf(file)).filter(name => name !== 'migrations')) {
    const columns = await list(file, 'SELECT name, lower(type) AS type, pk FROM pragma_table_info(?)', [
      table,
    ])
    const keys = await list(file, 'SELECT "from" AS name FROM pragma_foreign_key_list(?)', [table])
    const refers = new Set(keys.map(({ name }) => name))
    for (const row of [1, 2]) {
      const values = columns.map(({ name, type, pk }) => {
        one += 1
        if (refers.has(name) || (type === 'integer' && pk)) return row
        if (type === 'text') return `${table} ${name} ${row}`
        return type === 'real' ? one + 0.5 : type === 'f32_blob' ? new Uint8Array([0, 0, 0, row]) : one
      })
      // The one row of a workspace forbids a second.
      await file.execute({
        sql: `INSERT OR IGNORE INTO "${table}" VALUES (${values.map(() => '?').join()})`,
        args: values as number[],
      })
    }
  }
  await file.execute('PRAGMA foreign_keys = ON')
}
