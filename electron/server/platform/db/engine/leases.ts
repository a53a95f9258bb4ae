/**
 * Which of the processes that serve one database works for which companies. A living process has a row whose time it
 * renews over its own connection. The companies are in `SHARDS` parts, and each part names its process. A row whose
 * time is over (a hanging process, a cut connection) or whose connection is gone (a killed one) is deleted by whoever
 * finds it; from then on nothing of that process is stored any more (`db.guard`), and the others take its parts. A new
 * process is given parts, an ending one gives up its own.
 */
import { type Log, reasonOf } from '../../../log'
import { SHARDS } from '../shards'
import { IN_USE } from './database-lock'
import { explained } from './lost'
import { isLined, type Line, processConnection } from './process-connection'
import { NOW } from './triggers'

/**
 * Milliseconds between two renewals, how long the process itself trusts one, and after how long the others take over.
 * Its own trust ends first.
 */
const HEARTBEAT = { everyMs: 1_000, freshMs: 7_000, deadMs: 9_000 }
/** How long a place must have been seen as left: if the database was away for everybody, all get time to come back. */
const GONE_MS = 2_000

const NEVER = { steady: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY }

/** Renews the time of a process, and reads which others live and what each works for. */
const RENEW = `with renewed as (update work_processes set until = ${NOW} + $2, works = $3 where id = $1 returning id)
  select (select count(*) from renewed)::int as renewed,
    (select coalesce(json_agg(json_build_object('id', p.id, 'until', p.until, 'works', p.works,
        'gone', p.until <= ${NOW} or not ${isLined('p.id')})), '[]')
      from work_processes p where p.id <> $1) as others,
    (select json_object_agg(shard, process_id) from work_shards) as shards`
const TAKE = `update work_shards set process_id = $1 where shard in (
    select shard from work_shards
    where process_id is null or process_id not in (select id from work_processes)
    order by shard limit $2 for update skip locked)
  returning shard`

interface Renewal {
  renewed: number
  others: { id: number; until: number; works: number; gone: boolean }[]
  shards: Record<string, number | null>
}

export interface Leases {
  /** The number of this process. */
  readonly process: number
  /** The process that works for a part, as far as this one knows; null: none. */
  ownerOf(shard: number): number | null
  /** Processes that live and work, as far as this one knows, itself included. */
  living(): ReadonlySet<number>
  /** Whether the others count this process as alive: then none of its parts can have been taken. */
  isFresh(): boolean
  /** Looks now: another process has just given parts up. */
  look(): void
  /** Whether no other process lives. */
  isAlone(): boolean
  /** Whether no living process is older than this one. */
  isFirst(): boolean
  /** Takes parts from now on. @returns when it has the first free ones, if there are any. */
  begin(work: LeasedWork): Promise<void>
  /** Takes nothing more, and gives everything up when its work has ended. @param end ends it. */
  leave(end: () => Promise<void>): Promise<void>
  /** This process ends. */
  close(): Promise<void>
}

export interface LeasesOptions {
  log: Log
  /** Of the key that signs and seals: the same for all that live. */
  keyPrint: string
  /** Sets what a write must find in the database to be stored. */
  guard(process: number | null): void
  /** Called at most once: others have this process's parts, and it may do nothing more. */
  onLost(): void
  /** HEARTBEAT unless given (tests). */
  heartbeat?: typeof HEARTBEAT | undefined
}

