/**
 * Counts attempts in the database, for all processes of a workspace. While it is away each process counts for itself.
 */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { within } from '../../../time-limit'
import type { Log } from '../../log'
import { type AttemptLimit, type Attempts, attemptCounter, attemptRule, type Tally } from '../auth/attempts'
import type { Db } from '../db/client'
import { NOW } from '../db/engine/triggers'
import { gathered } from './gathered'

/** How long a sign-in waits for the database, milliseconds. */
const ANSWER_TIMEOUT_MS = 500

interface Count {
  key: string
  windowMs: number
}

/** Counts simultaneous attempts in one statement; each of several attempts of one key gets its own count. */
export const countsIn = (db: Db): ((one: Count) => Promise<Tally>) =>
  gathered<Count, Tally>(async all => {
    const by = new Map<string, { windowMs: number; by: number }>()
    for (const { key, windowMs } of all) by.set(key, { windowMs, by: (by.get(key)?.by ?? 0) + 1 })
    const given = JSON.stringify([...by].map(([key, one]) => ({ key, ...one })))
    const now = sql.raw(NOW)
    const rows = await db.unordered.all<{ key: string; count: number; left_ms: number }>(sql`
      insert into short_lived (key, count, until)
        select key, "by", ${now} + "windowMs"
        from jsonb_to_recordset(cast(${given} as jsonb)) as given(key text, "by" bigint, "windowMs" bigint)
        order by key
      on conflict (key) do update set
        count = case when short_lived.until <= ${now} then excluded.count else short_lived.count + excluded.count end,
        until = case when short_lived.until <= ${now} then excluded.until else short_lived.until end
      returning key, count, until - ${now} as left_ms`)
    const found = new Map(rows.map(row => [row.key, row]))
    for (const [key, { by: many }] of by) {
      const row = found.get(key)
      if (row) row.count -= many
    }
    return all.map(({ key }) => {
      const row = found.get(key)
      if (!row) throw new Error('an attempt was not counted')
      row.count += 1
      return { count: row.count, leftMs: row.left_ms }
    })
  })

/**
 * A counter that all processes share.
 * @param count of one database (`countsIn`). @param name what is counted.
 */
export function sharedAttempts(
  { db, count }: { db: Db; count: ReturnType<typeof countsIn> },
  log: Log,
  name: string,
  limit: AttemptLimit,
): Attempts {
  const own = attemptCounter(limit)
  // Hashed, so that addresses of people and networks are not readable there.
  const keyOf = (key: string): string => `${name}:${createHash('sha256').update(key).digest('base64url')}`
  let alone = false
  /** Asks the database, and if it does not answer in time the process's own memory. */
  const asked = async <T>(question: () => Promise<T>, otherwise: () => T): Promise<T> => {
    try {
      const answer = await within(ANSWER_TIMEOUT_MS, question)
      alone = false
      return answer
    } catch {
      if (!alone) log.warn('attempts are counted by this process alone', { of: name })
      alone = true
      return otherwise()
    }
  }
  const read = async (key: string): Promise<Tally> => {
    const now = sql.raw(NOW)
    const [row] = await db.all<{ count: number; left_ms: number }>(
      sql`select count, until - ${now} as left_ms from short_lived where key = ${keyOf(key)} and until > ${now}`,
    )
    return { count: row?.count ?? 0, leftMs: row?.left_ms ?? 0 }
  }
  return {
    count: key =>
      asked(
        async () => attemptRule.counted(await count({ key: keyOf(key), windowMs: limit.windowMs }), limit),
        () => own.count(key),
      ),
    wait: key =>
      asked(
        async () => attemptRule.next(await read(key), limit),
        () => own.wait(key),
      ),
    async clear(key) {
      own.clear(key)
      await asked<unknown>(
        () => db.unordered.run(sql`delete from short_lived where key = ${keyOf(key)}`),
        () => null,
      )
    },
  }
}
