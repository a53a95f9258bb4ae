/** What a refused microphone means to a person. Pure. */
import type { RecordingFailure } from '@contract'

/** @param error what getUserMedia was rejected with (Media Capture and Streams, section 10). */
export function failureOf(error: unknown): RecordingFailure {
  switch (error instanceof Error || error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'noDevice'
    case 'NotReadableError':
    case 'AbortError':
      return 'busy'
    default:
      return 'broken'
  }
}
