/** What goes wrong with a call to the Graph API; apart from its client, which is loaded with the first number. */

/** The API understood the call and refused it. */
export class GraphError extends Error {
  constructor(
    /** Meta's number of the error. */
    readonly code: number,
    readonly status: number,
    message: string,
    /** Milliseconds the API asks to wait; null where it does not say. */
    readonly retryAfterMs: number | null,
  ) {
    super(`${code}: ${message}`)
    this.name = 'GraphError'
  }
}

/** No answer that says anything. */
export class GraphNoAnswer extends Error {
  constructor(
    reason: string,
    /** Whether the call may have been heard all the same. */
    readonly heard: boolean,
    /** Whether the connection's thread ended meanwhile, or is not there; it comes back by itself. */
    readonly threadEnded = false,
  ) {
    super(reason)
    this.name = 'GraphNoAnswer'
  }
}

/** The file is larger than may be taken. */
export class GraphTooLarge extends Error {}

/** A file of this machine that was to be sent cannot be read. */
export class FileGone extends Error {
  constructor() {
    super('the file cannot be read')
    this.name = 'FileGone'
  }
}
