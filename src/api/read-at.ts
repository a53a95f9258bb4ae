/** Where in the server's log of events answers were read. */
import { type LogPlace, placeIn, READ_AT_HEADER } from '@contract'

const places = new WeakMap<object, LogPlace>()

/** Notes what the headers of an answer say. @returns the answer. */
export function noteReadAt<T>(answer: T, headers: Readonly<Record<string, unknown>> | undefined): T {
  const place = placeIn(headers?.[READ_AT_HEADER])
  if (place && typeof answer === 'object' && answer !== null) places.set(answer, place)
  return answer
}

/** Where an answer was read, or after; undefined where the server did not say. */
export const readAt = (answer: object): LogPlace | undefined => places.get(answer)
