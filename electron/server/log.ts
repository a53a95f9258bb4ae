/**
 * The server's log: one line per event with plain facts. Never pass message bodies, names, numbers or tokens: ids and
 * codes are enough to find a row.
 */
type Facts = Record<string, string | number | boolean | null | undefined>

export interface Log {
  info(event: string, facts?: Facts): void
  warn(event: string, facts?: Facts): void
  error(event: string, facts?: Facts): void
}

type Level = keyof Log

/** Writes `level event key=value ...` lines through the given writer. */
export function lineLog(write: (level: Level, line: string) => void): Log {
  const at =
    (level: Level) =>
    (event: string, facts: Facts = {}): void => {
      const tail = Object.entries(facts)
        .filter(([, v]) => v !== undefined)
        .map(([k, v]) => ` ${k}=${JSON.stringify(v)}`)
        .join('')
      write(level, `${event}${tail}`)
    }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

/**
 * Writes each event as one line of JSON: `time` (ISO), `level`, `event`, the facts, and the request it belongs to.
 * @param requestId of the request whose work is going on, if any.
 */
export function jsonLog(write: (line: string) => void, requestId: () => string | undefined): Log {
  const at =
    (level: Level) =>
    (event: string, facts: Facts = {}): void =>
      write(
        JSON.stringify({ time: new Date().toISOString(), level, event, requestId: requestId(), ...facts }),
      )
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

/** How many lines of one event are written, and how long further ones are only counted, milliseconds. */
const RATION = { lines: 20, windowMs: 60_000 } as const
/** Events counted at once; their names are few and fixed. */
const MOST_EVENTS = 500

/**
 * A log in which a flooding event (a client's bad payloads, a full disk) writes twenty lines a minute; the number of
 * dropped lines is logged with the first one after that minute.
 */
export function rationedLog(log: Log, clock: () => number = () => performance.now()): Log {
  const seen = new Map<string, { since: number; count: number }>()
  const at =
    (level: Level) =>
    (event: string, facts?: Facts): void => {
      const now = clock()
      const key = `${level} ${event}`
      const entry = seen.get(key)
      if (entry && now - entry.since < RATION.windowMs) {
        entry.count += 1
        if (entry.count <= RATION.lines) log[level](event, facts)
        return
      }
      const left = (entry?.count ?? 0) - RATION.lines
      if (!entry && seen.size >= MOST_EVENTS) seen.clear()
      seen.set(key, { since: now, count: 1 })
      log[level](event, left > 0 ? { ...facts, notShown: left } : facts)
    }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

/** Keeps nothing; for tests. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * The loggable part of a thrown value. Drizzle puts statement parameters (customers' words) into its messages and the
 * driver's reason into `cause`: only the latter is kept.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'not an error'
  const inner = error.cause instanceof Error ? error.cause : error
  return `${inner.name}: ${inner.message.split('\n', 1)[0]?.slice(0, 200) ?? ''}`
}
