/** What the Cloud API delivers becomes rows of the inbox (./inbox) before it is acknowledged. */
import type { Db } from '../../db/client'
import { cloudInbox } from '../../db/schema'
import { batcher } from '../../inbound/batcher'
import type { Delivered } from './webhook'

/** Rows stored in one transaction. */
const PAGE = 200

type Draft = typeof cloudInbox.$inferInsert

/** What a delivery says as rows; what is of no number of the company is left out. */
export function rowsOf(
  companyId: number,
  connections: ReadonlyMap<string, number>,
  delivered: readonly Delivered[],
): Draft[] {
  const at = new Date().toISOString()
  return delivered.flatMap(({ phoneNumberId, key, chat, event }) => {
    const whatsappId = connections.get(phoneNumberId)
    if (whatsappId === undefined) return []
    return [{ companyId, whatsappId, key, chat, payload: JSON.stringify(event), nextAt: at }]
  })
}

/**
 * Stores rows; what is known already is left out. Deliveries that come while others are being stored share the next
 * transaction: each one waits for the disk.
 */
export const storingIn = (db: Db): ((rows: readonly Draft[]) => Promise<void>) =>
  batcher<Draft, number>(
    PAGE,
    row => row.companyId,
    async rows => {
      await db.unordered.insert(cloudInbox).values(rows).onConflictDoNothing()
    },
  )
