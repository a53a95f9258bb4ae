/**
 * Deliveries that were not understood: account fields, numbers that are not set up here, odd parts. They are
 * acknowledged, because they would otherwise be repeated for days, and kept for the people who set numbers up.
 */
import { createHash } from 'node:crypto'
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db, Reader } from '../../../platform/db/client'
import { keptSince } from '../../../platform/db/kept'
import { cloudUnknown } from '../../../platform/db/schema'
import type { Delivered, Unknown } from './webhook'

/** Most parts kept per number, and for how long, milliseconds. */
const MOST = 200
const KEPT_MS = 30 * 24 * 60 * 60_000
/** Most parts of one delivery that are examined; further ones are the same problem. */
const MOST_AT_ONCE = 50
/** Most parts shown to a person. */
const SHOWN = 20

/** A repeated part counts as one; numbers that are not set up here are counted, not collected. */
const keyOf = ({ what, phoneNumberId, payload }: Unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(what === OTHER_NUMBER ? [what, phoneNumberId] : [what, payload]))
    .digest('hex')

const OTHER_NUMBER = 'other number'

/** Events about numbers that are not set up here, as unknown parts. */
export const ofOtherNumbers = (
  events: readonly Delivered[],
  connections: ReadonlyMap<string, number>,
): Unknown[] =>
  events
    .filter(({ phoneNumberId }) => !connections.has(phoneNumberId))
    .map(({ phoneNumberId }) => ({ phoneNumberId, what: OTHER_NUMBER, payload: phoneNumberId.slice(0, 100) }))

/**
 * Stores parts of a delivery.
 * @param at the company, and the connection whose address was called, which gets parts that name no other.
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

/** Deletes old ones. */
export async function pruneUnknown(db: Db): Promise<void> {
  const oldest = await keptSince(db, { table: cloudUnknown, at: cloudUnknown.lastAt }, Date.now(), KEPT_MS)
  await db.unordered.delete(cloudUnknown).where(lt(cloudUnknown.lastAt, oldest))
}

/** What was not understood in a connection's deliveries, latest first. */
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
