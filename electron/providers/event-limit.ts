/**
 * Answers that come as events. The library looks through all it has of an event with each piece that comes: of one that
 * never ended, some megabytes kept everybody on the server waiting for seconds.
 */

/** Longest event that is read, in bytes: each is a few letters of an answer. */
const MOST_BYTES = 128 * 1024
/** What ends an event. */
const ENDS = ['\n\n', '\r\n\r\n', '\r\r']
/** Bytes of a piece in which an end may have begun. */
const CARRIED = 3

/** An event of the answer does not end. */
export class EventTooLong extends Error {
  constructor() {
    super('an event of the answer does not end')
    this.name = 'EventTooLong'
  }
}

/** @returns the same fetch, the body of whose answer fails with EventTooLong at one. */
export const eventsLimited =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const answer = await fetch(input, init)
    if (!answer.body) return answer
    let open = 0
    let carried = Buffer.alloc(0)
    const limit = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, control) {
        const seen = Buffer.concat([carried, piece])
        const end = Math.max(...ENDS.map(mark => seen.lastIndexOf(mark)))
        open = end < 0 ? open + piece.length : seen.length - end
        carried = seen.subarray(-CARRIED)
        if (open > MOST_BYTES) control.error(new EventTooLong())
        else control.enqueue(piece)
      },
    })
    return new Response(answer.body.pipeThrough(limit), answer)
  }
