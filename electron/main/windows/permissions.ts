/** What a page may ask of the system: a table with one line (issue 2, default deny). Pure. */
import { APP_ORIGIN, originOf } from '../gateway/guard'

/** Copying a message to the clipboard. Notifications, media and the rest are main's own business. */
const GRANTED = new Set(['clipboard-sanitized-write'])

/** @param origin of the asking page, with or without a trailing slash; null when unknown. */
export function mayHave(permission: string, origin: string | null): boolean {
  return GRANTED.has(permission) && origin !== null && originOf(origin) === APP_ORIGIN
}
