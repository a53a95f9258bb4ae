/** Texts as both engines can keep them. */

/**
 * PostgreSQL keeps no NUL character and no half of a surrogate pair: both become the replacement character, as in any
 * program that cannot show them. SQLite's texts stay as they are.
 */
export function storable<T>(value: T): T | string {
  if (typeof value !== 'string' || !/[\0\ud800-\udfff]/.test(value)) return value
  return Buffer.from(value.replaceAll('\0', '\ufffd')).toString()
}

/** A value as it is handed to PostgreSQL. */
export const bound = (value: unknown): unknown =>
  value === undefined ? null : typeof value === 'boolean' ? Number(value) : storable(value)
