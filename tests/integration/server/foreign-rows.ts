/** A row of a company in every table that has a company, made from the schema: what is new is in it by itself. */
import { type Column, eq, getTableColumns, getTableName, is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../../electron/server/platform/db/client'
import * as schema from '../../../electron/server/platform/db/schema'

/** Jobs leave alone what is due then. */
const FAR = '2099-01-01T12:00:00.000Z'
/** Ids that stand out in an answer. */
const FIRST_ID = 77_000_001

type Row = Record<string, unknown>
type CompanyTable = SQLiteTable & { companyId: Column }

/** Rows that all companies read, whichever wrote them: they carry no mark. */
const SHARED = new Set(['announcements'])

/** Every table whose rows are a company's. */
export const COMPANY_TABLES = (Object.values(schema) as unknown[]).filter(
  (table): table is CompanyTable => is(table, SQLiteTable) && 'companyId' in table,
)

const firstOf = async (db: Db, table: SQLiteTable, companyId: number): Promise<Row | undefined> => {
  const rows = db.select().from(table as CompanyTable)
  const [row] =
    'companyId' in table ? await rows.where(eq((table as CompanyTable).companyId, companyId)) : await rows
  return row as Row | undefined
}

/** A yes is 1 in the database, an instant a large number. */
const isInstant = (column: Column): boolean =>
  column.columnType === 'SQLiteCustomColumn' && column.mapToDriverValue(FAR) !== 1

/** A value that a column takes; of texts the mark, so that an answer shows it. */
function aValueOf(column: Column, mark: string): unknown {
  if (column.enumValues?.length) return column.enumValues[0]
  if (column.columnType === 'SQLiteTextJson') return {}
  if (column.getSQLType() === 'text') return mark
  if (column.getSQLType() === 'f32_blob') return Float32Array.of(1)
  if (column.columnType === 'SQLiteCustomColumn') return isInstant(column) ? FAR : false
  return 1
}

/**
 * Gives a company a marked row in every table of companies where it has none.
 * @returns its first row of each, by the table's name in the database.
 */
export async function rowInEveryTable(db: Db, companyId: number, mark: string): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>()
  let nextId = FIRST_ID
  const rowOf = async (table: SQLiteTable, under: readonly SQLiteTable[] = []): Promise<Row | undefined> => {
    const name = getTableName(table)
    const known = rows.get(name) ?? (await firstOf(db, table, companyId))
    if (known || !('companyId' in table)) return known
    const columns = getTableColumns(table)
    const fieldOf = (column: { name: string }): string =>
      Object.entries(columns).find(([, one]) => one.name === column.name)?.[0] ?? ''
    const values: Row = { companyId }
    for (const key of getTableConfig(table).foreignKeys) {
      const { columns: own, foreignTable, foreignColumns } = key.reference()
      if (under.includes(foreignTable as SQLiteTable)) continue
      const parent = await rowOf(foreignTable as SQLiteTable, [...under, table])
      const parentColumns = getTableColumns(foreignTable as SQLiteTable)
      own.forEach((column, at) => {
        const theirs = foreignColumns[at]
        const field = Object.entries(parentColumns).find(([, one]) => one.name === theirs?.name)?.[0]
        if (parent && field && column.name !== 'company_id') values[fieldOf(column)] = parent[field]
      })
    }
    for (const [field, column] of Object.entries(columns)) {
      if (field in values) continue
      if (column.primary && column.getSQLType() === 'integer') values[field] = nextId++
      else if (column.notNull && (!column.hasDefault || column.getSQLType() === 'text' || isInstant(column)))
        values[field] = aValueOf(column, SHARED.has(name) ? 'de todos' : mark)
    }
    await db.platform.insert(table).values(values as never)
    const made = (await firstOf(db, table, companyId)) ?? {}
    rows.set(name, made)
    return made
  }
  for (const table of COMPANY_TABLES) {
    const row = await rowOf(table)
    if (row) rows.set(getTableName(table), row)
  }
  return rows
}
