/**
 * One timer for every clock on screen. Rows subscribe; none of them owns a timer, and none is drawn again before what it
 * shows reads differently: a list of twenty rows drawn with every tick was most of what an idle window cost. A window nobody
 * sees has no timer at all.
 */
import dayjs from 'dayjs'
import { useSyncExternalStore } from 'react'

/** How often waiting clocks move, in milliseconds. They show minutes, so this is late by a quarter at most. */
export const CLOCK_TICK_MS = 15_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null
/** Milliseconds the server's clock is ahead: its instants are compared with its own time. */
let offset = 0
let now = 0
/** Midnight before `now`. */
let today = 0

function read(): void {
  now = Date.now() + offset
  today = new Date(now).setHours(0, 0, 0, 0)
}
read()

const tick = (): void => {
  read()
  for (const listener of [...listeners]) listener()
}

function stop(): void {
  if (timer !== null) clearInterval(timer)
  timer = null
}

function run(): void {
  if (timer === null && !document.hidden) timer = setInterval(tick, CLOCK_TICK_MS)
}

/** Whoever comes back to the window reads the right time in the first frame. */
function onVisibility(): void {
  if (document.hidden) stop()
  else {
    run()
    tick()
  }
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    read()
    run()
    document.addEventListener('visibilitychange', onVisibility)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop()
    document.removeEventListener('visibilitychange', onVisibility)
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

/** Now by the server's clock, epoch milliseconds: what its times are compared with, and what is told to it. */
export const serverNow = (): number => Date.now() + offset

/** The day that is now, YYYY-MM-DD: the server's time in this computer's zone. */
export const dayHere = (): string => dayjs(serverNow()).format('YYYY-MM-DD')

/** The instant of the last tick by the server's clock, epoch milliseconds. */
export const lastTick = (): number => now

/**
 * What a clock shows; its component is drawn again only when that changes.
 * @param show what reads differently as time passes, at an instant in epoch milliseconds.
 */
export function useClock<T extends string | number | boolean | null>(show: (now: number) => T): T {
  const shown = (): T => show(now)
  return useSyncExternalStore(subscribe, shown, shown)
}

/** The instant of the last tick by the server's clock, epoch milliseconds: draws with every tick. */
export const useNow = (): number => useClock(lastTick)

/** Midnight before the last tick, epoch milliseconds: for what only another day changes. */
export const useToday = (): number => useClock(() => today)
