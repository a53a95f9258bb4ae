/** When main reads what waits for the agent, each time the socket is ready. */

/** A ready socket has joined its rooms by then, so that nothing falls between snapshot and events. */
const AFTER_MS = 200
/**
 * After the first connection of a start its windows' first list is on its way: main's own reading of what waits took the
 * same processor 40 ms just then.
 */
const FIRST_AFTER_MS = 1_000

/**
 * Reads a moment after each connection; after the first of a start it waits longer.
 * @returns `connected` begins to wait, anew where it waited; `stop` for a connection that is lost, or the end.
 */
export function createFirstReading(read: () => void): { connected(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let afterMs = FIRST_AFTER_MS
  const stop = () => clearTimeout(timer)
  return {
    connected() {
      stop()
      timer = setTimeout(() => {
        afterMs = AFTER_MS
        read()
      }, afterMs)
    },
    stop,
  }
}
