/** Where pages and links may go. Pure decisions; `security.ts` applies them. */
import { isPlayerAddress } from '../../../src/contract'
import { APP_ORIGIN, originOf } from '../gateway/guard'

const OPENABLE = new Set(['http:', 'https:', 'mailto:'])
const MAX_LENGTH = 2_048

/**
 * The address the system may open for a link, or null.
 * Only http, https and mailto: other schemes start programs with the link's words as their arguments.
 */
export function externalUrl(text: string): string | null {
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return null
  const url = new URL(text)
  if (!OPENABLE.has(url.protocol)) return null
  if (url.protocol !== 'mailto:' && (url.username || url.password || !url.hostname)) return null
  return url.href
}

/** What lies beside the pages below the same origin: calls, what servers and customers stored, main's own files. */
const NO_PAGE = /^\/(?:api|media|public|local)(?:\/|$)/

/**
 * Whether a window may navigate there: only to the app's own pages. What a server stored is never one; a request of a
 * custom scheme carries no `sec-fetch-dest` that the gateway could know it by.
 */
const isOwnPage = (text: string): boolean =>
  originOf(text) === APP_ORIGIN && !NO_PAGE.test(new URL(text).pathname)

/** Whether a frame inside a page may go there: to a help video's player, and nowhere else. */
export const isFramed = (text: string): boolean => isPlayerAddress(text)

/** What to do with a navigation or a new window: stay, go (own page), or hand the address to the system's browser. */
export function decide(
  target: string,
): { kind: 'own' } | { kind: 'external'; url: string } | { kind: 'denied' } {
  if (isOwnPage(target)) return { kind: 'own' }
  const url = externalUrl(target)
  return url === null ? { kind: 'denied' } : { kind: 'external', url }
}
