import { useEffect, useState } from 'react'
import { clockOffset } from '@/stores/clock'

/** Fine enough for a ring that moves evenly. */
const TICK_MS = 250

export interface CodeClock {
  /** Whole seconds until the next code, rounded up. */
  seconds: number
  /** Share of the code's life that is left, 0 to 1. */
  share: number
}

/**
 * Counts down to the next code, by the server's clock.
 * @param shownAt when the present code was shown; null where the server does not say how long it holds.
 * @param until when it ends.
 */
export function useCodeClock(shownAt: string, until: string | null): CodeClock | null {
  const end = until === null ? Number.NaN : Date.parse(until)
  const [now, setNow] = useState(() => Date.now() + clockOffset())
  const runs = Number.isFinite(end)
  useEffect(() => {
    if (!runs) return
    const tick = (): void => setNow(Date.now() + clockOffset())
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [runs])
  if (!runs) return null
  const left = Math.max(0, end - now)
  const life = Math.max(1, end - Date.parse(shownAt))
  return { seconds: Math.ceil(left / 1_000), share: Math.min(1, left / life) }
}
