/** Connections as they are sent: with queues, and the fields the reader may have (src/contract/readers.ts). */
import { type Readership, readable, type whatsapp as whatsappEntity } from '@contract'
import { asc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Reader } from '../../platform/db/client'
import { ascending } from '../../platform/db/engine/words'
import { queues, whatsappQueues, whatsapps } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'

export type WhatsappView = z.input<typeof whatsappEntity>

/**
 * Connections by id in the order of the ids; unknown ids are left out.
 * @param reader who they are for; an event is made for the widest circle, and realtime narrows it.
 */
export async function whatsappViews(
  { db, channel }: { db: Reader; channel: Workspace['channel'] },
  ids: readonly number[],
  reader: Readership,
): Promise<WhatsappView[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select()
    .from(whatsapps)
    .where(inArray(whatsapps.id, [...ids]))
  const links = await db
    .select({ whatsappId: whatsappQueues.whatsappId, id: queues.id, name: queues.name, color: queues.color })
    .from(whatsappQueues)
    .innerJoin(queues, eq(queues.id, whatsappQueues.queueId))
    .where(inArray(whatsappQueues.whatsappId, [...ids]))
    .orderBy(ascending(queues.orderQueue), asc(queues.id))
  return ids.flatMap(id => {
    const row = rows.find(r => r.id === id)
    if (!row) return []
    const { companyId: _c, ...rest } = row
    const own = links.filter(l => l.whatsappId === id).map(({ whatsappId: _w, ...queue }) => queue)
    const can = channel.capabilitiesOf(row.provider)
    return [{ ...readable(reader, 'whatsapp', rest), queues: own, capabilities: can ? [...can] : null }]
  })
}
