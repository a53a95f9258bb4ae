/**
 * The server's log: one line per event with plain facts. Never pass message bodies, names, numbers or tokens: ids and
 * codes are enough to find a row.
 */
export type Facts = Record<string, string | number | boolean | null | undefined>

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

/** Keeps nothing; for tests. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }

/**
 * What may be logged of a thrown value. Drizzle puts statement parameters (customers' words) into its messages and the
 * driver's reason into `cause`: only the latter is kept.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'not an error'
  const inner = error.cause instanceof Error ? error.cause : error
  return `${inner.name}: ${inner.message.split('\n', 1)[0]?.slice(0, 200) ?? ''}`
}
