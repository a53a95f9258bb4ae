/** What a console holds: heap after collection, and the things that must not pile up over a day. */
import type { CDPSession, Page } from '@playwright/test'
import { z } from 'zod'
import type { Control } from '../e2e/fixtures'

export interface Holding {
  /** Megabytes of the page and of main after collection. */
  pageMb: number
  mainMb: number
  /** Of the page without machine code and what is the browser's own: what Turno keeps. */
  dataMb: number
  /** Intervals that run in the page, and main's timers: the fewest within two seconds. */
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

/** How often main's timers are looked at again. */
const LOOKS_AT_TIMERS = 10

const mb = (bytes: number): number => Math.round(bytes / 104_857.6) / 10

const snapshotShape = z.object({
  snapshot: z.object({
    meta: z.object({
      node_fields: z.array(z.string()),
      node_types: z.tuple([z.array(z.string())]).rest(z.unknown()),
    }),
  }),
  // Millions of numbers of the browser's own making: looked at as a whole.
  nodes: z.custom<number[]>(Array.isArray),
})
/** What a heap snapshot counts and Turno does not keep: compiled code, and nodes, styles and records of the browser. */
const NOT_OURS = ['code', 'native', 'synthetic', 'hidden']

/** Bytes of the page's own objects, strings, arrays and closures, by a snapshot of its heap. */
async function ownBytes(session: CDPSession): Promise<number> {
  const parts: string[] = []
  const add = ({ chunk }: { chunk: string }): void => void parts.push(chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', add)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', add)
  const { snapshot, nodes } = snapshotShape.parse(JSON.parse(parts.join('')))
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  const ours = new Set(types[0].flatMap((name, index) => (NOT_OURS.includes(name) ? [] : index)))
  let bytes = 0
  for (let at = 0; at < nodes.length; at += fields.length)
    if (ours.has(nodes[at + type] ?? -1)) bytes += nodes[at + size] ?? 0
  return bytes
}

/** Collects garbage in page and main, and tells what is left. */
export async function holding(page: Page, session: CDPSession, control: Control): Promise<Holding> {
  for (let i = 0; i < 3; i += 1) {
    await session.send('HeapProfiler.collectGarbage')
    await page.waitForTimeout(200)
  }
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  const countedNow = () =>
    page.evaluate(() => ({
      intervals: (window as Counted).__turnoIntervals(),
      listeners: (window as Counted).__turnoListeners(),
    }))
  const { intervals: atOnce, listeners } = await countedNow()
  const main = await control.ask('resources')
  // One that runs for a moment (an answer that is waited for, a socket kept open) is none of what stays: the fewest count.
  let mainTimers = main.timers
  let intervals = atOnce
  for (let i = 0; i < LOOKS_AT_TIMERS; i += 1) {
    await page.waitForTimeout(200)
    mainTimers = Math.min(mainTimers, (await control.ask('resources')).timers)
    intervals = Math.min(intervals, (await countedNow()).intervals)
  }
  return {
    pageMb: mb(usedSize),
    mainMb: mb(main.heapBytes),
    dataMb: mb(await ownBytes(session)),
    intervals,
    mainTimers,
    bridgeListeners: listeners,
    domListeners: jsEventListeners,
    mainListeners: main.listeners,
    nodes,
  }
}
