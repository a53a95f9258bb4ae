/** Tables, indexes and foreign keys in the words of an engine, generated from their one description (../schema). */
import { type Column, getTableName, is, SQL } from 'drizzle-orm'
import { getTableConfig, type Index, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { isCounted } from './tables'

/** What the engines write differently. */
export interface Ddl {
  /** The type of a column. */
  type(column: Column): string
  /** Behind the type of a key: how it is one. @param isCounted the database counts it up. */
  key(isCounted: boolean): string
  /** A condition or expression as in the description. */
  words(expression: SQL): string
  /** Where nulls stand in an index of a column that may be null. */
  nulls: string
}

export const quoted = (name: string): string => `"${name}"`
const literal = (value: unknown): string =>
  typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`
const names = (columns: readonly Column[]): string => columns.map(column => quoted(column.name)).join(', ')

/** A column declaration, without foreign keys. */
export function columnDdl(column: Column, { type, key, words }: Ddl): string {
  const { default: value } = column
  const parts = [quoted(column.name), type(column)]
  if (column.primary) parts.push(key(isCounted(column)))
  else if (column.notNull) parts.push('not null')
  if (value !== undefined && value !== null)
    parts.push(`default ${is(value, SQL) ? words(value) : literal(column.mapToDriverValue(value))}`)
  return parts.join(' ')
}

/** The foreign keys of a table, by their constraints. */
export const keysDdl = (table: SQLiteTable): string[] =>
  getTableConfig(table).foreignKeys.map(key => {
    const { columns, foreignTable, foreignColumns } = key.reference()
    return `foreign key (${names(columns)}) references ${quoted(getTableName(foreignTable))} (${names(foreignColumns)}) on delete ${key.onDelete ?? 'no action'}`
  })

/** @param constraints further ones. */
export function tableDdl(table: SQLiteTable, ddl: Ddl, constraints: readonly string[] = []): string {
  const { name, columns, primaryKeys, checks } = getTableConfig(table)
  const lines = [
    ...columns.map(column => columnDdl(column, ddl)),
    ...primaryKeys.map(key => `primary key (${names(key.columns)})`),
    ...checks.map(check => `constraint ${quoted(check.name)} check (${ddl.words(check.value)})`),
    ...constraints,
  ]
  return `create table ${quoted(name)} (\n  ${lines.join(',\n  ')}\n);`
}

export function indexesDdl(table: SQLiteTable, { words, nulls }: Ddl): string[] {
  const { name, columns, indexes } = getTableConfig(table)
  const part = (of: Index['config']['columns'][number]): string =>
    is(of, SQL) ? `(${words(of)})` : `${quoted(of.name)}${of.notNull ? '' : nulls}`
  return [
    ...columns
      .filter(column => column.isUnique)
      .map(
        column =>
          `create unique index ${quoted(column.uniqueName ?? '')} on ${quoted(name)} (${quoted(column.name)});`,
      ),
    ...indexes.map(({ config }) => {
      const where = config.where ? ` where ${words(config.where)}` : ''
      return `create ${config.unique ? 'unique ' : ''}index ${quoted(config.name)} on ${quoted(name)} (${config.columns.map(part).join(', ')})${where};`
    }),
  ]
}
