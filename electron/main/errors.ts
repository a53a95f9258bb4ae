/** Errors that cross the bridge: a code of the catalogue and words for people and logs. */
import type { ErrorCode } from '../../src/contract'

export class MainError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options)
    this.name = 'MainError'
  }
}
