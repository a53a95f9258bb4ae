/** When more may be asked for than somebody waits for. */
import { isFlooded } from './feed'
import { capability } from './servers'

/**
 * Whether pages may be asked for ahead. Not while events pour in from a server that answers one question after the other: each
 * page stands before what somebody presses next.
 */
export const mayReadAhead = (): boolean => capability('parallelReads') === 'native' || !isFlooded()

/** So long somebody has to be at a conversation that does not fill the screen before earlier ones of the customer are read. Milliseconds. */
const STAYED_MS = 3_000

/**
 * Whether older rows may be asked for that nobody scrolled to. A server of one line reads earlier conversations of the
 * customer for them, with a search for each: that is for who stays, not for who looks in.
 * @param openedAt when the conversation was opened, as `performance.now()`.
 */
export const mayReadOlder = (openedAt: number): boolean =>
  capability('parallelReads') === 'native' || (!isFlooded() && performance.now() - openedAt >= STAYED_MS)
