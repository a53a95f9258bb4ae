/** Whether an event is newer than an answer: the one comparison of all stores. */
import { readAt } from '@/api/read-at'
import { feedPosition, positionOf } from './feed'

/**
 * Waits for an answer.
 * @returns it with its position among the events: what events say behind it may not be in the answer. The server says where
 * its log was; what this window had heard when it asked is in the answer in any case, and all that is known of older servers.
 */
export async function placed<T extends object>(asking: Promise<T>): Promise<[answer: T, position: number]> {
  const left = feedPosition()
  const answer = await asking
  return [answer, Math.max(left, positionOf(readAt(answer)))]
}

/** Which rows events have changed, by id. */
export function createTouched() {
  const positions = new Map<number, number>()
  return {
    /** Notes rows that the events which are being handed over have changed. */
    note(ids: Iterable<number>): void {
      for (const id of ids) positions.set(id, feedPosition())
    },
    /** Whether an event changed a row behind a position: an answer of that position must not undo it. */
    since: (id: number, position: number): boolean => (positions.get(id) ?? -1) > position,
    clear: () => positions.clear(),
  }
}
