/** What a console holds: heap after collection, and the things that must not pile up over a day. */
import type { CDPSession, Page } from '@playwright/test'
import type { Control } from '../e2e/fixtures'

export interface Holding {
  /** Megabytes of the page and of main after collection. */
  pageMb: number
  mainMb: number
  /** Intervals that run in the page, and main's timers. */
  intervals: number
  mainTimers: number
  /** Listeners on what main says, on DOM nodes, and on Electron's emitters in main. */
  bridgeListeners: number
  domListeners: number
  mainListeners: number
  /** DOM nodes, detached ones included. */
  nodes: number
}

/** Runs in the page before anything else: counts the intervals that are running. */
export function countIntervals(): void {
  const running = new Set<unknown>()
  const { setInterval: begin, clearInterval: end } = window
  Object.assign(window, {
    setInterval: (...args: Parameters<typeof begin>) => {
      const id = begin(...args)
      running.add(id)
      return id
    },
    clearInterval: (id: number) => {
      running.delete(id)
      end(id)
    },
    __turnoIntervals: () => running.size,
  })
}

type Counted = typeof window & { __turnoIntervals(): number; __turnoListeners(): number }

const mb = (bytes: number): number => Math.round(bytes / 104_857.6) / 10

/** Collects garbage in page and main, and tells what is left. */
export async function holding(page: Page, session: CDPSession, control: Control): Promise<Holding> {
  for (let i = 0; i < 3; i += 1) {
    await session.send('HeapProfiler.collectGarbage')
    await page.waitForTimeout(200)
  }
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  const counted = await page.evaluate(() => ({
    intervals: (window as Counted).__turnoIntervals(),
    listeners: (window as Counted).__turnoListeners(),
  }))
  const main = await control.ask('resources')
  return {
    pageMb: mb(usedSize),
    mainMb: mb(main.heapBytes),
    intervals: counted.intervals,
    mainTimers: main.timers,
    bridgeListeners: counted.listeners,
    domListeners: jsEventListeners,
    mainListeners: main.listeners,
    nodes,
  }
}
