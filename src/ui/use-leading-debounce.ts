import { DEBOUNCE_MS } from '@contract'
import { useCallback, useEffect, useRef } from 'react'

/**
 * Runs a search for typed text: at once when it stands alone, after 500 ms of quiet while one goes on typing
 * (design/architecture.md: a debounce delays repeated typing, never a first action).
 * @returns `typed` for each change of a text, `now` for what must not wait (filters, Enter, clearing), and `stop`, which
 *   forgets what still waits.
 */
export function useLeadingDebounce<T>(run: (value: T) => void): {
  typed: (value: T) => void
  now: (value: T) => void
  stop: () => void
} {
  const latest = useRef(run)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const lastAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    latest.current = run
  })
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current)
    },
    [],
  )
  const stop = useCallback(() => {
    if (timer.current) clearTimeout(timer.current)
    timer.current = null
  }, [])
  const now = useCallback(
    (value: T) => {
      stop()
      latest.current(value)
    },
    [stop],
  )
  const typed = useCallback(
    (value: T) => {
      const at = performance.now()
      const alone = at - lastAt.current >= DEBOUNCE_MS
      lastAt.current = at
      if (timer.current) clearTimeout(timer.current)
      if (alone) {
        now(value)
        return
      }
      timer.current = setTimeout(() => now(value), DEBOUNCE_MS)
    },
    [now],
  )
  return { typed, now, stop }
}
