/**
 * Which of the processes that serve one database works for which companies. A process that lives has a row, whose time it
 * renews over a line of its own; the companies are in `SHARDS` parts, and each part names the number of the process that
 * works for it. Whoever finds a row whose time is over (a process that stands still, a line that is cut), or whose line is
 * gone (one that was killed), deletes it; from then on nothing of that process is stored any more (`db.guard`), and the
 * others take its parts. A process that comes has parts given to it, one that ends gives up its own.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { within } from '../../../time-limit'
import { type Log, reasonOf } from '../../log'
import { SHARDS } from '../shards'
import { IN_USE, session, taken } from './database-lock'
import { ALL, BEAT, type Beat, isLined, LINE, NOTIFY, ONE, TAKE } from './leases-statements'
import { explained } from './lost'
import { NOW } from './postgres-triggers'

/**
 * Milliseconds between two renewals; for how long one is believed by the process itself; and after how long without one the
 * others may take its place. What is believed ends before that.
 */
const PULSE = { beatMs: 1_000, freshMs: 7_000, deadMs: 9_000 }
/** For so long a place has to be seen as left: where the database was away for all, each is given the time to come back. */
const GONE_MS = 2_000
/** How long one renewal may take, in milliseconds. */
const PROOF_MS = 4_000
/** Between two tries to reach a database that went away, and how long a process that is alone is given to end, milliseconds. */
const AGAIN_MS = 1_000
const WAIT_MS = 5_000

const NEVER = { steady: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY }

export interface Leases {
  /** The number of this process. */
  readonly process: number
  /** The process that works for a part, as far as this one knows; null: none. */
  ownerOf(shard: number): number | null
  /** Processes that live and work, as far as this one knows, itself included. */
  living(): ReadonlySet<number>
  /** Whether this process lives for the others, too: no part of it can have been taken. */
  isFresh(): boolean
  /** Looks now: somebody has just given parts up. */
  look(): void
  /** Whether no other process lives. */
  isAlone(): boolean
  /** Whether no process that lives has been here for longer. */
  isFirst(): boolean
  /** Takes parts from now on. @returns when the first ones, if any are free, are this process's. */
  begin(work: LeasedWork): Promise<void>
  /** Takes nothing more, and gives up everything when its work has ended. @param end ends it. */
  leave(end: () => Promise<void>): Promise<void>
  /** This process ends. */
  close(): Promise<void>
}

/** What the processes say to each other. */
export interface Line {
  readonly process: number
  isUp(): boolean
  /**
   * Says something to a process, or to all (null), in one transaction.
   * @param parts in ASCII, less than 8,000 bytes each, no two alike. @returns the places of those that were said.
   * @throws Error when the line broke; some may have been said.
   */
  notify(parts: readonly { to: number | null; part: string }[]): Promise<ReadonlySet<number>>
  /** @param listener is given what the others say; null: from here on over another line. */
  onHeard(listener: (part: string | null) => void): void
  /** Called when there is another line. */
  onReturn(listener: () => void): void
}

export interface LeasesOptions {
  log: Log
  /** Of the key that signs and seals: the same for all that live. */
  keyPrint: string
  /** Sets what a write has to find in the database to be stored. */
  guard(process: number | null): void
  /** Called once at most: others have this process's parts by now. It may do nothing more. */
  onLost(): void
  /** PULSE unless given (tests). */
  pulse?: typeof PULSE | undefined
}

interface LeasedWork {
  /** These parts are this process's from now on. */
  onTaken(shards: readonly number[]): void
  /** Others are to have these parts: to be given up when nothing is begun for them any more. */
  onWanted(shards: readonly number[]): Promise<void>
  /** Something of `ownerOf` is another by now. */
  onChange(): void
}

/**
 * Joins the processes of a database.
 * @param url `postgres://...`.
 * @throws Error when an older version has the database alone, or a process that lives has another key; DatabaseLost when
 *   it cannot be reached.
 */
