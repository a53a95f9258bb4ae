/** Presence times in the days of a report. */
import type { PresenceFigures } from '@contract'
import { and, eq } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { oneOf } from '../../platform/db/engine/words'
import { userQueues } from '../../platform/db/schema'
import type { ReportFilter } from './filter'
import { addPresence, presenceByUser } from './presence-days'

/** Whose presence is asked for: the named people, else those of the named queues; null: everybody. */
export async function peopleOf(
  db: Reader,
  companyId: number,
  filter: ReportFilter,
): Promise<number[] | null> {
  if (filter.queueIds.length === 0) return filter.userIds.length > 0 ? [...filter.userIds] : null
  const rows = await db
    .select({ id: userQueues.userId })
    .from(userQueues)
    .where(and(eq(userQueues.companyId, companyId), oneOf(userQueues.queueId, filter.queueIds)))
  const ids = [...new Set(rows.map(row => row.id))]
  return filter.userIds.length > 0 ? ids.filter(id => filter.userIds.includes(id)) : ids
}

/**
 * Presence, breaks and busy time. Connections and tags do not narrow it, because nobody is present for one of them.
 * @param now epoch milliseconds.
 * @returns for each present person by id, and in total.
 */
export async function presenceOf(
  db: Reader,
  companyId: number,
  days: { from: string; to: string },
  filter: ReportFilter,
  now: number,
): Promise<{ total: PresenceFigures; byUser: ReadonlyMap<number, PresenceFigures> }> {
  const people = await peopleOf(db, companyId, filter)
  const byUser = await presenceByUser(db, companyId, days, people, now)
  const total = { online: 0, onBreak: 0, busy: 0 }
  for (const one of byUser.values()) addPresence(total, one)
  return { total, byUser }
}
