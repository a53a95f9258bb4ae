/**
 * When lists are read again from a server that sends no event for some changes. Such a server answers one question after the other:
 * a reading that begins at a press delays the page of messages. So none begins while conversations are being opened, and
 * what reads lists by itself (the windows, what waits for the agent) does so in turns, never together.
 */

/** How long each of them goes without reading, unless conversations are being opened. Milliseconds. */
const EVERY_MS = 60_000
/** An opening and what follows it are over by then. Milliseconds. */
const QUIET_MS = 3_000
/** Somebody who steps from conversation to conversation keeps a reading waiting no longer than this. Milliseconds. */
const LONGEST_WAIT_MS = 30_000
/** And then it still does not begin right behind a press. Milliseconds. */
const AFTER_PRESS_MS = 1_000

const PAGE_OF_MESSAGES = /^\/messages\/\d+$/

export interface ListReadings {
  /** To be called with what windows ask the server for. @param path below the API base. */
  asked(method: string, path: string): void
  stop(): void
}

/**
 * Begins with the first turn after its part of a minute.
 * @param wanted whether there is somebody to read for; a turn that is not wanted is left out.
 * @param turns what reads lists, each in its turn.
 */
export function createListReadings(wanted: () => boolean, turns: readonly (() => void)[]): ListReadings {
  let openedAt = Number.NEGATIVE_INFINITY
  let next = 0
  let timer: NodeJS.Timeout
  const begin = (): void => {
    timer = setTimeout(look, EVERY_MS / turns.length, performance.now() + EVERY_MS / turns.length)
  }
  const look = (dueAt: number): void => {
    const now = performance.now()
    if (wanted()) {
      const latest = Math.max(dueAt + LONGEST_WAIT_MS, openedAt + AFTER_PRESS_MS)
      const startsAt = Math.min(openedAt + QUIET_MS, latest)
      if (startsAt > now) {
        timer = setTimeout(look, Math.ceil(startsAt - now), dueAt)
        return
      }
      turns[next % turns.length]?.()
      next += 1
    }
    begin()
  }
  begin()
  return {
    asked(method, path) {
      if (method === 'GET' && PAGE_OF_MESSAGES.test(path)) openedAt = performance.now()
    },
    stop: () => clearTimeout(timer),
  }
}
