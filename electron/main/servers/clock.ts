/** How far the server's clock is from ours, read from the Date header of its answers. */
import type { FetchLike } from '../session/http'

/** Less than this is the header's own coarseness and the way there. Milliseconds. */
const MEANINGFUL_MS = 20_000
/** An answer that was this quick, there and back, gives the time to the second. Milliseconds. */
const QUICK_MS = 4_000

export interface ServerClock {
  /** The same fetch, listening to the clock of what answers. */
  listening(fetch: FetchLike): FetchLike
  /** Milliseconds the server is ahead of this computer; 0 while unknown or nearly equal. */
  offsetMs(): number
  /** The same as closely as it is known, to a second or two; null before the first answer. */
  measuredMs(): number | null
  onChange(listener: () => void): void
  forget(): void
}

export function createServerClock(now: () => number = Date.now): ServerClock {
  let offset = 0
  let closest: number | null = null
  const listeners = new Set<() => void>()
  const note = (header: string | null, startedAt: number) => {
    const date = Date.parse(header ?? '')
    if (Number.isNaN(date)) return
    // The header counts whole seconds; the middle of the call and of the second is the best guess.
    const took = now() - startedAt
    const measured = date + 500 - startedAt - took / 2
    // A long upload may have been answered at any moment of it.
    const tolerance = MEANINGFUL_MS + took / 2
    if (closest === null || took <= QUICK_MS || Math.abs(measured - closest) > tolerance) closest = measured
    const next = Math.abs(measured) < tolerance ? 0 : Math.round(measured / 1_000) * 1_000
    if (Math.abs(next - offset) < tolerance) return
    offset = next
    for (const listener of listeners) listener()
  }
  return {
    listening: fetch => async (url, init) => {
      const startedAt = now()
      const response = await fetch(url, init)
      note(response.headers.get('date'), startedAt)
      return response
    },
    offsetMs: () => offset,
    measuredMs: () => closest,
    onChange: listener => void listeners.add(listener),
    forget() {
      offset = 0
      closest = null
    },
  }
}
