/** What the session's machine (machine.ts) knows, receives and asks for. */
import type { SessionState, User } from '../../../src/contract'
import type { Grant, RefreshAnswer } from './auth-calls'
import type { EndReason, LeavingStep } from './leaving'
import type { Loaded } from './vault'

export type RefreshOutcome = 'renewed' | 'ended' | 'unreachable'

export interface Tokens {
  /** Null until a kept session has been renewed for the first time. */
  access: string | null
  /** When the access token expires, by our clock, in ms since the epoch; null for one that does not say. */
  expiry: number | null
  /** Null where the server gave none: the session then lasts as long as its access token. */
  refresh: string | null
}

type Renewal =
  | { stage: 'none' }
  /** The server is being asked. */
  | { stage: 'asking' }
  /** Granted; `fresh` is the user as the answer describes them, and the new secret is being written. */
  | { stage: 'keeping'; fresh: User }

export type Phase =
  /** The vault has not been read. */
  | { name: 'starting' }
  | { name: 'signedOut' }
  /** A sign-in was granted and is being written to the disk; windows are notified once it is known how it is kept. */
  | { name: 'entering'; tokens: Tokens; user: User }
  | { name: 'signedIn'; tokens: Tokens; user: User; renewal: Renewal }
  /** Everything that shows or keeps the session is going, step by step. The tokens are gone already. */
  | { name: 'leaving'; to: 'signedOut'; reason: EndReason }
  | { name: 'leaving'; to: 'starting' }

export interface State {
  readonly phase: Phase
  /** Number of the session. */
  readonly session: number
  /** What windows are shown. */
  readonly shown: SessionState
  readonly stopped: boolean
}

export type Event =
  /** The vault was read, for the server of this key. */
  | { type: 'loaded'; loaded: Loaded; server: string }
  /** Somebody signs in: what an earlier sign-in still answers is void. */
  | { type: 'signingIn' }
  | { type: 'granted'; session: number; grant: Grant }
  /** Somebody needs a new access token, or its time has come. */
  | { type: 'renew' }
  | { type: 'answered'; session: number; answer: RefreshAnswer }
  /** What was granted is on the disk, or is known not to be. */
  | { type: 'kept'; session: number; storage: SessionState['storage'] }
  /** The user decided how the session may be kept. */
  | { type: 'keepAgain' }
  | { type: 'keptAgain'; session: number; storage: SessionState['storage'] }
  | { type: 'userUpdated'; user: User }
  /** `token` names the token a server refused: an older one is not about this session. */
  | { type: 'end'; reason: EndReason; token?: string | null }
  /** Another server is chosen: the session stays in the vault. */
  | { type: 'rest' }
  | { type: 'left'; session: number }
  | { type: 'stop' }

export type Effect =
  /** Ask the server for a new token; answers `answered`. */
  | { do: 'renew'; session: number; refreshToken: string }
  /** Write the secret, nothing without a refresh token; answers with an event of the name `reply`, if any. */
  | {
      do: 'keep'
      session: number
      refreshToken: string | null
      user: User
      reply: 'kept' | 'keptAgain' | null
    }
  /** Renew in so many milliseconds instead of the time set before; answers `renew`. */
  | { do: 'startTimer'; ms: number }
  | { do: 'cancelTimer' }
  /** Take the steps out of the session, in order; answers `left`. `tokens` are those it had. */
  | {
      do: 'leave'
      session: number
      steps: readonly LeavingStep[]
      reason: EndReason
      tokens: Tokens | null
    }
  /** Everybody who waits for a new token gets the outcome. */
  | { do: 'answer'; outcome: RefreshOutcome }
  /** Notify the listeners of what is shown. */
  | { do: 'notify' }
  | { do: 'log'; message: string; reason: string }
