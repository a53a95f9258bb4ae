import { consoleTables } from './0001-console'
import { cacheTables } from './0002-cache'
import { originals } from './0003-originals'
import { copilotTables } from './0004-copilot'
import { summaryTables } from './0005-summaries'
import { wordTables } from './0006-words'
import { reminderTables } from './0007-reminders'
import { savedViewTables } from './0008-saved-views'
import { macroTables } from './0009-macros'
import { menus } from './0010-menus'

/** One step of the file's shape. Steps are never changed once released; a new shape is a new step. */
export interface Migration {
  version: number
  sql: string
}

export const migrations: readonly Migration[] = [
  { version: 1, sql: consoleTables },
  { version: 2, sql: cacheTables },
  { version: 3, sql: originals },
  { version: 4, sql: copilotTables },
  { version: 5, sql: summaryTables },
  { version: 6, sql: wordTables },
  { version: 7, sql: reminderTables },
  { version: 8, sql: savedViewTables },
  { version: 9, sql: macroTables },
  { version: 10, sql: menus },
]
