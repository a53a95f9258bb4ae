/** What drizzle's SQLite builder needs of a database, answered by PostgreSQL. */
import { createHash } from 'node:crypto'
import { fillPlaceholders, type Query, type SQL, sql, type TablesRelationalConfig } from 'drizzle-orm'
import {
  type PreparedQueryConfig,
  type SelectedFieldsOrdered,
  SQLitePreparedQuery,
  SQLiteSession,
  SQLiteTransaction,
} from 'drizzle-orm/sqlite-core'
import * as utils from 'drizzle-orm/utils'
import type { QueryResult } from 'pg'
import type { Connection, Connections } from './postgres-connection'
import type { PostgresDialect } from './postgres-dialect'

/** Makes an object of a row as drizzle's own drivers do; not among its types. */
const { mapResultRow } = utils as unknown as {
  mapResultRow(
    fields: SelectedFieldsOrdered,
    row: unknown[],
    joinsNotNullableMap: Record<string, boolean> | undefined,
  ): unknown
}

type Mapper = ((rows: unknown[][], mapValue?: (value: unknown) => unknown) => unknown) | undefined
type Method = 'run' | 'all' | 'get'
type Full = Record<string, unknown>

/** What a statement that gives no rows says. */
export interface RunResult {
  rows: unknown[]
  rowsAffected: number
}

class PostgresPreparedQuery extends SQLitePreparedQuery<PreparedQueryConfig & { type: 'async' }> {
  /** Set by drizzle: which joined tables may be missing. */
  private joinsNotNullableMap?: Record<string, boolean>

  constructor(
    private readonly connection: Connection,
    statement: Query,
    private readonly fields: SelectedFieldsOrdered | undefined,
    method: Method,
    private readonly inArrayMode: boolean,
    private readonly mapper: Mapper,
    private readonly name: string | undefined,
  ) {
    super('async', method, statement)
  }

  private async ask(given: Record<string, unknown> | undefined, inArrays: boolean): Promise<QueryResult> {
    const values = fillPlaceholders(this.query.params, given ?? {})
    const { sql: text } = this.query
    // drizzle's own wrapper: it names the statement, and keeps the cause.
    const { queryWithCache } = this as unknown as {
      queryWithCache(text: string, values: unknown[], run: () => Promise<QueryResult>): Promise<QueryResult>
    }
    return await queryWithCache.call(this, text, values, () =>
      this.connection.query({ text, values, inArrays, name: this.name }),
    )
  }

  async run(given?: Record<string, unknown>): Promise<RunResult> {
    const { rows, rowCount } = await this.ask(given, false)
    return { rows, rowsAffected: rowCount ?? 0 }
  }

  async values(given?: Record<string, unknown>): Promise<unknown[][]> {
    return (await this.ask(given, true)).rows as unknown[][]
  }

  async all(given?: Record<string, unknown>): Promise<unknown> {
    const { fields, mapper } = this
    if (!fields && !mapper) return (await this.ask(given, false)).rows
    const rows = await this.values(given)
    if (mapper) return mapper(rows)
    return fields ? rows.map(row => mapResultRow(fields, row, this.joinsNotNullableMap)) : rows
  }

  async get(given?: Record<string, unknown>): Promise<unknown> {
    const { fields, mapper } = this
    if (!fields && !mapper) return (await this.ask(given, false)).rows[0]
    const rows = await this.values(given)
    if (mapper) return rows[0] ? mapper(rows) : undefined
    const [row] = rows
    return row && fields ? mapResultRow(fields, row, this.joinsNotNullableMap) : row
  }

  isResponseInArrayMode(): boolean {
    return this.inArrayMode
  }
}

type Schema = ConstructorParameters<
  typeof SQLiteTransaction<'async', RunResult, Full, TablesRelationalConfig>
>[3]

export class PostgresSession extends SQLiteSession<'async', RunResult, Full, TablesRelationalConfig> {
  constructor(
    private readonly connections: Connections,
    private readonly dialectOf: PostgresDialect,
    private readonly schema: Schema,
    private readonly open: Connection | null = null,
  ) {
    super(dialectOf)
  }

  private statement(
    query: Query,
    fields: SelectedFieldsOrdered | undefined,
    method: Method,
    inArrayMode: boolean,
    mapper: Mapper,
    name?: string,
  ) {
    return new PostgresPreparedQuery(
      this.open ?? this.connections,
      query,
      fields,
      method,
      inArrayMode,
      mapper,
      name,
    )
  }

  /** What a caller prepares is planned once per connection, under a name made of its text. */
  override prepareQuery(
    query: Query,
    fields: SelectedFieldsOrdered | undefined,
    method: Method,
    inArrayMode: boolean,
    mapper?: Mapper,
  ) {
    const name = createHash('sha256').update(query.sql).digest('base64url').slice(0, 32)
    return this.statement(query, fields, method, inArrayMode, mapper, name)
  }

  override prepareOneTimeQuery(
    query: Query,
    fields: SelectedFieldsOrdered | undefined,
    method: Method,
    inArrayMode: boolean,
    mapper?: Mapper,
  ) {
    return this.statement(query, fields, method, inArrayMode, mapper)
  }

  override transaction<T>(
    work: (tx: PostgresTransaction) => Promise<T>,
    _config?: unknown,
    isLong = false,
  ): Promise<T> {
    return this.connections.transaction(connection => {
      const session = new PostgresSession(this.connections, this.dialectOf, this.schema, connection)
      return work(new PostgresTransaction('async', this.dialectOf, session, this.schema))
    }, isLong)
  }

  /** Runs a statement as it stands. */
  plain(statement: SQL): Promise<RunResult> {
    return this.run(statement)
  }
}

class PostgresTransaction extends SQLiteTransaction<'async', RunResult, Full, TablesRelationalConfig> {
  /** A part that can fail by itself. */
  override async transaction<T>(work: (tx: PostgresTransaction) => Promise<T>): Promise<T> {
    const name = `sp${this.nestedIndex}`
    const { dialect, session } = this as unknown as { dialect: PostgresDialect; session: PostgresSession }
    const tx = new PostgresTransaction('async', dialect, session, this.schema, this.nestedIndex + 1)
    await session.plain(sql.raw(`savepoint ${name}`))
    try {
      const result = await work(tx)
      await session.plain(sql.raw(`release savepoint ${name}`))
      return result
    } catch (error) {
      await session.plain(sql.raw(`rollback to savepoint ${name}`))
      throw error
    }
  }
}
