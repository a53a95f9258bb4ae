/** Recognises and reports the loss of a database server. */

/** PostgreSQL's code when a statement took longer than it may. */
export const TOO_LONG = '57014'

/** The database cannot be reached, does not answer in time, or broke off; writes are not retried automatically. */
class DatabaseLost extends Error {
  readonly code = 'DATABASE_LOST'
  constructor(cause: Error, written: boolean) {
    const how = (cause as { code?: unknown }).code === TOO_LONG ? 'took too long' : 'cannot be reached'
    super(
      `The database ${how} (${cause.message})${written ? '; whether the last change was stored is not known' : ''}`,
      { cause },
    )
  }
}

/** The commit was refused because this process no longer counts as alive (leases.ts). Nothing is stored. */
export const fencedOff = (error: Error): Error =>
  new DatabaseLost(new Error('for the others this process has ended', { cause: error }), false)

/** PostgreSQL's code when the fence refuses. */
export const FENCED_CODE = '22012'

const LOST =
  /^(08\w{3}|57014|57P0[1-4]|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)$/
const GONE =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/

/** The connection broke; another one may be open. */
const BROKEN = /^(57P01|ECONNRESET|EPIPE)$/

/** Whether a request may be repeated over a new connection: only a read, which changes nothing. */
export const isBroken = (error: unknown): boolean =>
  error instanceof Error &&
  (BROKEN.test(String((error as { code?: unknown }).code ?? '')) ||
    /Connection terminated/.test(error.message) ||
    isBroken(error.cause))

/** Connection errors in words a person understands; all others unchanged. */
export function explained(error: unknown, written: boolean): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseLost) return error
  const { code } = error as { code?: unknown }
  return LOST.test(String(code ?? '')) || GONE.test(error.message) ? new DatabaseLost(error, written) : error
}

/** Whether a thrown value, or its cause, is the loss of the database. */
export const isDatabaseLost = (error: Error): boolean =>
  error instanceof DatabaseLost || (error.cause instanceof Error && isDatabaseLost(error.cause))
