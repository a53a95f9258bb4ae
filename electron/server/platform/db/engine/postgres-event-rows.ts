/** Reads the rows of the event log on PostgreSQL (postgres-events.ts) and removes old ones. */
import type { Logged } from '../event-log'
import type { Connections } from './postgres-connection'
import { NOW } from './triggers'

/** How long entries are kept, and how many of one company, whichever is less. */
const KEPT_MS = 24 * 60 * 60_000
const KEPT_ENTRIES = 1_000_000
/** Rows removed by one statement, so that none takes long. */
const PRUNED_AT_ONCE = 5_000

/** An entry, or a company without one, and the last number of its company. */
export interface FoundEvent {
  company_id: number
  head: number
  seq: number | null
  entry: string | null
}

export const logged = ({ company_id, seq, entry }: FoundEvent): Logged[] =>
  seq === null || entry === null ? [] : [{ ...JSON.parse(entry), companyId: company_id, seq }]

/** Whether everything written after a number is still there. */
export const isWhole = (seq: number, head: number, found: readonly Logged[]): boolean =>
  head === seq || (head > seq && found[0]?.seq === seq + 1)

const listOf = (ids: Iterable<number>): string => `{${[...ids]}}`

export function eventRows(on: Pick<Connections, 'query' | 'single'>) {
  const rowsOf = async <T>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
    (await on.query({ text, values, inArrays: false })).rows as T[]

  /** The last numbers of companies that have any. */
  const heads = async (companyIds: Iterable<number>): Promise<Map<number, number>> => {
    const found = await rowsOf<{ company_id: number; head: number }>(
      'select company_id, head from event_heads where company_id = any($1::bigint[])',
      [listOf(companyIds)],
    )
    return new Map(found.map(({ company_id, head }) => [company_id, head]))
  }

  return {
    heads,
    head: async (companyId: number): Promise<number> => (await heads([companyId])).get(companyId) ?? 0,

    /**
     * Changes when numbers may have been reused: on another database, and after a restore, which recreates the table or
     * fills it from empty.
     */
    async epoch(): Promise<string> {
      const [row] = await rowsOf<{ epoch: string }>(
        `select md5(concat_ws('/', system_identifier, oid, substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8),
            'event_heads'::regclass::oid, pg_relation_filenode('event_heads'))) as epoch
          from pg_control_system(), pg_database where datname = current_database()`,
      )
      return row?.epoch ?? ''
    },

    /**
     * Reads entries after given numbers, and the last number of each company, in one statement, so that both are of one
     * moment.
     */
    after: (asked: readonly (readonly [companyId: number, seq: number])[], most: number) =>
      rowsOf<FoundEvent>(
        `select h.company_id, h.head, e.seq, e.entry
          from unnest($1::bigint[], $2::bigint[]) as asked(company_id, seq)
          join event_heads h on h.company_id = asked.company_id
          left join lateral (
            select seq, entry from events where company_id = asked.company_id and seq > asked.seq order by seq limit $3
          ) e on true
          order by h.company_id, e.seq`,
        [listOf(asked.map(([id]) => id)), listOf(asked.map(([, seq]) => seq)), most],
      ),

    /** Removes old entries. @param stopped ends it between two statements. */
    async prune(stopped: () => boolean): Promise<void> {
      const old = `select ctid from events where at < ${NOW} - ${KEPT_MS}`
      const many = `select e.ctid from event_heads h join events e on e.company_id = h.company_id and e.seq <= h.head - ${KEPT_ENTRIES}`
      for (const which of [old, many]) {
        for (;;) {
          const text = `delete from events where ctid = any(array(${which} limit ${PRUNED_AT_ONCE}))`
          const { rowCount } = await on.single({ text, values: [], inArrays: false })
          if (stopped() || (rowCount ?? 0) < PRUNED_AT_ONCE) break
        }
      }
    },
  }
}
