/** What a page may ask of the system, as a table; everything else is denied. Pure. */
import { VIDEO_ORIGIN } from '../../../src/contract'
import { APP_ORIGIN, originOf } from '../gateway/guard'

/**
 * Copying a message to the clipboard; a customer's video over the whole screen. Notifications, media and the rest are
 * main's own business.
 */
const GRANTED = new Set(['clipboard-sanitized-write', 'fullscreen'])

/** @param origin of the asking page, with or without a trailing slash; null when unknown. */
export function mayHave(permission: string, origin: string | null): boolean {
  if (origin === null) return false
  // A help video over the whole screen; its player gets nothing else.
  if (originOf(origin) === VIDEO_ORIGIN) return permission === 'fullscreen'
  return GRANTED.has(permission) && originOf(origin) === APP_ORIGIN
}
