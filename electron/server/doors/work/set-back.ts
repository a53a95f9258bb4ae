/**
 * After a clock was set back, work that was put off by the clock as it was would wait until it has caught up. No row waits
 * longer than its own pause: what is due beyond that is due now.
 */
import { WEBHOOK_BACKOFF_S } from '@contract'
import { type AnyColumn, and, isNull, type SQL, sql } from 'drizzle-orm'
import { FILE_RETRIES_MS } from '../../desk/channel/incoming-files'
import { every, type Job, NOTHING } from '../../every'
import { autoReplies, happenings, inbox, transcripts, webhookDeliveries } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'

const LOOK_MS = 10_000
/** Also looked for this often: another process may have had the wrong clock. Milliseconds. */
const ANYWAY_MS = 60 * 60_000
/** What a clock may differ by, and the pause of most rows; milliseconds. */
const MINUTE_MS = 60_000

interface Waiting {
  table: typeof autoReplies | typeof happenings | typeof inbox | typeof transcripts | typeof webhookDeliveries
  attempts: AnyColumn
  /** Longest pause after so many attempts, milliseconds; the last one also after more. */
  pausesMs: readonly number[]
  waits?: SQL
}

const waiting = ({ modelTimeouts }: Workspace): readonly Waiting[] => [
  { table: happenings, attempts: happenings.tries, pausesMs: [MINUTE_MS] },
  { table: transcripts, attempts: transcripts.attempts, pausesMs: [MINUTE_MS], waits: sql`state = 'queued'` },
  {
    table: autoReplies,
    attempts: autoReplies.attempts,
    pausesMs: [MINUTE_MS + modelTimeouts.hearing],
    waits: sql`status = 'active'`,
  },
  {
    table: inbox,
    attempts: inbox.attempts,
    pausesMs: [MINUTE_MS, ...FILE_RETRIES_MS],
    waits: isNull(inbox.doneAt),
  },
  {
    table: webhookDeliveries,
    attempts: webhookDeliveries.attempts,
    // A pause is up to a tenth longer than it is said to be.
    pausesMs: [MINUTE_MS, ...WEBHOOK_BACKOFF_S.map(seconds => seconds * 1_100)],
    waits: sql`status = 'waiting'`,
  },
]

/** Makes due what is further ahead than it may be, in the companies this process works for. @param now epoch milliseconds. */
export async function dueAgain(app: Workspace, now: number): Promise<void> {
  for (const { table, attempts, pausesMs, waits } of waiting(app)) {
    const pauses = pausesMs.map((ms, at) => ` when ${at} then ${Math.round(ms)}`).join('')
    const longest = sql`(case ${attempts} ${sql.raw(pauses)} else ${sql.raw(String(pausesMs.at(-1)))} end)`
    const isTooFar = sql`${table.nextAt} - ${longest} > ${now + MINUTE_MS}`
    const which = and(isTooFar, waits, app.work.ownedCompanies(table.companyId))
    await app.db.unordered.run(sql`update ${table} set next_at = ${now} where ${which}`)
  }
}

/** Looks whether the clock was set back, until stopped. */
export function startDueAgain(app: Workspace): Job {
  /** The clock, less what has passed since the process began: it is smaller once the clock was set back. */
  let before = Number.POSITIVE_INFINITY
  let anywayAt = 0
  return every(app, 'clock.set-back', LOOK_MS, async () => {
    const now = Date.now()
    const began = now - performance.now()
    const isSetBack = began < before - MINUTE_MS
    before = began
    if (!isSetBack && performance.now() < anywayAt) return NOTHING
    anywayAt = performance.now() + ANYWAY_MS
    await dueAgain(app, now)
    return null
  })
}
