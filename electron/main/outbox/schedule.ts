/**
 * Which entries may leave now. Pure: the engine asks after every change and does what this returns.
 *
 * Entries of a ticket leave one after the other, in the order they were accepted. One that waits (held, backing off)
 * makes the later ones of its ticket wait too; one that the server refused for good does not: it stays visible in its
 * place until a person decides. Forwards are ordered among themselves, because they go to other tickets, one by one with a
 * pause.
 */
import type { PauseLimits } from '../backoff'
import type { OutboxRecord } from './types'

export interface Limits {
  /** Requests at the same time. */
  total: number
  /** Of these, uploads: texts of other tickets must not wait for videos. */
  media: number
}

export const LIMITS: Limits = { total: 6, media: 2 }
/** Pauses after a failure that mends itself. */
export const PAUSES: PauseLimits = { firstMs: 1_000, maxMs: 60_000 }

export type OrderingKey = `ticket ${number}` | 'forward'

export const orderingKeyOf = (record: Pick<OutboxRecord, 'kind' | 'ticketId'>): OrderingKey =>
  record.kind === 'forward' ? 'forward' : `ticket ${record.ticketId}`

export interface Plan {
  start: OutboxRecord[]
  /** When to ask again, in milliseconds since the epoch; null when only an event can change anything. */
  wakeAt: number | null
}

/**
 * @param records in order of acceptance.
 * @param running records whose attempt has not ended, whatever their state is.
 * @param forwardFrom no forward starts before this instant.
 */
export function plan(
  records: Iterable<OutboxRecord>,
  running: ReadonlySet<OutboxRecord>,
  now: number,
  forwardFrom: number,
  limits: Limits = LIMITS,
): Plan {
  const busy = new Set<OrderingKey>()
  let media = 0
  for (const record of running) {
    busy.add(orderingKeyOf(record))
    if (record.kind === 'media') media += 1
  }
  let slots = limits.total - running.size
  const start: OutboxRecord[] = []
  let wakeAt: number | null = null

  for (const record of records) {
    if (record.state !== 'queued' || record.leaving) continue
    const key = orderingKeyOf(record)
    if (busy.has(key)) continue
    // The first that waits in its lane: whatever happens to it, the later ones wait for it.
    busy.add(key)
    const due = Math.max(
      record.holdUntil ?? 0,
      record.backoffUntil ?? 0,
      record.kind === 'forward' ? forwardFrom : 0,
    )
    if (due > now) {
      wakeAt = wakeAt === null ? due : Math.min(wakeAt, due)
      continue
    }
    if (slots <= 0 || (record.kind === 'media' && media >= limits.media)) continue
    slots -= 1
    if (record.kind === 'media') media += 1
    start.push(record)
  }
  return { start, wakeAt }
}
