/** Texts that both engines can store. */

/**
 * PostgreSQL stores no NUL character and no lone surrogate: both become the replacement character. SQLite's texts stay
 * as they are.
 */
export function storable<T>(value: T): T | string {
  if (typeof value !== 'string' || !/[\0\ud800-\udfff]/.test(value)) return value
  return Buffer.from(value.replaceAll('\0', '\ufffd')).toString()
}

/** A value prepared for PostgreSQL. */
export const bound = (value: unknown): unknown =>
  value === undefined ? null : typeof value === 'boolean' ? Number(value) : storable(value)
