/** Where sessions run: each in its own thread or, in tests, in the server's. */
import { CallLost } from '../worker/peer'
import type { WebDown, WebUp } from './wire'

/** Events of a session's host. */
export interface HostEvents {
  /** A new session is there: it has no state of an earlier one. */
  up(life: number): void
  /** It broke and is restarted by itself. */
  down(): void
}

export interface HostedSession {
  /** As the channel calls it; a call may throw CallLost. */
  session: WebDown
  /** Ends it for good, without signing out. */
  end(): Promise<void>
}

export interface SessionHost {
  begin(whatsappId: number, up: WebUp, events: HostEvents): HostedSession
}

/** Whether a call broke off, and if so whether it may have been carried out. */
export const brokenOff = (error: unknown): 'no' | 'before' | 'perhaps' =>
  error instanceof CallLost ? (error.mayHaveRun ? 'perhaps' : 'before') : 'no'
