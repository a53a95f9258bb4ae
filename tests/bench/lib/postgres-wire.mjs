/**
 * Counts what a server asks of PostgreSQL, from the bytes of its connections (protocol 3): statements, and the round trips it
 * waits for them.
 */

const HEADER = 5

/**
 * Reads the messages out of a stream of bytes.
 * @param named false where the first message has a length and no type, as what a client begins with.
 * @param hear called with the type of each message, once its last byte has come.
 * @returns takes the next bytes.
 */
function messages(named, hear) {
  let isNamed = named
  /** The beginning of a header that came without its end. */
  let part = Buffer.alloc(0)
  /** Bytes that are left of the message whose header was read, and its type. */
  let left = 0
  let type = ''
  return chunk => {
    let bytes = part.length > 0 ? Buffer.concat([part, chunk]) : chunk
    part = Buffer.alloc(0)
    while (bytes.length > 0) {
      if (left === 0) {
        const size = isNamed ? HEADER : HEADER - 1
        if (bytes.length < size) {
          part = bytes
          return
        }
        type = isNamed ? String.fromCharCode(bytes[0]) : ''
        // Of itself and all that follows it, without the type.
        left = bytes.readUInt32BE(size - 4) - 4
        bytes = bytes.subarray(size)
        isNamed = true
      }
      const taken = Math.min(left, bytes.length)
      left -= taken
      bytes = bytes.subarray(taken)
      if (left === 0) hear(type)
    }
  }
}

/**
 * Counts one connection into sums that several share.
 * @param sums `{ statements, roundTrips, open, at }`: statements are simple queries and executions with one end, however many stand in one;
 *   a round trip begins when something is asked while nothing is open; `open` is what waits for its answer on all connections,
 *   `at` when something was last asked or answered.
 * @returns takes the bytes of the server and those of PostgreSQL; `gone` when the connection has ended.
 */
export function counting(sums) {
  let open = 0
  const changed = by => {
    open += by
    sums.open += by
    sums.at = performance.now()
  }
  return {
    fromServer: messages(false, type => {
      // Both are answered by one ReadyForQuery.
      if (type !== 'Q' && type !== 'S') return
      sums.statements += 1
      if (open === 0) sums.roundTrips += 1
      changed(1)
    }),
    // That of the sign-in answers nothing that was counted.
    fromPostgres: messages(true, type => type === 'Z' && open > 0 && changed(-1)),
    gone: () => changed(-open),
  }
}