export async function joinProcesses(
  url: string,
  { log, keyPrint, guard, onLost, pulse = PULSE }: LeasesOptions,
): Promise<{ leases: Leases; line: Line }> {
  let me = 0
  let client: Client
  let isUp = false
  let work: LeasedWork | null = null
  let works = false
  let lives: ReadonlySet<number> = new Set()
  let heard = (_part: string | null): void => {}
  const returns = new Set<() => void>()
  let left = false
  let shards: Beat['shards'] = {}
  let alive: ReadonlySet<number> = new Set()
  /** Whose place was left when last looked, and since when it is seen so. */
  let suspects = new Map<number, { until: number; since: number }>()
  let givingUp: Promise<void> | null = null
  /** When the last renewal that was answered began, by both clocks: one of them may have stood still, too. */
  let proof = NEVER
  const nowBy = () => ({ steady: performance.now(), wall: Date.now() })
  const isFresh = (): boolean => {
    const now = nowBy()
    return now.steady - proof.steady < pulse.freshMs && now.wall - proof.wall < pulse.freshMs
  }
  const ask = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await within(PROOF_MS, () => client.query<T>(text, values))).rows
  const own = (): number[] =>
    Object.keys(shards)
      .map(Number)
      .filter(shard => shards[shard] === me)

  const lose = (): void => {
    if (left) return
    left = true
    isUp = false
    proof = NEVER
    client.end().catch(() => {})
    onLost()
  }
  const giveUp = async (by: LeasedWork, given: readonly number[]): Promise<void> => {
    await by.onWanted(given)
    await ask('update work_shards set process_id = null where process_id = $1 and shard = any($2)', [
      me,
      given,
    ])
    for (const shard of given) shards[shard] = null
  }
  /** Every process has as many parts as the others. Of what is too much, parts from all over are given up. */
  const balance = async (by: LeasedWork): Promise<void> => {
    const share = Math.ceil(SHARDS / alive.size)
    const mine = own()
    const isFree = (owner: number | null | undefined): boolean => owner == null || !alive.has(owner)
    if (mine.length < share && Object.values(shards).some(isFree)) {
      const rows = await ask<{ shard: string }>(TAKE, [me, share - mine.length])
      const taken = rows.map(({ shard }) => Number(shard))
      for (const shard of taken) shards[shard] = me
      if (taken.length > 0) by.onTaken(taken)
    } else if (mine.length > share && !givingUp) {
      const rate = (mine.length - share) / mine.length
      const given = mine.filter((_, at) => Math.floor((at + 1) * rate) > Math.floor(at * rate))
      givingUp = giveUp(by, given)
        .catch((error: unknown) => {
          log.warn('work was not given up', { reason: reasonOf(error) })
          by.onTaken(given)
        })
        .finally(() => {
          givingUp = null
        })
    }
  }
  const beat = async (): Promise<void> => {
    if (left) return
    const began = nowBy()
    const [said] = await ask<Beat>(BEAT, [me, pulse.deadMs, Number(works)])
    if (!said || said.renewed === 0) return lose()
    proof = began
    const before = suspects
    suspects = new Map()
    for (const { id, until, gone } of said.others) {
      const known = before.get(id)
      if (gone) suspects.set(id, known?.until === until ? known : { until, since: began.steady })
    }
    const ended = [...suspects].filter(([, { since }]) => began.steady - since >= GONE_MS)
    for (const [id, { until }] of ended) {
      // Whoever has renewed it meanwhile lives.
      await ask('delete from work_processes where id = $1 and until = $2', [id, until])
      log.warn('a process ended or stands still: its work is taken over', { process: id })
    }
    const others = said.others.filter(({ id }) => !ended.some(([gone]) => gone === id))
    lives = new Set([me, ...others.map(({ id }) => id)])
    const known = JSON.stringify(shards)
    shards = said.shards
    alive = new Set([me, ...others.flatMap(({ id, works }) => (works ? [id] : []))])
    if (work) await balance(work)
    if (JSON.stringify(shards) !== known) changed?.onChange()
  }
  let changed: LeasedWork | null = null
  let beating: Promise<void> | null = null
  let again = false
  /** One renewal at a time; asked for meanwhile, there is another. */
  const look = (): Promise<void> => {
    again = beating !== null
    beating ??= beat()
      .catch((error: unknown) => {
        // A line nobody hears the end of is ended here; its end opens another.
        log.warn('the lease on the work was not renewed', { reason: reasonOf(error) })
        client.end().catch(() => {})
      })
      .finally(() => {
        beating = null
        if (again && !left) void look()
      })
    return beating
  }
  /** Each that comes has stored its own before it asks for the others': of two that come together one sees the other. */
  const compareKeys = async (opened: Client): Promise<void> => {
    const { rowCount } = await opened.query(
      `select 1 from work_processes p where id <> $1 and key_print <> $2 and until > ${NOW} and ${isLined('p.id')}`,
      [me, keyPrint],
    )
    if (rowCount === 0) return
    await opened.query('delete from work_processes where id = $1', [me])
    throw new Error(
      'Another server of this database signs and seals with another key: give all of them the same (TURNO_WORKSPACE_KEY_FILE, or one data folder)',
    )
  }
  /** @returns whether this process may be here: an older version that has the database alone keeps others out. */
  const open = async (): Promise<boolean> => {
    const opened = await session(url)
    try {
      const isShared = await within(WAIT_MS + PROOF_MS, async () => {
        if (!(await taken(opened, WAIT_MS, true))) return false
        const isNew = me === 0
        const registers = `insert into work_processes (until, works, key_print) values (${NOW} + ${pulse.deadMs}, 0, $1) returning id`
        if (isNew) me = Number((await opened.query<{ id: string }>(registers, [keyPrint])).rows[0]?.id)
        await opened.query(`set application_name = '${LINE}${me}'; listen ${ALL}; listen ${ONE}${me}`)
        if (isNew) await compareKeys(opened)
        return true
      })
      if (!isShared) opened.end().catch(() => {})
      if (!isShared) return false
    } catch (error) {
      opened.end().catch(() => {})
      throw error
    }
    client = opened
    isUp = true
    heard(null)
    opened.on('notification', ({ payload }) => heard(payload ?? ''))
    opened.once('end', () => {
      isUp = false
      void reopen()
    })
    return true
  }
  const reopen = async (): Promise<void> => {
    // Whoever finds the line gone may count this process as ended.
    proof = NEVER
    while (!left) {
      try {
        if (!(await open())) return lose()
        await look()
        for (const listener of returns) listener()
        return
      } catch (error) {
        log.warn('the database does not answer', { reason: reasonOf(error) })
        await delay(AGAIN_MS, undefined, { ref: false })
      }
    }
  }

  try {
    if (!(await open())) throw new Error(IN_USE)
    await ask(
      'insert into work_shards (shard) select generate_series(0, $1::int - 1) on conflict do nothing',
      [SHARDS],
    )
    guard(me)
    await look()
  } catch (error) {
    throw explained(error, false)
  }
  const timer = setInterval(() => void (beating ?? look()), pulse.beatMs)
  timer.unref()
  const leases: Leases = {
    process: me,
    ownerOf: shard => shards[shard] ?? null,
    living: () => alive,
    isFresh,
    look: () => void look(),
    isAlone: () => lives.size === 1,
    isFirst: () => isFresh() && Math.min(...lives) === me,
    async begin(begun) {
      work = begun
      changed = begun
      works = true
      await beating
      await look()
    },
    async leave(end) {
      work = null
      await beating
      await givingUp
      await end()
      works = false
      await ask('update work_shards set process_id = null where process_id = $1', [me]).catch(() => {})
      await look()
    },
    async close() {
      clearInterval(timer)
      left = true
      isUp = false
      await beating
      guard(null)
      await ask('update work_shards set process_id = null where process_id = $1', [me]).catch(() => {})
      await ask('delete from work_processes where id = $1', [me]).catch(() => {})
      await client.end().catch(() => {})
    },
  }
  return {
    leases,
    line: {
      process: me,
      isUp: () => isUp,
      async notify(parts) {
        if (!isUp) throw new Error('the database is away')
        const rows = await ask<{ at: string }>(NOTIFY, [
          parts.map(({ to }) => to),
          parts.map(({ part }) => part),
        ])
        return new Set(rows.map(({ at }) => Number(at)))
      },
      onHeard(listener) {
        heard = listener
      },
      onReturn: listener => void returns.add(listener),
    },
  }
}