interface LeasedWork {
  /** These parts belong to this process from now on. */
  onTaken(shards: readonly number[]): void
  /** These parts go to others: to be given up when no more work begins for them. */
  onWanted(shards: readonly number[]): Promise<void>
  /** An owner has changed. */
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
  { log, keyPrint, guard, onLost, heartbeat = HEARTBEAT }: LeasesOptions,
): Promise<{ leases: Leases; line: Line }> {
  let me = 0
  let work: LeasedWork | null = null
  let works = false
  let lives: ReadonlySet<number> = new Set()
  let left = false
  let shards: Renewal['shards'] = {}
  let alive: ReadonlySet<number> = new Set()
  /** The place that was seen as left, and since when. */
  let suspects = new Map<number, { until: number; since: number }>()
  let givingUp: Promise<void> | null = null
  /** The start of the last answered renewal, by both clocks: one of them may have stood still. */
  let proof = NEVER
  const nowBy = () => ({ steady: performance.now(), wall: Date.now() })
  const isFresh = (): boolean => {
    const now = nowBy()
    return now.steady - proof.steady < heartbeat.freshMs && now.wall - proof.wall < heartbeat.freshMs
  }
  const own = (): number[] =>
    Object.keys(shards)
      .map(Number)
      .filter(shard => shards[shard] === me)

  const lose = (): void => {
    if (left) return
    left = true
    proof = NEVER
    connection.retire()
    connection.breakOff()
    onLost()
  }
  const connection = processConnection(url, {
    keyPrint,
    deadMs: heartbeat.deadMs,
    log,
    // A process without its connection may count as ended.
    onBroken() {
      proof = NEVER
    },
    onReopened: () => look(),
    onRefused: lose,
  })
  const { ask, line } = connection
  const giveUp = async (by: LeasedWork, given: readonly number[]): Promise<void> => {
    await by.onWanted(given)
    await ask('update work_shards set process_id = null where process_id = $1 and shard = any($2)', [
      me,
      given,
    ])
    for (const shard of given) shards[shard] = null
  }
  /** Every process gets an equal number of parts; surplus ones are given up, spread over all companies. */
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
  const renew = async (): Promise<void> => {
    if (left) return
    const began = nowBy()
    const [renewal] = await ask<Renewal>(RENEW, [me, heartbeat.deadMs, Number(works)])
    if (!renewal || renewal.renewed === 0) return lose()
    proof = began
    const before = suspects
    suspects = new Map()
    for (const { id, until, gone } of renewal.others) {
      const known = before.get(id)
      if (gone) suspects.set(id, known?.until === until ? known : { until, since: began.steady })
    }
    const ended = [...suspects].filter(([, { since }]) => began.steady - since >= GONE_MS)
    for (const [id, { until }] of ended) {
      // A process that renewed meanwhile lives.
      await ask('delete from work_processes where id = $1 and until = $2', [id, until])
      log.warn('a process ended or stands still: its work is taken over', { process: id })
    }
    const others = renewal.others.filter(({ id }) => !ended.some(([gone]) => gone === id))
    lives = new Set([me, ...others.map(({ id }) => id)])
    const known = JSON.stringify(shards)
    shards = renewal.shards
    alive = new Set([me, ...others.flatMap(({ id, works }) => (works ? [id] : []))])
    if (work) await balance(work)
    if (JSON.stringify(shards) !== known) changed?.onChange()
  }
  let changed: LeasedWork | null = null
  let renewing: Promise<void> | null = null
  let again = false
  /** One renewal at a time; a request made meanwhile starts another. */
  const look = (): Promise<void> => {
    again = renewing !== null
    renewing ??= renew()
      .catch((error: unknown) => {
        log.warn('the lease on the work was not renewed', { reason: reasonOf(error) })
        connection.breakOff()
      })
      .finally(() => {
        renewing = null
        if (again && !left) void look()
      })
    return renewing
  }
  try {
    if (!(await connection.open())) throw new Error(IN_USE)
    me = line.process
    await ask(
      'insert into work_shards (shard) select generate_series(0, $1::int - 1) on conflict do nothing',
      [SHARDS],
    )
    guard(me)
    await look()
  } catch (error) {
    throw explained(error, false)
  }
  const timer = setInterval(() => void (renewing ?? look()), heartbeat.everyMs)
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
      await renewing
      await look()
    },
    async leave(end) {
      work = null
      await renewing
      await givingUp
      await end()
      works = false
      await ask('update work_shards set process_id = null where process_id = $1', [me]).catch(() => {})
      await look()
    },
    async close() {
      clearInterval(timer)
      left = true
      connection.retire()
      await renewing
      guard(null)
      await ask('update work_shards set process_id = null where process_id = $1', [me]).catch(() => {})
      await ask('delete from work_processes where id = $1', [me]).catch(() => {})
      await connection.end()
    },
  }
  return { leases, line }
}
