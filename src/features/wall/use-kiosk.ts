import { useEffect, useState, useSyncExternalStore } from 'react'
import { useClock } from '@/stores/clock'

/** How long a page stands while pages alternate. Milliseconds. */
const CYCLE_MS = 30_000
/** The picture moves by a pixel a minute, round a square of so many: nothing burns in. */
const SHIFT_PX = 6
const MINUTE_MS = 60_000

/** Where the picture stands. @param now epoch milliseconds. @returns pixels to the right and down. */
export function shiftAt(now: number): { x: number; y: number } {
  const step = Math.floor(now / MINUTE_MS) % (4 * SHIFT_PX)
  const along = step % SHIFT_PX
  const sides = [
    { x: along, y: 0 },
    { x: SHIFT_PX, y: along },
    { x: SHIFT_PX - along, y: SHIFT_PX },
    { x: 0, y: SHIFT_PX - along },
  ]
  return sides[Math.floor(step / SHIFT_PX)] ?? { x: 0, y: 0 }
}

/** Whether a screen nobody sits before is dimmed: from ten in the evening to six. */
export const isNight = (now: number): boolean => {
  const hour = new Date(now).getHours()
  return hour >= 22 || hour < 6
}

const onFullScreen = (changed: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea, [role="dialog"]') !== null

export interface KioskKeys {
  show(page: number): void
  next(): void
  note(): void
}

/** The wall on a second monitor, without a mouse: keys, full screen, pages that alternate, a picture that moves a little. */
export function useKiosk({ show, next, note }: KioskKeys) {
  const isFull = useSyncExternalStore(onFullScreen, () => document.fullscreenElement !== null)
  const [cycles, setCycles] = useState(false)
  const x = useClock(now => shiftAt(now).x)
  const y = useClock(now => shiftAt(now).y)
  const dims = useClock(isNight)
  const toggleFull = (): void => {
    const done = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen()
    // A window that may not: nothing has changed on the screen.
    done.catch(() => undefined)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return
      const act: Record<string, () => void> = {
        '1': () => show(0),
        '2': () => show(1),
        c: () => setCycles(before => !before),
        f: toggleFull,
        a: note,
      }
      const run = act[event.key.toLowerCase()]
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  useEffect(() => {
    if (!cycles) return
    const timer = setInterval(next, CYCLE_MS)
    return () => clearInterval(timer)
  }, [cycles, next])
  return {
    isFull,
    cycles,
    toggleFull,
    toggleCycles: () => setCycles(before => !before),
    style: isFull ? { translate: `${x}px ${y}px`, filter: dims ? 'brightness(0.6)' : undefined } : undefined,
  }
}
