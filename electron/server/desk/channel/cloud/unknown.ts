/**
 * What the provider delivered and nothing was made of: fields of accounts, numbers that are not set up here, parts that
 * are odd. It is acknowledged, as it would be delivered again for days otherwise, and kept for whoever sets numbers up.
 */
import { createHash } from 'node:crypto'
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db, Reader } from '../../../platform/db/client'
import { keptSince } from '../../../platform/db/kept'
import { cloudUnknown } from '../../../platform/db/schema'
import type { Delivered, Unknown } from './webhook'

/** Parts kept of one number at most, and how long, in milliseconds. */
const MOST = 200
const KEPT_MS = 30 * 24 * 60 * 60_000
/** Parts of one delivery that are looked at; more of them are the same trouble. */
const MOST_AT_ONCE = 50
/** Parts shown to whoever sets a number up. */
const SHOWN = 20

/** The same part again counts as one; numbers that are not set up here are counted, not collected. */
const keyOf = ({ what, phoneNumberId, payload }: Unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(what === OTHER_NUMBER ? [what, phoneNumberId] : [what, payload]))
    .digest('hex')

const OTHER_NUMBER = 'other number'

/** Events of numbers that are not set up here, as parts that nothing is made of. */
export const ofOtherNumbers = (
  events: readonly Delivered[],
  connections: ReadonlyMap<string, number>,
): Unknown[] =>
  events
    .filter(({ phoneNumberId }) => !connections.has(phoneNumberId))
    .map(({ phoneNumberId }) => ({ phoneNumberId, what: OTHER_NUMBER, payload: phoneNumberId.slice(0, 100) }))

/**
 * Keeps parts of a delivery.
 * @param at the company, and the connection whose address was called: it gets what names no other.
 */
export async function keepUnknown(
  db: Db,
  at: { companyId: number; whatsappId: number },
  connections: ReadonlyMap<string, number>,
  parts: readonly Unknown[],
): Promise<void> {
  if (parts.length === 0) return
  const now = new Date().toISOString()
  const rows = new Map(
    parts.slice(0, MOST_AT_ONCE).map(part => {
      const whatsappId = connections.get(part.phoneNumberId ?? '') ?? at.whatsappId
      const { what, payload } = part
      const row = { companyId: at.companyId, whatsappId, key: keyOf(part), what, payload }
      return [`${whatsappId}/${row.key}`, { ...row, firstAt: now, lastAt: now }]
    }),
  )
  await db.company(at.companyId).write(async tx => {
    await tx
      .insert(cloudUnknown)
      .values([...rows.values()])
      .onConflictDoUpdate({
        target: [cloudUnknown.whatsappId, cloudUnknown.key],
        set: { times: sql`${cloudUnknown.times} + 1`, lastAt: now },
      })
    for (const whatsappId of new Set([...rows.values()].map(row => row.whatsappId))) {
      const old = await tx
        .select({ id: cloudUnknown.id })
        .from(cloudUnknown)
        .where(eq(cloudUnknown.whatsappId, whatsappId))
        .orderBy(desc(cloudUnknown.id))
        .limit(MOST_AT_ONCE)
        .offset(MOST)
      if (old.length > 0)
        await tx.delete(cloudUnknown).where(
          inArray(
            cloudUnknown.id,
            old.map(row => row.id),
          ),
        )
    }
  })
}

/** Forgets what is older than it is kept. */
export async function pruneUnknown(db: Db): Promise<void> {
  const oldest = await keptSince(db, { table: cloudUnknown, at: cloudUnknown.lastAt }, Date.now(), KEPT_MS)
  await db.unordered.delete(cloudUnknown).where(lt(cloudUnknown.lastAt, oldest))
}

/** What was not understood of a connection's deliveries, the latest first. */
export async function unknownOf(db: Reader, companyId: number, whatsappId: number) {
  return db
    .select({
      what: cloudUnknown.what,
      times: cloudUnknown.times,
      lastAt: cloudUnknown.lastAt,
    })
    .from(cloudUnknown)
    .where(and(eq(cloudUnknown.companyId, companyId), eq(cloudUnknown.whatsappId, whatsappId)))
    .orderBy(desc(cloudUnknown.lastAt), desc(cloudUnknown.id))
    .limit(SHOWN)
}
