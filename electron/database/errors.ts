/** Errors of Node's SQLite in the words of libsql: `code` is what the rest of the program looks at. */

/** SQLite's result codes that can come out of a statement, by their lowest byte. */
const CODES: Record<number, string> = {
  1: 'SQLITE_ERROR',
  2: 'SQLITE_INTERNAL',
  3: 'SQLITE_PERM',
  4: 'SQLITE_ABORT',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  7: 'SQLITE_NOMEM',
  8: 'SQLITE_READONLY',
  9: 'SQLITE_INTERRUPT',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  12: 'SQLITE_NOTFOUND',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  15: 'SQLITE_PROTOCOL',
  16: 'SQLITE_EMPTY',
  17: 'SQLITE_SCHEMA',
  18: 'SQLITE_TOOBIG',
  19: 'SQLITE_CONSTRAINT',
  20: 'SQLITE_MISMATCH',
  21: 'SQLITE_MISUSE',
  22: 'SQLITE_NOLFS',
  23: 'SQLITE_AUTH',
  24: 'SQLITE_FORMAT',
  25: 'SQLITE_RANGE',
  26: 'SQLITE_NOTADB',
}

/** Which rule a row broke, by the second byte of SQLITE_CONSTRAINT. */
const CONSTRAINTS: Record<number, string> = {
  1: 'CHECK',
  3: 'FOREIGNKEY',
  5: 'NOTNULL',
  6: 'PRIMARYKEY',
  7: 'TRIGGER',
  8: 'UNIQUE',
  10: 'ROWID',
  12: 'DATATYPE',
}

/** An error of the database: `code` as SQLITE_CONSTRAINT, TRANSACTION_ACTIVE, TRANSACTION_CLOSED, CLIENT_CLOSED. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
  constructor(
    readonly code: string,
    message: string,
    /** As SQLITE_CONSTRAINT_UNIQUE, where there is more to say than `code`. */
    readonly extendedCode?: string,
    readonly rawCode?: number,
    override readonly cause?: unknown,
    /** Which statement of a batch it was, from 0. */
    readonly statementIndex?: number,
  ) {
    super(`${code}: ${message}`)
  }

  /** The same error, about one statement of a batch. */
  at(index: number): DatabaseError {
    const message = this.message.slice(this.code.length + 2)
    return new DatabaseError(this.code, message, this.extendedCode, this.rawCode, this.cause, index)
  }
}

/** What `node:sqlite` threw, as it is thrown on; anything that is not SQLite's own is left as it is. */
export function translated(error: unknown): unknown {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  if (!(error instanceof Error) || code !== 'ERR_SQLITE_ERROR') return error
  if (typeof errcode !== 'number')
    return new DatabaseError('SQLITE_ERROR', error.message, undefined, 1, error)
  const base = CODES[errcode & 0xff] ?? `SQLITE_UNKNOWN_${errcode & 0xff}`
  const rule = base === 'SQLITE_CONSTRAINT' ? CONSTRAINTS[errcode >> 8] : undefined
  return new DatabaseError(base, error.message, rule ? `${base}_${rule}` : base, errcode, error)
}
