/**
 * The log of events on PostgreSQL, for all processes of a workspace. A transaction takes its company's next numbers last, in
 * the same round trip as its commit, so that the row that holds them is locked for no longer. Other processes are told by
 * NOTIFY which companies have news, in statements of their own (within the writes it would take a lock over every commit of
 * the database), and read them in one statement; what they are not told they find by looking.
 */
import { Client } from 'pg'
import type { EventLog, Logged } from '../event-log'
import type { Connections } from './postgres-connection'
import { NOW } from './postgres-triggers'

/** Kept for so long, and so many entries of one company, whichever is less. */
const KEPT_MS = 24 * 60 * 60_000
const KEPT_ENTRIES = 1_000_000
const PRUNE_EVERY_MS = 60 * 60_000
/** Rows that one statement removes: none of them takes long. */
const PRUNED_AT_ONCE = 5_000
/** Writes that other processes are told of together, over the line that listens; milliseconds. */
const TOLD_MS = 20
/** How long an own entry waits for one before it that is on its way from the database, milliseconds. */
const GAP_MS = 10
/** How often a process looks by itself, and tries to listen again, milliseconds. */
const LOOK_MS = 1_000
/** How long the line that listens has to open, and to answer, milliseconds. */
const LINE_MS = 10_000
/** Entries of one company and companies that are read at once. */
const MOST_ENTRIES = 500
const MOST_COMPANIES = 500
/** A NOTIFY carries less than 8,000 bytes. */
const MOST_TOLD = 300
const CHANNEL = 'turno_events'

interface Stream {
  /** Delivered up to here; Infinity until it is known where to begin. */
  at: number
  /** Own entries that wait for those before them. */
  early: Map<number, Logged>
  followers: Set<(entry: Logged) => void>
  begun: Promise<void>
}

interface Found {
  company_id: number
  head: number
  seq: number | null
  entry: string | null
}

export interface PostgresEvents extends EventLog {
  /** A transaction of this process wrote these. */
  written(entries: readonly Logged[]): void
  close(): Promise<void>
}

/**
 * @param url of the database, for the one connection that listens.
 * @param on where the log is read. @param onTrouble hears of what cannot be read; it is tried again.
 * @param lookMs LOOK_MS unless given.
 */
