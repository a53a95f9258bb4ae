/** The file of an announcement, as an address of our own origin. Pure. */
import type { Announcement } from '@contract'

/** Control and direction characters have no place in a file name: "gpj.exe" must not read as "exe.jpg". */
const UNSAFE_IN_NAMES = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069/\\]/gu

/**
 * Where the file is and what it is called.
 * Servers store absolute addresses of themselves; the gateway serves the same path from our origin. Anything outside of
 * the media folders is not offered.
 * @returns null when there is no file, or none that may be fetched.
 */
export function attachmentOf({
  mediaPath,
  mediaName,
}: Pick<Announcement, 'mediaPath' | 'mediaName'>): { url: string; name: string } | null {
  if (!mediaPath || mediaPath.includes('..')) return null
  let path: string
  try {
    const parsed = new URL(mediaPath, 'app://turno')
    if (!['http:', 'https:', 'app:'].includes(parsed.protocol)) return null
    path = parsed.pathname
  } catch {
    return null
  }
  if (!/^\/(media|public)\/./.test(path)) return null
  const last = path.split('/').pop() ?? ''
  const name = (mediaName || last).replace(UNSAFE_IN_NAMES, '').trim().slice(0, 120)
  return { url: path, name: name || last }
}
