/** One timer for every clock on screen. Rows subscribe; none of them owns a timer. */
import { useSyncExternalStore } from 'react'

/** How often waiting clocks move, in milliseconds. They show minutes, so this is late by a quarter at most. */
export const CLOCK_TICK_MS = 15_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null
let now = Date.now()

const tick = (): void => {
  now = Date.now()
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, CLOCK_TICK_MS)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0 && timer !== null) {
      clearInterval(timer)
      timer = null
    }
  }
}

/** The instant of the last tick, epoch milliseconds. */
export const useNow = (): number =>
  useSyncExternalStore(
    subscribe,
    () => now,
    () => now,
  )

/** How many clocks are shown and whether the timer runs; for tests and the built-in self-check. */
export const clockStatus = (): { listeners: number; running: boolean } => ({
  listeners: listeners.size,
  running: timer !== null,
})
