/** The tables of a new workspace file, generated from their one description (../schema). */
import { getTableName } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { columnDdl, type Ddl, indexesDdl, keysDdl, quoted, tableDdl } from './ddl'
import { searchIndexes } from './sqlite-search'
import { columnsOf, tables } from './tables'
import { triggers } from './triggers'

const dialect = new SQLiteAsyncDialect()

const WORDS: Ddl = {
  type: column => column.getSQLType(),
  key: isCounted => `primary key ${isCounted ? 'autoincrement ' : ''}not null`,
  words: expression => dialect.sqlToQuery(expression.inlineParams(), 'indexes').sql,
  nulls: '',
}

const indexes = (): string[] => tables.flatMap(table => indexesDdl(table, WORDS))

/**
 * The tables and columns an older file does not have.
 * @param there the columns it has, as `table.column`.
 */
export const laterTables = (there: ReadonlySet<string>): string =>
  tables
    .flatMap(table => {
      const name = getTableName(table)
      const missing = columnsOf(table).filter(column => !there.has(`${name}.${column.name}`))
      if (missing.length === columnsOf(table).length) return [tableDdl(table, WORDS, keysDdl(table))]
      return missing.map(column => `alter table ${quoted(name)} add column ${columnDdl(column, WORDS)};`)
    })
    .join('\n')

export const indexesIfMissing = (): string =>
  indexes()
    .map(index => index.replace(/index /, 'index if not exists '))
    .join('\n')

/** Everything a new file is given. */
export const baseline = (): string =>
  [
    ...tables.map(table => tableDdl(table, WORDS, keysDdl(table))),
    ...indexes(),
    searchIndexes,
    triggers('sqlite'),
  ].join('\n')
