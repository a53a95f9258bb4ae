/** Messages of each connection by hour, counted as they are stored, so that a chart reads a few rows. */
import type { ConnectionHours } from '@contract'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../../platform/db/client'
import { writeLast } from '../../platform/db/engine/inside'
import { connectionHours, whatsapps } from '../../platform/db/schema'

const HOUR_MS = 3_600_000
/** Hours a chart shows. */
const TRAFFIC_HOURS = 24
const hourOf = (at: string | number): number => Math.floor(new Date(at).getTime() / HOUR_MS)

/** Counts stored messages of one connection and direction. Part of the transaction that stores them. */
export function countTraffic(
  tx: Tx,
  companyId: number,
  whatsappId: number | null,
  direction: 'incoming' | 'outgoing',
  messages: number,
  at: string,
): void {
  if (whatsappId === null || messages === 0) return
  const column = connectionHours[direction]
  writeLast(
    tx
      .insert(connectionHours)
      .values({ companyId, whatsappId, hour: hourOf(at), [direction]: messages })
      .onConflictDoUpdate({
        target: [connectionHours.whatsappId, connectionHours.hour],
        set: { [direction]: sql`${column} + ${messages}` },
      }),
  )
}

/**
 * The last day of every connection of a company, including hours without messages.
 * @param now milliseconds since the epoch; the last of the 24 numbers is its hour.
 */
export async function trafficOf(db: Reader, companyId: number, now: number): Promise<ConnectionHours[]> {
  const last = hourOf(now)
  const first = last - TRAFFIC_HOURS
  const [ids, rows] = await Promise.all([
    db.select({ id: whatsapps.id }).from(whatsapps).where(eq(whatsapps.companyId, companyId)),
    db
      .select()
      .from(connectionHours)
      .innerJoin(whatsapps, eq(whatsapps.id, connectionHours.whatsappId))
      .where(
        and(
          eq(whatsapps.companyId, companyId),
          gt(connectionHours.hour, first),
          lte(connectionHours.hour, last),
        ),
      ),
  ])
  return ids.map(({ id }) => {
    const incoming = Array<number>(TRAFFIC_HOURS).fill(0)
    const outgoing = Array<number>(TRAFFIC_HOURS).fill(0)
    for (const { connection_hours: row } of rows) {
      if (row.whatsappId !== id) continue
      incoming[row.hour - first - 1] = row.incoming
      outgoing[row.hour - first - 1] = row.outgoing
    }
    return { whatsappId: id, incoming, outgoing }
  })
}
