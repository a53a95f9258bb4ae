/** How the loss of a database server is known and said. */

/** The database cannot be reached, or went away in the middle of something; nothing is tried again by itself. */
class DatabaseLost extends Error {
  readonly code = 'DATABASE_LOST'
  constructor(cause: Error, written: boolean) {
    super(
      `The database cannot be reached (${cause.message})${written ? '; whether the last change was stored is not known' : ''}`,
      { cause },
    )
  }
}

const LOST =
  /^(08\w{3}|57P0[1-4]|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)$/
const GONE =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/

/** Errors of the connection in words a person understands; all others as they are. */
export function explained(error: unknown, written: boolean): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseLost) return error
  const { code } = error as { code?: unknown }
  return LOST.test(String(code ?? '')) || GONE.test(error.message) ? new DatabaseLost(error, written) : error
}

/** Whether a thrown value, or what caused it, is the loss of the database. */
export const isDatabaseLost = (error: Error): boolean =>
  error instanceof DatabaseLost || (error.cause instanceof Error && isDatabaseLost(error.cause))
