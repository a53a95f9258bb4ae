/**
 * `turno://ticket/{uuid}` and its few kin: which screen an address means. Pure. Whatever is not named here is refused:
 * any page of the web can make a browser open such an address.
 */
import { invitationOfLink } from '../../../src/contract'

export const LINK_SCHEME = 'turno'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const MAX_LENGTH = 512

/** Screens that may be opened from outside, by the address's host. */
const SCREENS: Readonly<Record<string, string>> = {
  tickets: '/tickets',
  contacts: '/contacts',
  chats: '/chats',
  settings: '/settings',
}

/** The console's path for an address; null when it is none of ours. */
export function pathOfLink(text: string): string | null {
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol !== `${LINK_SCHEME}:` || url.username || url.password || url.port) return null
  // Opens the form, which a person reads and sends.
  if (invitationOfLink(text)) return `/welcome/join?${new URLSearchParams({ link: text })}`
  if (url.search || url.hash) return null
  const parts = [url.hostname, ...url.pathname.split('/')].filter(Boolean)
  const [screen = '', uuid, ...rest] = parts
  if (rest.length > 0) return null
  if (screen === 'ticket') return uuid && UUID.test(uuid) ? `/tickets/${uuid.toLowerCase()}` : null
  return uuid === undefined && Object.hasOwn(SCREENS, screen) ? (SCREENS[screen] ?? null) : null
}

/** The first address of ours among a program's arguments. */
export function linkAmong(args: readonly string[]): string | null {
  for (const arg of args) {
    if (!arg.toLowerCase().startsWith(`${LINK_SCHEME}:`)) continue
    const path = pathOfLink(arg)
    if (path) return path
  }
  return null
}
