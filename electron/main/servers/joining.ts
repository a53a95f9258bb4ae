/** Joining a company on a colleague's computer: an invitation, by its link or by an address and a code read aloud. */
import {
  type BridgeInvitation,
  errorCodeOf,
  type Invitation,
  type InvitationLook,
  invitationOfCode,
  invitationOfLink,
  invitationPreview,
  joinAnswer,
  localHostOf,
  placeOfComputer,
} from '../../../src/contract'
import { isInside } from '../../outward/addresses'
import { limitSignal } from '../../time-limit'
import type { ServerConfig } from '../config/config'
import { MainError } from '../errors'
import type { Near, NearServer } from '../network/near'
import { peekErrorText, unanswered } from '../session/http'
import { configOf, type KnownServers } from './known'

/** Who joins, as they filled it in. */
type Person = Record<'name' | 'email' | 'password', string>

const TIMEOUT_MS = 20_000

/** What is read of an invitation. @throws MainError BRIDGE_INVALID_INPUT when it is none, or leads out of the network. */
function read(given: BridgeInvitation): Invitation {
  const found = 'link' in given ? invitationOfLink(given.link) : invitationOfCode(given.address, given.code)
  const hosts = found ? [found.at, ...found.others].map(place => place.split(':')[0] ?? '') : []
  if (!found || !hosts.every(isInside))
    throw new MainError('BRIDGE_INVALID_INPUT', 'This is no invitation to a computer of this network')
  return found
}

/** Where no way leads to an address, macOS may have refused Turno the local network: it says the same of both. */
const noWay = (cause: unknown): boolean => (cause as { code?: unknown } | null)?.code === 'EHOSTUNREACH'

/** @param near how computers are called; from now on those that are known. */
export function createJoining(near: Near, known: KnownServers, platform: NodeJS.Platform = process.platform) {
  near.know({ find: host => known.nearAt(host), foundAt: known.foundAt })
  const call = async (to: NearServer, path: string, body: object): Promise<unknown> => {
    near.candidate(to)
    let response: Response
    try {
      response = await near.fetch(`https://${localHostOf(to.fingerprint)}/api/invitations/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: limitSignal(TIMEOUT_MS),
      })
    } catch (cause) {
      if (platform === 'darwin' && noWay(cause))
        throw new MainError('LOCAL_NETWORK_UNREACHABLE', 'No way to the computer', { cause })
      throw unanswered(cause)
    } finally {
      near.candidate(null)
    }
    if (response.ok) return await response.json()
    const text = (await peekErrorText(response)) ?? ''
    throw new MainError(errorCodeOf(text) ?? 'SERVER_UNREADABLE', text)
  }
  const serverOf = ({ at, others, fingerprint }: Invitation): NearServer => ({
    fingerprint,
    key: null,
    places: [at, ...others],
  })

  return {
    /**
     * Asks whom an invitation is for; it stays open.
     * @throws MainError BRIDGE_INVALID_INPUT, SERVER_UNREACHABLE, LOCAL_NETWORK_UNREACHABLE on a Mac without a way, SERVER_CERTIFICATE
     *   when another computer answers, ERR_INVITATION, ERR_TOO_MANY_ATTEMPTS.
     */
    async look(given: BridgeInvitation): Promise<InvitationLook> {
      const invitation = read(given)
      const { secret, at } = invitation
      const answer = await call(serverOf(invitation), 'look', { secret })
      return { ...invitationPreview.parse(answer), at }
    },
    /**
     * Takes it; the computer is known from then on.
     * @throws MainError as `look`, and ERR_INVALID_CREDENTIALS, ERR_DUPLICATED_USER and what else the company says.
     */
    async take(given: BridgeInvitation, person: Person): Promise<ServerConfig> {
      const invitation = read(given)
      const { company } = await this.look(given)
      const answer = await call(serverOf(invitation), 'join', { ...person, secret: invitation.secret })
      const { key, places } = joinAnswer.parse(answer)
      const host = localHostOf(invitation.fingerprint)
      const fingerprint = near.fingerprintOf(host) ?? invitation.fingerprint
      const address = `https://${host}/api/`
      const entry = {
        fingerprint,
        key,
        company,
        places: [...new Set([invitation.at, ...places, ...invitation.others])].slice(0, 20),
      }
      known.remember(address, null, entry)
      return configOf({ address, near: entry })
    },
    /** The address of a known computer that is somewhere else now, where what was typed leads to it; null when it leads to none. */
    async movedTo(text: string): Promise<string | null> {
      for (const { address, near: entry } of known.list()) {
        const place = entry && placeOfComputer(text, entry.places[0])
        if (!place || !(await near.answersAt(entry, place))) continue
        known.foundAt(new URL(address).hostname, place)
        return address
      }
      return null
    },
  }
}
