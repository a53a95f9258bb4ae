/** When more may be asked for than somebody waits for. */
import { isFlooded } from './feed'
import { capability } from './servers'

/**
 * Whether pages may be asked for ahead. Not while events pour in from a server that answers one question after the other: each
 * page stands before what somebody presses next.
 */
export const mayReadAhead = (): boolean => capability('parallelReads') === 'native' || !isFlooded()
