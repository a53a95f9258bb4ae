/** Column kinds shared by all tables. */
import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, customType, integer } from 'drizzle-orm/sqlite-core'
import { perEngine } from './engine/engine'

/**
 * An instant. In the database: integer milliseconds since the epoch, so that SQL can compare and subtract it.
 * In the code: ISO-8601 UTC text with milliseconds, exactly as it travels.
 */
export const instant = customType<{ data: string; driverData: number }>({
  dataType: () => 'integer',
  toDriver: value => Date.parse(value),
  fromDriver: value => new Date(value).toISOString(),
})

/** A yes/no kept as 0 or 1. */
export const yesNo = customType<{ data: boolean; driverData: number }>({
  dataType: () => 'integer',
  toDriver: value => (value ? 1 : 0),
  fromDriver: value => value !== 0,
})

/**
 * One of some words, stored as its position, counted from 1: words are only ever added at the end. SQLite chooses
 * indexes by the expected width of a row, and expects a text to be wide.
 */
export const wordOf = <W extends string>(words: readonly W[]) =>
  customType<{ data: W; driverData: number }>({
    dataType: () => 'integer',
    toDriver: word => words.indexOf(word) + 1,
    fromDriver: place => words[place - 1] as W,
  })

/** The present instant as ISO text: default of createdAt and updatedAt. */
export const now = (): string => new Date().toISOString()

/** SQLite counts up where a key is null, PostgreSQL where it is the default. */
const NEXT = perEngine<number>({ sqlite: () => sql`null`, postgres: () => sql`default` })

/** The key of a table, counted up by the database where none is given. */
export const countedKey = (name: string) =>
  integer(name)
    .primaryKey({ autoIncrement: true })
    .$defaultFn(() => NEXT)

/** When a row was made and last changed. */
export const stamps = () => ({
  createdAt: instant('created_at').notNull().$defaultFn(now),
  updatedAt: instant('updated_at').notNull().$defaultFn(now),
})

/** A reference to the row this one belongs to and is deleted with. */
export const partOf = (name: string, of: () => AnySQLiteColumn) =>
  integer(name).notNull().references(of, { onDelete: 'cascade' })
