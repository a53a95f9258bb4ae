/** How values travel between JavaScript and Node's SQLite: as libsql does it, so that nobody sees which of the two it is. */
import type { InArgs, InValue, ResultSet, Row, Value } from '@libsql/client'

const SMALLEST_INTEGER = -(2n ** 63n)
const LARGEST_INTEGER = 2n ** 63n - 1n

/** @throws RangeError for a number that is not finite or does not fit 64 bits, TypeError for `undefined`. */
function toSql(value: InValue): null | string | number | bigint | Uint8Array {
  if (value === undefined) throw new TypeError('undefined cannot be passed as argument to the database')
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError('Only finite numbers (not Infinity or NaN) can be passed as arguments')
  if (typeof value === 'bigint' && (value < SMALLEST_INTEGER || value > LARGEST_INTEGER))
    throw new RangeError('bigint is too large to be represented as a 64-bit integer and passed as argument')
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.valueOf()
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  return value
}

/** Arguments as `StatementSync` takes them: by place, or one object by name (with or without its sign). */
export function argumentsOf(args: InArgs | undefined): unknown[] {
  if (args === undefined) return []
  if (Array.isArray(args)) return args.map(toSql)
  return [
    Object.fromEntries(
      Object.entries(args).map(([name, value]) => [name.replace(/^[@$:]/, ''), toSql(value)]),
    ),
  ]
}

/** @throws RangeError for an integer beyond 2^53, which a number cannot hold. */
function fromSql(value: unknown): Value {
  if (typeof value === 'bigint') {
    const number = Number(value)
    if (!Number.isSafeInteger(number))
      throw new RangeError('Received integer which cannot be safely represented as a JavaScript number')
    return number
  }
  // A copy where the bytes share a larger buffer: callers get exactly the blob.
  if (value instanceof Uint8Array) return value.slice().buffer
  return value as Value
}

/** One row: by place without being enumerable, by name enumerable; the first of two columns of one name wins. */
export function toRow(values: unknown[], columns: string[]): Row {
  const row = {}
  Object.defineProperty(row, 'length', { value: values.length })
  for (const [index, raw] of values.entries()) {
    const value = fromSql(raw)
    Object.defineProperty(row, index, { value })
    const column = columns[index] ?? ''
    if (!Object.hasOwn(row, column))
      Object.defineProperty(row, column, { value, enumerable: true, configurable: true, writable: true })
  }
  return row as Row
}

const toJson = (value: Value | undefined): unknown =>
  typeof value === 'bigint'
    ? String(value)
    : value instanceof ArrayBuffer
      ? Buffer.from(value).toString('base64')
      : value

/** A result as libsql's: of a statement that gives rows, nothing is known of what it changed. */
export function toResult(result: Omit<ResultSet, 'toJSON'>): ResultSet {
  return {
    ...result,
    toJSON: () => ({
      columns: result.columns,
      columnTypes: result.columnTypes,
      rows: result.rows.map(row => Array.from(row as ArrayLike<Value>, toJson)),
      rowsAffected: result.rowsAffected,
      lastInsertRowid: result.lastInsertRowid === undefined ? null : String(result.lastInsertRowid),
    }),
  }
}