export async function postgresEvents(
  url: string,
  on: Pick<Connections, 'query' | 'single'>,
  onTrouble: (error: Error) => void,
  lookMs: number = LOOK_MS,
): Promise<PostgresEvents> {
  const streams = new Map<number, Stream>()
  const rowsOf = async <T>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
    (await on.query({ text, values, inArrays: false })).rows as T[]
  const trouble = (error: unknown): void => onTrouble(error as Error)

  const epochNow = async (): Promise<string> => {
    const [row] = await rowsOf<{ epoch: string }>(
      `select md5(system_identifier::text || '/' || oid::text || '/' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)) as epoch
        from pg_control_system(), pg_database where datname = current_database()`,
    )
    return row?.epoch ?? ''
  }
  let epoch = await epochNow()

  /** Reads what companies have after their numbers, with how far each is; in one statement, so that it is of one moment. */
  const after = (asked: readonly (readonly [companyId: number, seq: number])[], most: number) =>
    rowsOf<Found>(
      `select h.company_id, h.head, e.seq, e.entry
        from unnest($1::bigint[], $2::bigint[]) as asked(company_id, seq)
        join event_heads h on h.company_id = asked.company_id
        left join lateral (
          select seq, entry from events where company_id = asked.company_id and seq > asked.seq order by seq limit $3
        ) e on true
        order by h.company_id, e.seq`,
      [`{${asked.map(([id]) => id)}}`, `{${asked.map(([, seq]) => seq)}}`, most],
    )
  const logged = ({ company_id, seq, entry }: Found): Logged[] =>
    seq === null || entry === null ? [] : [{ ...JSON.parse(entry), companyId: company_id, seq }]
  /** Whether all that was written after a number is still there. */
  const isWhole = (seq: number, head: number, found: readonly Logged[]): boolean =>
    head === seq || (head > seq && found[0]?.seq === seq + 1)

  const deliver = (stream: Stream, entry: Logged): void => {
    stream.at = entry.seq
    for (const follower of stream.followers) follower(entry)
  }
  /** Delivers what is next. @returns whether entries wait for others. */
  const advance = (stream: Stream): boolean => {
    for (;;) {
      const next = stream.early.get(stream.at + 1)
      if (!next) break
      stream.early.delete(next.seq)
      deliver(stream, next)
    }
    for (const seq of stream.early.keys()) if (seq <= stream.at) stream.early.delete(seq)
    return stream.early.size > 0
  }

  const wanted = new Set<number>()
  let reading: Promise<void> | null = null
  let closed = false
  const readOnce = async (): Promise<void> => {
    const companies = [...wanted].slice(0, MOST_COMPANIES)
    for (const id of companies) wanted.delete(id)
    const asked = companies.flatMap(id => {
      const at = streams.get(id)?.at ?? Number.POSITIVE_INFINITY
      return Number.isFinite(at) ? [[id, at] as const] : []
    })
    if (asked.length === 0) return
    const found = new Map<number, Found[]>(companies.map(id => [id, []]))
    for (const row of await after(asked, MOST_ENTRIES)) found.get(row.company_id)?.push(row)
    for (const [companyId, seq] of asked) {
      const stream = streams.get(companyId)
      const rows = found.get(companyId)
      const head = rows?.[0]?.head ?? 0
      if (!stream || !rows || head <= stream.at) continue
      const entries = rows.flatMap(logged)
      if (!isWhole(seq, head, entries)) {
        stream.early.clear()
        deliver(stream, { companyId, seq: head, rooms: [], act: { startOver: true } })
        continue
      }
      for (const entry of entries) if (entry.seq > stream.at) stream.early.set(entry.seq, entry)
      advance(stream)
      if (head > stream.at) wanted.add(companyId)
    }
  }
  const read = (): void => {
    reading ??= (async () => {
      try {
        while (wanted.size > 0 && !closed) await readOnce()
      } catch (error) {
        if (!closed) trouble(error)
      } finally {
        reading = null
      }
    })()
  }
  const behind = (companyId: number, head: number): void => {
    const stream = streams.get(companyId)
    if (!stream || head <= stream.at) return
    wanted.add(companyId)
    read()
  }
  const look = async (): Promise<void> => {
    if (streams.size === 0) return
    const heads = await rowsOf<{ company_id: number; head: number }>(
      'select company_id, head from event_heads where company_id = any($1::bigint[])',
      [`{${[...streams.keys()]}}`],
    )
    for (const { company_id, head } of heads) behind(company_id, head)
  }

  /** The line that listens, while there is one. */
  let listener: Client | null = null
  const news = new Map<number, number>()
  let telling: NodeJS.Timeout | undefined
  const tell = async (): Promise<void> => {
    telling = undefined
    const all = [...news]
    news.clear()
    for (let i = 0; i < all.length; i += MOST_TOLD) {
      const told = all.slice(i, i + MOST_TOLD).map(([companyId, head]) => `${companyId}:${head}`)
      await listener?.query('select pg_notify($1, $2)', [CHANNEL, told.join()])
    }
  }

  const listen = async (): Promise<void> => {
    const client = new Client({
      connectionString: url,
      application_name: 'turno listens',
      keepAlive: true,
      connectionTimeoutMillis: LINE_MS,
      query_timeout: LINE_MS,
    })
    listener = client
    const lost = (): void => {
      if (listener !== client) return
      listener = null
      void client.end().catch(() => {})
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ payload }) => {
      for (const one of (payload ?? '').split(',')) {
        const [companyId, head] = one.split(':').map(Number)
        if (companyId !== undefined && head !== undefined) behind(companyId, head)
      }
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      lost()
      throw error
    }
    const present = await epochNow()
    if (present === epoch) return
    epoch = present
    for (const [companyId, stream] of streams) {
      stream.early.clear()
      const [row] = await after([[companyId, 0]], 1)
      deliver(stream, { companyId, seq: row?.head ?? 0, rooms: [], act: { startOver: true } })
    }
  }
  let looking: Promise<void> | null = null
  const clock = setInterval(() => {
    looking ??= (async () => {
      try {
        if (!listener) await listen()
        await look()
      } catch (error) {
        if (!closed) trouble(error)
      } finally {
        looking = null
      }
    })()
  }, lookMs)
  clock.unref()
  await listen().catch(trouble)

  const prune = async (): Promise<void> => {
    const old = `select ctid from events where at < ${NOW} - ${KEPT_MS}`
    const many = `select e.ctid from event_heads h join events e on e.company_id = h.company_id and e.seq <= h.head - ${KEPT_ENTRIES}`
    for (const which of [old, many]) {
      for (;;) {
        const text = `delete from events where ctid = any(array(${which} limit ${PRUNED_AT_ONCE}))`
        const { rowCount } = await on.single({ text, values: [], inArrays: false })
        if (closed || (rowCount ?? 0) < PRUNED_AT_ONCE) break
      }
    }
  }
  const pruning = setInterval(() => void prune().catch(trouble), PRUNE_EVERY_MS)
  pruning.unref()

  return {
    get epoch() {
      return epoch
    },
    at(companyId) {
      const at = streams.get(companyId)?.at
      return at !== undefined && Number.isFinite(at) ? at : null
    },
    written(entries) {
      for (const entry of entries) {
        const { companyId, seq } = entry
        news.set(companyId, Math.max(news.get(companyId) ?? 0, seq))
        const stream = streams.get(companyId)
        if (!stream || (Number.isFinite(stream.at) && seq <= stream.at)) continue
        stream.early.set(seq, entry)
        if (!Number.isFinite(stream.at) || !advance(stream)) continue
        setTimeout(() => behind(companyId, seq), GAP_MS).unref()
      }
      telling ??= setTimeout(() => void tell().catch(() => {}), TOLD_MS)
    },
    async follow(companyId, follower) {
      let stream = streams.get(companyId)
      if (!stream) {
        const made: Stream = {
          at: Number.POSITIVE_INFINITY,
          early: new Map(),
          followers: new Set(),
          begun: Promise.resolve(),
        }
        made.begun = rowsOf<{ head: number }>('select head from event_heads where company_id = $1', [
          companyId,
        ]).then(
          ([row]) => {
            made.at = row?.head ?? 0
            advance(made)
          },
          error => {
            if (streams.get(companyId) === made) streams.delete(companyId)
            throw error
          },
        )
        streams.set(companyId, made)
        stream = made
      }
      const followed = stream
      await followed.begun
      followed.followers.add(follower)
      return {
        seq: followed.at,
        stop() {
          followed.followers.delete(follower)
          if (followed.followers.size === 0 && streams.get(companyId) === followed) streams.delete(companyId)
        },
      }
    },
    async since(companyId, seq, most) {
      const rows = await after([[companyId, seq]], most)
      const head = rows[0]?.head ?? 0
      const entries = rows.flatMap(logged)
      return isWhole(seq, head, entries) ? entries : null
    },
    async close() {
      closed = true
      clearInterval(clock)
      clearInterval(pruning)
      clearTimeout(telling)
      const last = listener
      listener = null
      await Promise.all([reading, looking, last?.end().catch(() => {})])
    },
  }
}
