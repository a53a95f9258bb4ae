/** A company on one computer, joined by colleagues of the same network: how the computer is named, and what an invitation says. */
import { z } from 'zod'

/** Letters and figures that are not taken for one another: 32, so that each carries five bits. */
export const CODE_SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** Signs of a whole fingerprint: SHA-256 of the public key. */
const FINGERPRINT_SIGNS = 51
/** Signs of it that a code read aloud carries: 80 bits, which nobody finds another key for. */
const SPOKEN_SIGNS = 16
/** Signs of an invitation's secret, which serves once and is asked for in few tries: 40 bits. */
export const SECRET_SIGNS = 8
/** Signs between two hyphens of a code. */
const GROUP = 4

/** Where a computer listens for colleagues unless another program has the port. */
export const LOCAL_PORT = 48_443
/** How long an invitation can be taken, milliseconds. */
export const INVITATION_MS = 86_400_000
/** Open invitations of one company. */
export const INVITATIONS_MAX = 50

/** What a computer with colleagues says to their consoles, right before it does not answer any more. */
export const COMPUTER_EVENT = 'computer'
export const COMPUTER_STATES = ['asleep', 'closed', 'off'] as const
export type ComputerState = (typeof COMPUTER_STATES)[number]
export const computerEvent = z.object({ state: z.enum(COMPUTER_STATES) })

/** Bytes in signs; what is left of less than five bits is dropped. */
export function signsOf(bytes: Uint8Array): string {
  let [signs, bits, held] = ['', 0, 0]
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) signs += CODE_SIGNS[(held >> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return signs
}

/** A name that no DNS has (`.internal`, ICANN 2024): what a computer is called whatever its address is today. */
const LOCAL_DOMAIN = '.turno.internal'
/** @param fingerprint of its key, or as much of it as a code carries. */
export const localHostOf = (fingerprint: string): string =>
  `${fingerprint.slice(0, SPOKEN_SIGNS).toLowerCase()}${LOCAL_DOMAIN}`
/** Whether a host is such a name. */
export const isLocalHost = (hostname: string): boolean => hostname.endsWith(LOCAL_DOMAIN)
/** Whether a server that is named by a key (ServersState.current) is a colleague's computer. */
export const isColleagues = (key: string): boolean => URL.canParse(key) && isLocalHost(new URL(key).hostname)

/** What an invitation says: where the computer is, which key it has, and what lets one person in, once. */
export interface Invitation {
  /** Host and port. */
  at: string
  /** Where the computer may be found besides: it is often in several networks, of which colleagues share one. */
  others: readonly string[]
  /** The fingerprint, or its first 16 signs. */
  fingerprint: string
  secret: string
}

const PLACE = /^([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)(?::(\d{1,5}))?$/i
const signs = (count: number | string) => new RegExp(`^[${CODE_SIGNS}]{${count}}$`)
const FINGERPRINT = signs(FINGERPRINT_SIGNS)
const SECRET = signs(SECRET_SIGNS)
const CODE = signs(SPOKEN_SIGNS + SECRET_SIGNS)

/**
 * Host and port of what somebody typed; null when it is no address.
 * @param before where the computer was before: its port is meant where none is named; Turno's own unless given.
 */
export function placeOfComputer(text: string, before?: string): string | null {
  const usual = before?.split(':')[1] ?? String(LOCAL_PORT)
  const [, host, port = usual] = PLACE.exec(text.trim()) ?? []
  return host && Number(port) > 0 && Number(port) < 65_536 ? `${host.toLowerCase()}:${Number(port)}` : null
}

/** A link is as long as a QR code that a telephone reads from a screen. */
const LINK_MAX = 512

/** The link of an invitation, with as many of the other places as it has room for. */
export function invitationLink({ at, others, fingerprint, secret }: Invitation): string {
  const link = (places: readonly string[]) => {
    const named = [at, ...places].map(place => ['at', place])
    return `turno://join?${new URLSearchParams([...named, ['key', fingerprint], ['secret', secret]])}`
  }
  let room = others.length
  while (room > 0 && link(others.slice(0, room)).length > LINK_MAX) room -= 1
  return link(others.slice(0, room))
}

/** For reading aloud: six groups of four. */
export const invitationCode = ({ fingerprint, secret }: Pick<Invitation, 'fingerprint' | 'secret'>): string =>
  (fingerprint.slice(0, SPOKEN_SIGNS) + secret).replace(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-')

/** What a link says; null when it is none of an invitation. */
export function invitationOfLink(link: string): Invitation | null {
  if (link.length > LINK_MAX || !URL.canParse(link)) return null
  const { protocol, host, pathname, searchParams } = new URL(link)
  if (protocol !== 'turno:' || host !== 'join' || !['', '/'].includes(pathname)) return null
  const places = searchParams.getAll('at').map(place => placeOfComputer(place))
  const [at, ...others] = places.filter(place => place !== null)
  const [fingerprint, secret] = [searchParams.get('key') ?? '', searchParams.get('secret') ?? '']
  const sound = places.every(place => place !== null) && FINGERPRINT.test(fingerprint) && SECRET.test(secret)
  return at && sound ? { at, others, fingerprint, secret } : null
}

/** What an address and a code say, however the code was typed; null when one of them is none. */
export function invitationOfCode(address: string, code: string): Invitation | null {
  const at = placeOfComputer(address)
  const plain = code.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return at && CODE.test(plain)
    ? { at, others: [], fingerprint: plain.slice(0, SPOKEN_SIGNS), secret: plain.slice(SPOKEN_SIGNS) }
    : null
}

/** An invitation to a colleague's computer as somebody got it: as a link, or read aloud. */
export const bridgeInvitation = z.union([
  z.object({ link: z.string().max(LINK_MAX) }),
  z.object({ address: z.string().max(255), code: z.string().max(64) }),
])
export type BridgeInvitation = z.output<typeof bridgeInvitation>

/** Who somebody is that takes one. */
export const bridgeJoining = z.object({
  invitation: bridgeInvitation,
  name: z.string().max(255),
  email: z.string().max(255),
  password: z.string().max(255),
})

export const invitationLook = z.object({
  company: z.string(),
  name: z.string(),
  /** What somebody who has a user there signs in with. */
  email: z.string().nullable(),
  /** Host and port. */
  at: z.string(),
})
export type InvitationLook = z.output<typeof invitationLook>
