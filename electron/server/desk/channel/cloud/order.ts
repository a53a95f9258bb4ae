/**
 * Which of two deliveries about one thing is the newer: Meta delivers late, twice and in any order. The key of a row of the
 * inbox names the thing and the time, so that an older word finds the newer one that was taken before it.
 */
import { createHash } from 'node:crypto'
import { and, eq, gt, isNotNull, lt } from 'drizzle-orm'
import type { Reader } from '../../../platform/db/client'
import { inbox } from '../../../platform/db/schema'
import type { InboxRow } from '../inbox-rows'

/** A larger number is milliseconds, not seconds. */
const MOST_SECONDS = 100_000_000_000
/** WhatsApp's beginning, and how far ahead a clock may be, milliseconds: other times are not a delivery's. */
const FIRST_MS = Date.UTC(2009, 0, 1)
const AHEAD_MS = 24 * 60 * 60_000

/** Meta's time stamp, in seconds, as ISO-8601; null when it is missing or impossible. */
export function timeOf(raw: unknown, now: number): string | null {
  const figure = typeof raw === 'string' || typeof raw === 'number' ? Number(raw) : Number.NaN
  const ms = figure > MOST_SECONDS ? figure : figure * 1_000
  return ms >= FIRST_MS && ms <= now + AHEAD_MS ? new Date(Math.floor(ms)).toISOString() : null
}

/** The same, or now. */
export const instantOf = (raw: unknown, now: number): string =>
  timeOf(raw, now) ?? new Date(now).toISOString()

const hashOf = (about: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(about)).digest('hex').slice(0, 40)

const ORDERED = /^(order:[0-9a-f]{40}):([^:]+:[^:]+:[^:]+Z):/

/**
 * The key of an event of which the newest holds.
 * @param about what it is about. @param at null: nobody knows, and it holds as it comes.
 */
export const orderedKey = (about: readonly unknown[], at: string | null, id: string): string =>
  at === null ? id : `order:${hashOf(about)}:${at}:${id}`

const taken = (db: Reader, { whatsappId, provider }: InboxRow, after: string, before: string) =>
  db.$count(
    inbox,
    and(
      eq(inbox.whatsappId, whatsappId),
      eq(inbox.provider, provider),
      gt(inbox.key, after),
      lt(inbox.key, before),
      isNotNull(inbox.doneAt),
    ),
  )

/** Whether something newer about the same was taken already. */
export async function isOvertaken(db: Reader, row: InboxRow): Promise<boolean> {
  const [, about, at] = ORDERED.exec(row.key) ?? []
  // A semicolon comes right after the colon.
  return about !== undefined && (await taken(db, row, `${about}:${at};`, `${about};`)) > 0
}

/** Whether anything about this was taken, as long as rows are kept. */
export const isTaken = async (db: Reader, row: InboxRow, about: readonly unknown[]): Promise<boolean> =>
  (await taken(db, row, `order:${hashOf(about)}:`, `order:${hashOf(about)};`)) > 0
