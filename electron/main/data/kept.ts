/** What is stored on this computer for the account that is signed in, and erasing what can be fetched again. */
import type { KeptData } from '../../../src/contract'
import { bytesOf } from '../diagnostics/diagnostics'
import type { LocalStore } from '../local-store'

const TABLES = { tickets: 'seen_tickets', messages: 'seen_messages', contacts: 'seen_contacts' } as const

/** Counts of the local store. @param copies folder of the workspace's daily copies, where it is in use. */
export async function keptData(local: LocalStore, copies: string | null): Promise<KeptData> {
  await local.settled()
  await local.cache.flush()
  const count = async (table: string): Promise<number> => {
    const [row] = await local.db.all(`SELECT count(*) AS n FROM ${table}`)
    return Number(row?.n ?? 0)
  }
  const signedIn = local.scope() !== null
  return {
    copies,
    tickets: await count(TABLES.tickets),
    messages: await count(TABLES.messages),
    contacts: await count(TABLES.contacts),
    drafts: signedIn ? (await local.drafts.list()).length : 0,
    waiting: local.outbox.list().filter(entry => entry.state !== 'sent').length,
    bytes: bytesOf(local.db.file) + bytesOf(`${local.db.file}-wal`),
  }
}

/** Forgets what was seen. Drafts and messages on their way stay: they exist nowhere else. */
export async function eraseSeen(local: LocalStore): Promise<void> {
  await local.settled()
  await local.cache.renew()
}
