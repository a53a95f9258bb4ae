/** Writes the statements of drizzle's SQLite builder out as PostgreSQL reads them. */
import { Column, getTableColumns, is, SQL, StringChunk, sql } from 'drizzle-orm'
import { SQLiteAsyncDialect, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { forPostgres } from './engine'
import { isCounted } from './tables'

type Insert = Parameters<SQLiteAsyncDialect['buildInsertQuery']>[0]
type Select = Parameters<SQLiteAsyncDialect['buildSelectQuery']>[0]
type Order = NonNullable<Select['orderBy']>[number]

const DESCENDING = / desc$/i

/**
 * SQLite takes null for the least of all values, PostgreSQL for the greatest: a column that may be null is ordered as in
 * SQLite, and indexes are laid out for it (postgres-schema.ts). Other expressions say themselves where nulls go.
 */
function ordered(by: Order): Order {
  if (is(by, Column)) return by.notNull ? by : sql`${by} nulls first`
  if (!is(by, SQL)) return by
  const columns = by.queryChunks.filter(chunk => !is(chunk, StringChunk))
  const [column] = columns
  if (columns.length !== 1 || !is(column, Column) || column.notNull) return by
  const last = by.queryChunks.at(-1)
  const down = is(last, StringChunk) && DESCENDING.test(last.value.join(''))
  return down ? sql`${by} nulls last` : sql`${by} nulls first`
}

/** The columns a conflict is about stand without their table there. */
function bareTarget(conflict: SQL): SQL {
  const bare = (chunk: SQL['queryChunks'][number]) =>
    is(chunk, SQL)
      ? new SQL(
          chunk.queryChunks.map(part =>
            Array.isArray(part)
              ? part.map(column => (is(column, Column) ? sql.identifier(column.name) : column))
              : part,
          ),
        )
      : chunk
  return new SQL(conflict.queryChunks.map(bare))
}

export class PostgresDialect extends SQLiteAsyncDialect {
  override escapeParam(num: number): string {
    return `$${num + 1}`
  }

  override sqlToQuery(statement: SQL, source?: 'indexes') {
    return forPostgres(() => super.sqlToQuery(statement, source))
  }

  override buildSelectQuery(config: Select): SQL {
    return super.buildSelectQuery(
      config.orderBy ? { ...config, orderBy: config.orderBy.map(ordered) } : config,
    )
  }

  /** SQLite counts up where a key is null; PostgreSQL where it is the default. */
  override buildInsertQuery(config: Insert): SQL {
    const counted = Object.entries(getTableColumns(config.table as SQLiteTable)).filter(([, column]) =>
      isCounted(column),
    )
    const onConflict = config.onConflict?.map(bareTarget)
    const given = onConflict ? { ...config, onConflict } : config
    if (config.select || counted.length === 0) return super.buildInsertQuery(given)
    const rows = config.values as Record<string, unknown>[]
    const values = rows.map(row => {
      const full = { ...row }
      for (const [name] of counted) if (full[name] === undefined) full[name] = sql`default`
      return full
    })
    return super.buildInsertQuery({ ...given, values: values as Insert['values'] })
  }
}
