/** Brings a console file to the present shape, one step per transaction, counted in `user_version`. */
import type { Client } from '@libsql/client'
import { type Migration, migrations } from './migrations'

/**
 * @returns the version the file has now.
 * @throws Error when the file has steps this program does not know: it belongs to a newer version.
 */
export async function migrate(client: Client, list: readonly Migration[] = migrations): Promise<number> {
  const found = await client.execute('PRAGMA user_version')
  const version = Number(Object.values(found.rows[0] ?? {})[0] ?? 0)
  const newest = list.at(-1)?.version ?? 0
  if (version > newest) throw new Error(`console.db belongs to a newer version (${version}, known ${newest})`)
  for (const step of list) {
    if (step.version <= version) continue
    const tx = await client.transaction('write')
    try {
      await tx.executeMultiple(step.sql)
      await tx.execute(`PRAGMA user_version = ${step.version}`)
      await tx.commit()
    } finally {
      tx.close()
    }
  }
  return newest
}
