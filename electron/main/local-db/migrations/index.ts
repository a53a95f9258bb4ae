import { baseline } from './baseline'
import { cacheTables } from './cache'
import { expected } from './expected'
import { menus } from './menus'

/** One step of the file's shape. Steps are never changed once released; a new shape is a new step. */
export interface Migration {
  version: number
  sql: string
}

/** The first is everything the file of the first build held. */
export const migrations: readonly [Migration, ...Migration[]] = [
  { version: 9, sql: baseline + cacheTables },
  { version: 10, sql: menus },
  { version: 11, sql: expected },
]
