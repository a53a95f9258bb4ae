/** One timer for every clock on screen. Rows subscribe; none of them owns a timer. */
import { useSyncExternalStore } from 'react'

/** How often waiting clocks move, in milliseconds. They show minutes, so this is late by a quarter at most. */
export const CLOCK_TICK_MS = 15_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null
/** Milliseconds the server's clock is ahead: its instants are compared with its own time. */
let offset = 0
const read = (): number => Date.now() + offset
let now = read()

const tick = (): void => {
  now = read()
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = read()
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

/** Says how far the server's clock is ahead of this computer's, in milliseconds. */
export function setClockOffset(ms: number): void {
  if (ms === offset) return
  offset = ms
  tick()
}

/** Milliseconds the server's clock is ahead of this computer's. */
export const clockOffset = (): number => offset

/** The instant of the last tick by the server's clock, epoch milliseconds. */
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
