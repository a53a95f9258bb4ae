/**
 * The connection that makes a process known to the others of its database: its name shows that the process lives, and
 * LISTEN and NOTIFY carry their messages. It is reopened when it breaks.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { within } from '../../../../time-limit'
import { type Log, reasonOf } from '../../../log'
import { session, taken } from './database-lock'
import { NOW } from './triggers'

/** How long one question may take, in milliseconds. */
const ANSWER_MS = 4_000
/** Pause between two tries to reach a lost database, and how long a lone process gets to end, milliseconds. */
const AGAIN_MS = 1_000
const WAIT_MS = 5_000

/** Connections of processes by number: a process without its connection has ended. */
const LINE = 'turno work '
export const isLined = (id: string): string => `exists (select 1 from pg_stat_activity a
  where a.datname = current_database() and a.application_name = '${LINE}' || ${id})`
/** Channels to all processes, and to one. */
const ALL = 'turno_processes'
const ONE = 'turno_process_'
/** Nothing is sent to a process without a connection. */
const NOTIFY = `select said.at - 1 as at, pg_notify(case when "to" is null then '${ALL}' else '${ONE}' || "to" end, part)
  from unnest($1::bigint[], $2::text[]) with ordinality as said("to", part, at)
  where "to" is null or '${LINE}' || "to" = any (array(select application_name from pg_stat_activity where datname = current_database()))`

/** What the processes send each other. */
export interface Line {
  readonly process: number
  isUp(): boolean
  /**
   * Notifies a process, or all (null), in one transaction.
   * @param parts in ASCII, less than 8,000 bytes each, no two alike.
   * @returns the processes that were sent to.
   * @throws Error when the connection broke; some may have been sent.
   */
  notify(parts: readonly { to: number | null; part: string }[]): Promise<ReadonlySet<number>>
  /** @param listener gets what the others send; null: a new connection begins. */
  onMessage(listener: (part: string | null) => void): void
  /** Called when there is another connection. */
  onReconnect(listener: () => void): void
}

export interface ProcessConnection {
  line: Line
  /** @returns whether this process may be here: an older version that has the database alone keeps others out. */
  open(): Promise<boolean>
  /** @throws Error when there is no answer in time. */
  ask<T extends object>(text: string, values?: unknown[]): Promise<T[]>
  /** Breaks the connection, as if it hung: another is opened. */
  breakOff(): void
  /** Opens no other connection from now on; `ask` still works. */
  retire(): void
  end(): Promise<void>
}

/**
 * @param onBroken called at once when it breaks.
 * @param onReopened called when there is a new one, before the waiting work of this process continues.
 * @param onRefused called when this process may not be here any more.
 */
export function processConnection(
  url: string,
  o: {
    keyPrint: string
    /** How long a new process counts as alive, milliseconds. */
    deadMs: number
    log: Log
    onBroken(): void
    onReopened(): Promise<void>
    onRefused(): void
  },
): ProcessConnection {
  let me = 0
  let client: Client
  let isUp = false
  let retired = false
  let received = (_part: string | null): void => {}
  const reconnects = new Set<() => void>()

  const ask = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await within(ANSWER_MS, () => client.query<T>(text, values))).rows

  /** Each new process stores its own row before it asks for the others: of two, one sees the other. */
  const compareKeys = async (opened: Client): Promise<void> => {
    const { rowCount } = await opened.query(
      `select 1 from work_processes p where id <> $1 and key_print <> $2 and until > ${NOW} and ${isLined('p.id')}`,
      [me, o.keyPrint],
    )
    if (rowCount === 0) return
    await opened.query('delete from work_processes where id = $1', [me])
    throw new Error(
      'Another server of this database signs and seals with another key: give all of them the same (TURNO_WORKSPACE_KEY_FILE, or one data folder)',
    )
  }
  const open = async (): Promise<boolean> => {
    const opened = await session(url)
    try {
      const isShared = await within(WAIT_MS + ANSWER_MS, async () => {
        if (!(await taken(opened, WAIT_MS, true))) return false
        const isNew = me === 0
        const registers = `insert into work_processes (until, works, key_print) values (${NOW} + ${o.deadMs}, 0, $1) returning id`
        if (isNew) me = Number((await opened.query<{ id: string }>(registers, [o.keyPrint])).rows[0]?.id)
        await opened.query(`set application_name = '${LINE}${me}'; listen ${ALL}; listen ${ONE}${me}`)
        if (isNew) await compareKeys(opened)
        return true
      })
      if (!isShared) {
        opened.end().catch(() => {})
        return false
      }
    } catch (error) {
      opened.end().catch(() => {})
      throw error
    }
    client = opened
    isUp = true
    received(null)
    opened.on('notification', ({ payload }) => received(payload ?? ''))
    opened.once('end', () => {
      isUp = false
      void reopen()
    })
    return true
  }
  const reopen = async (): Promise<void> => {
    o.onBroken()
    while (!retired) {
      try {
        if (!(await open())) return o.onRefused()
        await o.onReopened()
        for (const listener of reconnects) listener()
        return
      } catch (error) {
        o.log.warn('the database does not answer', { reason: reasonOf(error) })
        await delay(AGAIN_MS, undefined, { ref: false })
      }
    }
  }

  return {
    open,
    ask,
    breakOff: () => void client.end().catch(() => {}),
    retire() {
      retired = true
      isUp = false
    },
    end: () => client.end().catch(() => {}),
    line: {
      get process() {
        return me
      },
      isUp: () => isUp,
      async notify(parts) {
        if (!isUp) throw new Error('the database is away')
        const rows = await ask<{ at: string }>(NOTIFY, [
          parts.map(({ to }) => to),
          parts.map(({ part }) => part),
        ])
        return new Set(rows.map(({ at }) => Number(at)))
      },
      onMessage(listener) {
        received = listener
      },
      onReconnect: listener => void reconnects.add(listener),
    },
  }
}
