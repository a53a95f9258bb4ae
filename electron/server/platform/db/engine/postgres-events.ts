/**
 * The event log on PostgreSQL, for all processes of a workspace. A transaction takes its company's next numbers last,
 * in the same round trip as its commit, so that the row with the numbers is locked only briefly. Other processes are
 * told by NOTIFY which companies have news, in separate statements (inside the writes it would serialise all commits of
 * the database), and read them in one statement; polling finds the rest.
 */
import type { EventLog, Logged } from '../event-log'
import type { Connections } from './postgres-connection'
import { eventNotifications } from './postgres-event-notifications'
import { eventRows, type FoundEvent, isWhole, logged } from './postgres-event-rows'

const PRUNE_EVERY_MS = 60 * 60_000
/** How long an own entry waits for earlier ones still on their way from the database, milliseconds. */
const GAP_MS = 10
/** How often a process polls and tries to listen again, milliseconds. */
const LOOK_MS = 1_000
/** Most entries of one company, and most companies, read at once. */
const MOST_ENTRIES = 500
const MOST_COMPANIES = 500
interface Stream {
  /** The last delivered number; Infinity until the start is known. */
  at: number
  /** Own entries that wait for earlier ones. */
  early: Map<number, Logged>
  followers: Set<(entry: Logged) => void>
  /** Those who follow it, and those who wait for its start: while there is one it is not dropped. */
  users: number
  begun: Promise<void>
}

export interface PostgresEvents extends EventLog {
  /** A transaction of this process wrote these. */
  written(entries: readonly Logged[]): void
  close(): Promise<void>
}

/**
 * @param url of the database, for the listening connection.
 * @param on where the log is read.
 * @param onTrouble gets read errors; they are retried.
 * @param lookMs LOOK_MS unless given.
 */
export async function postgresEvents(
  url: string,
  on: Pick<Connections, 'query' | 'single'>,
  onTrouble: (error: Error) => void,
  lookMs: number = LOOK_MS,
): Promise<PostgresEvents> {
  const streams = new Map<number, Stream>()
  const trouble = (error: unknown): void => {
    if (!closed) onTrouble(error as Error)
  }
  let closed = false

  const rows = eventRows(on)
  let epoch = await rows.epoch()

  const deliver = (stream: Stream, entry: Logged): void => {
    stream.at = entry.seq
    for (const follower of stream.followers) follower(entry)
  }
  /** Delivers what is next. @returns whether entries still wait for others. */
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
  const readOnce = async (): Promise<void> => {
    const companies = [...wanted].slice(0, MOST_COMPANIES)
    for (const id of companies) wanted.delete(id)
    const asked = companies.flatMap(id => {
      const at = streams.get(id)?.at ?? Number.POSITIVE_INFINITY
      return Number.isFinite(at) ? [[id, at] as const] : []
    })
    if (asked.length === 0) return
    const found = new Map<number, FoundEvent[]>(companies.map(id => [id, []]))
    for (const row of await rows.after(asked, MOST_ENTRIES)) found.get(row.company_id)?.push(row)
    for (const [companyId, seq] of asked) {
      const stream = streams.get(companyId)
      const its = found.get(companyId)
      const head = its?.[0]?.head ?? 0
      if (!stream || !its || head <= stream.at) continue
      const entries = its.flatMap(logged)
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
        trouble(error)
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
    for (const [companyId, head] of await rows.heads(streams.keys())) behind(companyId, head)
  }

  const notifications = eventNotifications(url, behind)
  const listen = async (): Promise<void> => {
    await notifications.listen()
    const present = await rows.epoch()
    if (present === epoch) return
    const heads = await rows.heads(streams.keys())
    epoch = present
    for (const [companyId, stream] of streams) {
      stream.early.clear()
      deliver(stream, { companyId, seq: heads.get(companyId) ?? 0, rooms: [], act: { startOver: true } })
    }
  }
  let looking: Promise<void> | null = null
  const clock = setInterval(() => {
    looking ??= (async () => {
      try {
        // Also while nothing can be listened to: what others write is then found here.
        if (!notifications.isListening()) await listen().catch(trouble)
        await look()
      } catch (error) {
        trouble(error)
      } finally {
        looking = null
      }
    })()
  }, lookMs)
  clock.unref()
  await listen().catch(trouble)

  const pruning = setInterval(() => void rows.prune(() => closed).catch(trouble), PRUNE_EVERY_MS)
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
        notifications.announce(companyId, seq)
        const stream = streams.get(companyId)
        if (!stream || (Number.isFinite(stream.at) && seq <= stream.at)) continue
        stream.early.set(seq, entry)
        if (!Number.isFinite(stream.at) || !advance(stream)) continue
        setTimeout(() => behind(companyId, seq), GAP_MS).unref()
      }
    },
    async follow(companyId, follower) {
      let stream = streams.get(companyId)
      if (!stream) {
        const made: Stream = {
          at: Number.POSITIVE_INFINITY,
          early: new Map(),
          followers: new Set(),
          users: 0,
          begun: Promise.resolve(),
        }
        made.begun = rows.head(companyId).then(
          head => {
            made.at = head
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
      followed.users += 1
      await followed.begun
      followed.followers.add(follower)
      return {
        seq: followed.at,
        stop() {
          if (!followed.followers.delete(follower)) return
          followed.users -= 1
          if (followed.users === 0 && streams.get(companyId) === followed) streams.delete(companyId)
        },
      }
    },
    async since(companyId, seq, most) {
      const found = await rows.after([[companyId, seq]], most)
      const head = found[0]?.head ?? 0
      const entries = found.flatMap(logged)
      return isWhole(seq, head, entries) ? entries : null
    },
    async close() {
      closed = true
      clearInterval(clock)
      clearInterval(pruning)
      await Promise.all([reading, looking, notifications.close()])
    },
  }
}
