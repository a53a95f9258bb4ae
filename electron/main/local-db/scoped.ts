/** Which tables an account owns on this computer, and which of them it keeps when somebody signs out. */
import type { Client } from '@libsql/client'

/** The only copy of what it holds, on servers that keep none: it stays, as the list of tasks does. */
export const KEPT_TABLES = ['reminders', 'saved_views', 'macros'] as const

/**
 * Forgets an account, but for what it keeps; the account itself goes with its last row.
 * @param scope its row in `scopes`.
 */
export async function forgetScope(db: Client, scope: number): Promise<void> {
  const { rows } = await db.execute(
    `SELECT m.name FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f ON f."table" = 'scopes' WHERE m.type = 'table'`,
  )
  const kept: readonly string[] = KEPT_TABLES
  const going = rows.map(row => String(row.name)).filter(name => !kept.includes(name))
  const empty = KEPT_TABLES.map(name => `NOT EXISTS (SELECT 1 FROM ${name} WHERE scope = scopes.id)`)
  await db.batch(
    [
      ...going.map(name => ({ sql: `DELETE FROM ${name} WHERE scope = ?`, args: [scope] })),
      { sql: `DELETE FROM scopes WHERE id = ? AND ${empty.join(' AND ')}`, args: [scope] },
    ],
    'write',
  )
}
