/** What it means that WhatsApp ended a connection, by the code the library gives (its DisconnectReason, and WhatsApp's own). */
import type { ConnectionReason } from '@contract'

export type Ending =
  /** Begun again: at once (it belongs to pairing), or after a pause that grows. */
  | { kind: 'again'; atOnce: boolean; reason: ConnectionReason }
  /** Stays down until somebody acts. @param forget the keys are worth nothing any more. */
  | { kind: 'down'; reason: ConnectionReason; forget: boolean }

const down = (reason: ConnectionReason, forget = false): Ending => ({ kind: 'down', reason, forget })

const ENDINGS: Readonly<Record<number, Ending>> = {
  /** loggedOut: somebody took the device off the phone's list. */
  401: down('signedOut', true),
  /** Blocked for a time; forbidden; blocked for good. Trying again makes it worse. */
  402: down('banned'),
  403: down('banned'),
  406: down('banned'),
  /** This version of the library is not taken any more. */
  405: down('outdated'),
  409: down('outdated'),
  /** multideviceMismatch: the phone has no linked devices. */
  411: down('refused', true),
  /** The device is not known there (any more). */
  415: down('signedOut', true),
  418: down('signedOut', true),
  /** connectionReplaced: the same session was opened elsewhere; both would throw each other out for ever. */
  440: down('replaced'),
  /** restartRequired: follows on pairing. */
  515: { kind: 'again', atOnce: true, reason: 'unreachable' },
}

/** badSession; also what the library calls everything it has no name for. */
const BAD_SESSION = 500
/** So often it is tried again before the session counts as broken. */
const BAD_SESSION_TRIES = 5
/** connectionLost and timedOut, also of a network that is not there; while a code was shown, nobody used it. */
const TIMED_OUT = 408

/**
 * @param code of the error; null when there was none.
 * @param now whether a phone is paired, whether a code was shown to pair one, and how many tries have failed in a row.
 */
export function endingOf(
  code: number | null,
  now: { paired: boolean; shown: boolean; tries: number },
): Ending {
  const known = code === null ? undefined : ENDINGS[code]
  if (known) return known
  if (!now.paired && now.shown && code === TIMED_OUT) return down('codeExpired', true)
  if (code === BAD_SESSION && now.tries >= BAD_SESSION_TRIES) return down('badSession')
  return { kind: 'again', atOnce: false, reason: 'unreachable' }
}
