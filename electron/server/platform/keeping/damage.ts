/** Errors of a damaged file. */
const DAMAGE = /SQLITE_CORRUPT|SQLITE_NOTADB|malformed|not a database|file is encrypted/i

/** Whether an error of the driver means that the file itself is damaged. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Error && DAMAGE.test(`${(error as { code?: string }).code ?? ''} ${error.message}`)
