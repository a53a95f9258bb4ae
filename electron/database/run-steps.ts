/** Brings a database file to its present shape: steps in order, each once and in a transaction of its own. */
import type { Client, InStatement } from '@libsql/client'

/** Where a file remembers which steps it has taken. */
export interface Ledger<Step> {
  /**
   * Which steps the file has taken, which it has taken that this program does not know, and whether it is older than the
   * first step.
   */
  read(
    client: Client,
    steps: readonly Step[],
  ): Promise<{ hasTaken: (step: Step) => boolean; unknown: string[]; isOlder?: boolean }>
  /** Remembers a step; runs in the step's own transaction. */
  remember(step: Step): InStatement
}

/**
 * @param what names the file in the error.
 * @throws Error when the file has steps this program does not know: it belongs to a newer version; when it is older than
 *   what they begin with. A step that fails leaves the file as the step before it did.
 */
export async function runSteps<Step extends { sql: string }>(
  client: Client,
  what: string,
  steps: readonly Step[],
  ledger: Ledger<Step>,
): Promise<void> {
  const { hasTaken, unknown, isOlder } = await ledger.read(client, steps)
  if (isOlder) throw new Error(`${what} was written by a build that this version cannot open`)
  if (unknown.length > 0) throw new Error(`${what} belongs to a newer version (${unknown.join(', ')})`)
  for (const step of steps) {
    if (hasTaken(step)) continue
    const tx = await client.transaction('write')
    try {
      await tx.executeMultiple(step.sql)
      await tx.execute(ledger.remember(step))
      await tx.commit()
    } finally {
      // Rolls back what was not committed.
      tx.close()
    }
  }
}

/** Steps counted by SQLite's own `user_version`. */
export const byVersion: Ledger<{ version: number; sql: string }> = {
  async read(client, steps) {
    const found = await client.execute('PRAGMA user_version')
    const version = Number(Object.values(found.rows[0] ?? {})[0] ?? 0)
    const newest = steps.at(-1)?.version ?? 0
    const oldest = steps[0]?.version ?? 0
    return {
      hasTaken: step => step.version <= version,
      unknown: version > newest ? [`${version}, known ${newest}`] : [],
      isOlder: version > 0 && version < oldest,
    }
  },
  remember: step => `PRAGMA user_version = ${step.version}`,
}

/** Steps remembered by their ids in a table of their own, with the moment each was taken. */
export const byId: Ledger<{ id: string; sql: string }> = {
  async read(client, steps) {
    await client.execute(
      'CREATE TABLE IF NOT EXISTS migrations (id TEXT PRIMARY KEY, applied_at INTEGER NOT NULL)',
    )
    const { rows } = await client.execute('SELECT id FROM migrations')
    const ids = new Set(rows.map(row => String(row.id)))
    return {
      hasTaken: step => ids.has(step.id),
      unknown: [...ids].filter(id => !steps.some(step => step.id === id)),
    }
  },
  remember: step => ({ sql: 'INSERT INTO migrations VALUES (?, ?)', args: [step.id, Date.now()] }),
}
