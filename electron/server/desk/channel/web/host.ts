/** Where sessions run: each in a thread of its own, or, in tests, in the server's. */
import { CallLost } from '../worker/peer'
import type { WebDown, WebUp } from './wire'

/** Events of the place a session runs in. */
export interface HostEvents {
  /** The session is there, anew: nothing of an earlier one is. */
  up(life: number): void
  /** It broke off and is begun again by itself. */
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

/** Whether a call broke off; and then, whether it may have been carried out. */
export const brokenOff = (error: unknown): 'no' | 'before' | 'perhaps' =>
  error instanceof CallLost ? (error.mayHaveRun ? 'perhaps' : 'before') : 'no'
