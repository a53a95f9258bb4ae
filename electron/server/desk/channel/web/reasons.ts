/** Why WhatsApp ended a connection, by the library's code (its DisconnectReason, and WhatsApp's own). */
import type { ConnectionReason } from '@contract'

export type Ending =
  /** It is restarted: at once (part of pairing), or after a growing pause. */
  | { kind: 'again'; atOnce: boolean; reason: ConnectionReason }
  /** It stays down until somebody acts. @param forget the keys are useless now. */
  | { kind: 'down'; reason: ConnectionReason; forget: boolean }

const down = (reason: ConnectionReason, forget = false): Ending => ({ kind: 'down', reason, forget })

const ENDINGS: Readonly<Record<number, Ending>> = {
  /** loggedOut: somebody removed the device on the phone. */
  401: down('signedOut', true),
  /** Blocked for a time; forbidden; blocked for good. Retrying makes it worse. */
  402: down('banned'),
  403: down('banned'),
  406: down('banned'),
  /** This version of the library is no longer accepted. */
  405: down('outdated'),
  409: down('outdated'),
  /** multideviceMismatch: the phone has no linked devices. */
  411: down('refused', true),
  /** The device is unknown (now). */
  415: down('signedOut', true),
  418: down('signedOut', true),
  /** connectionReplaced: the same session was opened elsewhere; both would keep replacing each other. */
  440: down('replaced'),
  /** restartRequired: follows on pairing. */
  515: { kind: 'again', atOnce: true, reason: 'unreachable' },
}

/** badSession; also the library's default for unknown errors. */
const BAD_SESSION = 500
/** Retries before the session counts as broken. */
const BAD_SESSION_TRIES = 5
/** connectionLost and timedOut, also without a network; while a code was shown, nobody used it. */
const TIMED_OUT = 408

/**
 * @param code of the error; null without one.
 * @param now whether a phone is paired, whether a pairing code was shown, and how many tries have failed in a row.
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
