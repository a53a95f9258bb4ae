/**
 * Lists of the signed-in person's that notices are made of: reminders, and alarms of the live floor. Read when somebody
 * signs in, when one changes and after a gap. What was due while nobody was here is announced at the start.
 */
import { endpoints, type FloorAlarm, holds, type Reminder, type SessionState } from '../../../src/contract'
import { limitSignal } from '../../time-limit'
import type { Attention } from '../attention/attention'
import { raiseAlarms, raiseReminders } from '../attention/raised'
import type { AttentionClock } from '../attention/snapshot-reader'
import type { LocalAnswer } from '../local-answer'
import type { Log } from '../log/log'
import type { AdaptedClient } from '../session/adapted-client'
import type { AtEnd, ServerAccess, Sync } from './parts'

const RETRY_MS = 30_000
/** How long a list is waited for, in milliseconds. */
const ANSWER_MS = 30_000

type Client = Pick<AdaptedClient, 'fetch'>

async function ask(client: Client, path: string, local?: LocalAnswer): Promise<unknown> {
  const answer =
    (await local?.(new Request(`http://local${path}`), path)) ??
    (await client.fetch(path, { signedIn: true, signal: limitSignal(ANSWER_MS) }))
  if (!answer.ok) throw new Error(`${path} not listed: HTTP ${answer.status}`)
  return answer.json()
}

/**
 * @returns none for who may have none: what was announced to them before is withdrawn.
 * @throws Error, ZodError; the caller asks again later.
 */
export async function askAlarms(
  client: Pick<AdaptedClient, 'fetch' | 'has'>,
  user: SessionState['user'],
): Promise<readonly FloorAlarm[]> {
  if (!user || !holds(user, 'reports:view') || !client.has('liveFloor')) return []
  const { path, response } = endpoints['floorAlarms.list']
  return response.parse(await ask(client, path))
}

/** What the person is still to be reminded of, wherever it is kept. @throws Error, ZodError; the caller asks again later. */
async function askReminders(client: Client, local: LocalAnswer): Promise<readonly Reminder[]> {
  const { path, response } = endpoints['reminders.list']
  return response.parse(await ask(client, path, local))
}

interface WatchedList {
  /** Reads it again: somebody signed in, one was changed, or events may be missing. */
  read(): void
  /** Forgets everything: the session ended. */
  reset(): void
}

/**
 * @param onRows gets all rows, each time they were read and whenever the time of one has come.
 * @param dueAt when the time of a row comes, milliseconds since the epoch; without it no row has one.
 */
export function watchList<Row>(deps: {
  list: () => Promise<readonly Row[]>
  onRows: (rows: readonly Row[]) => void
  dueAt?: (row: Row) => number
  clock: AttentionClock
  log: Log
}): WatchedList {
  const { clock, dueAt } = deps
  let rows: readonly Row[] = []
  let round = 0
  let stop: (() => void) | null = null

  const look = (): void => {
    stop?.()
    stop = null
    deps.onRows(rows)
    if (!dueAt) return
    const now = clock.now()
    const next = Math.min(...rows.map(dueAt).filter(at => at > now), Number.POSITIVE_INFINITY)
    if (Number.isFinite(next)) stop = clock.after(next - now, look)
  }

  function read(): void {
    const mine = ++round
    deps.list().then(
      found => {
        if (mine !== round) return
        rows = found
        look()
      },
      (error: unknown) => {
        if (mine !== round) return
        deps.log.warn('a watched list could not be read', { error })
        stop?.()
        stop = clock.after(RETRY_MS, read)
      },
    )
  }

  return {
    read,
    reset() {
      round += 1
      stop?.()
      stop = null
      rows = []
    },
  }
}

/** Starts both lists; they end with the session and with Turno. */
export function openWatchedLists(deps: {
  attention: Attention
  server: ServerAccess
  sync: Sync
  clock: AttentionClock
  atEnd: AtEnd
  log: Log
}): void {
  const { attention, server, sync, clock, log } = deps
  const announced = new Set<string>()
  const aheadMs = server.clock.offsetMs
  const lists = {
    reminder: watchList({
      list: () => askReminders(server.client, sync.reminders),
      onRows: rows => attention.change(work => raiseReminders(work, rows, announced, clock.now(), aheadMs())),
      dueAt: ({ dueAt }) => Date.parse(dueAt) - aheadMs(),
      clock,
      log,
    }),
    floorAlarm: watchList({
      list: () => askAlarms(server.client, server.session.state().user),
      onRows: rows => attention.change(work => raiseAlarms(work, rows, announced, clock.now())),
      clock,
      log,
    }),
  }
  const all = Object.values(lists)
  sync.feed.onEvent(({ channel, data }) => {
    if (channel === 'reminder' || channel === 'floorAlarm') lists[channel].read()
    if (channel === 'resync' && !data.lists) for (const list of all) list.read()
  })
  // What a server keeps may be known only after the sign-in.
  server.client.onFacts(() => {
    if (server.session.state().user) for (const list of all) list.read()
  })
  const reset = (): void => {
    announced.clear()
    for (const list of all) list.reset()
  }
  server.session.onEnding('notifications', reset)
  deps.atEnd(reset)
}
