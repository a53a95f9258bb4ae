/**
 * Statements used at every request or message are built once per engine and then only given values, in transactions as well;
 * PostgreSQL keeps their plans on each connection. Lists of ids travel as one JSON text (engine/words.ts: amongIds), so that the
 * statement is the same for any number.
 */
import {
  type AnyColumn,
  fillPlaceholders,
  getTableColumns,
  type Query,
  QueryPromise,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Reader, Statements, Tx } from './client'
import type { LastStatement } from './event-log'

/** What drizzle keeps in a database or a transaction: how statements are written out, and where they go. */
interface Place {
  dialect: { keep?(text: string): void; sqlToQuery(statement: SQL): Query }
  session: { client: unknown; tx?: unknown }
}

interface Written {
  getQuery(): Query
}

/**
 * Makes a statement that is built at its first use.
 * @param build makes it with `prepare()`; its values are placeholders.
 * @returns gives the statement as it runs in a database or an open transaction.
 */
export function prepared<S extends Written>(
  build: (db: Reader & Statements) => S,
): (db: Partial<Reader & Statements>) => S {
  const written = new WeakMap<object, S>()
  return db => {
    const { dialect, session } = db as unknown as Place
    let whole = written.get(dialect)
    if (!whole) {
      // Where it goes is left out: that database may be closed long before the last use.
      whole = Object.assign(build(db as Reader & Statements), { client: undefined, tx: undefined })
      dialect.keep?.(whole.getQuery().sql)
      written.set(dialect, whole)
    }
    return Object.assign(Object.create(whole) as S, { client: session.client, tx: session.tx })
  }
}

/** A statement that has the same text every time, though it is made anew with its values: PostgreSQL keeps its plan. */
export function planned<S extends Written>(db: Partial<Reader>, statement: S): S {
  const { dialect } = db as unknown as Place
  dialect.keep?.(statement.getQuery().sql)
  return statement
}

/** A value that a prepared statement is given, as its column keeps it. @param name of the placeholder. */
const given = (column: AnyColumn, name: string): SQL =>
  sql`${sql.param(sql.placeholder(name), {
    mapToDriverValue: value => (value === null ? null : column.mapToDriverValue(value)),
  })}`

/** The same of several columns of a table, each under its own name, for `values` and `set`. */
export function givenOf<T extends SQLiteTable, K extends string & keyof T['$inferInsert']>(
  table: T,
  keys: readonly K[],
): Record<K, SQL> {
  const columns = getTableColumns(table)
  return Object.fromEntries(keys.map(key => [key, given(columns[key] as AnyColumn, key)])) as Record<K, SQL>
}

/** A prepared statement with its values, to be written last (engine/inside.ts: writeLast). */
export class Filled extends QueryPromise<unknown> implements LastStatement {
  constructor(
    private readonly statement: Written & { run(values: Record<string, unknown>): Promise<unknown> },
    private readonly values: Record<string, unknown>,
  ) {
    super()
  }

  override execute(): Promise<unknown> {
    return this.statement.run(this.values)
  }

  toSQL(): Query {
    const { sql, params } = this.statement.getQuery()
    return { sql, params: fillPlaceholders(params, this.values) }
  }
}

/** A statement that is written by hand, to be written last. */
export class HandWritten extends QueryPromise<unknown> implements LastStatement {
  constructor(
    private readonly tx: Tx,
    private readonly statement: SQL,
  ) {
    super()
  }

  override execute(): Promise<unknown> {
    return this.tx.run(this.statement)
  }

  toSQL(): Query {
    const { dialect } = this.tx as unknown as Place
    const query = dialect.sqlToQuery(this.statement)
    dialect.keep?.(query.sql)
    return query
  }
}
