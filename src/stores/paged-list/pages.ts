/**
 * Reads a list of the server page by page: which page comes next, what is asked again after a failure, when the end is
 * reached, how deep the shown rows are read anew. It knows neither stores nor events; `createPagedList` and the lists
 * of tickets (src/stores/tickets/load.ts) stand on it.
 */
import { isAborted } from '@/api'
import { advance, FIRST_PLACE, type PageAnswer, type Place } from './place'

/** How far the reading of a list is, as screens show it. */
export interface PageStatus {
  /** `idle` was never asked for. While `loading` again the old rows may stay. */
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** What was thrown last; null once an answer came. */
  error: unknown
  hasMore: boolean
  /** The next page. */
  more: 'idle' | 'loading' | 'failed'
}

export const NOTHING_READ: PageStatus = { status: 'idle', error: null, hasMore: false, more: 'idle' }

/** A page on its way into the rows. */
export interface PageStep {
  page: number
  /** The shown depth is being read again; otherwise this is the page below the last row. */
  anew: boolean
}

/** Whose rows are read. */
export interface PagesHost<R, A extends PageAnswer> {
  status: () => PageStatus
  set: (change: Partial<PageStatus>) => void
  /** What is shown. */
  rows: () => readonly R[]
  ask: (place: Place, signal: AbortSignal) => Promise<A>
  /** Lays a page over rows. @returns the rows then, and how many of the page were new. */
  lay: (rows: readonly R[], answer: A, step: PageStep) => { rows: readonly R[]; fresh: number }
  /** Shows rows that were read, with what came live meanwhile, and the status. */
  show: (rows: readonly R[], answer: A, change: PageStatus, step: PageStep) => void
  /** Pages hold exactly what their number says and `hasMore` is true: see `advance`. */
  believed: boolean
  /** Reads on although as many rows are here as were shown before. */
  readsOn?: (place: Place) => boolean
  /** A reading begins; it ends with `ended`, which is left out when the reading was given up. */
  begins?: () => void
  ended?: (done: boolean) => void
}

export interface Pages {
  /** Gives up what is on its way and forgets the position. */
  stop: () => void
  /** Reads from the first page, as deep as rows are shown; gives up what is on its way. Status: `loading`. */
  first: () => Promise<void>
  /**
   * Reads the shown depth again behind whatever is on its way; the rows stay until all of it is here.
   * @param from the first page to read, asked when it is this reading's turn; null for none.
   */
  again: (from?: () => number | null) => Promise<void>
  /** The page below the last row; nothing while one is on its way or has failed, or when all is here. */
  more: () => Promise<void>
  /** Asks again for exactly what failed: the shown depth, or the page below the last row. */
  retry: () => void
  /** Rows of a full page as this server cuts them; 0 until one is here. */
  size: () => number
}

/** Pages read again at most after a gap; whoever scrolled further scrolls again. */
const DEEPEST_AGAIN = 50

/** Makes the reader of one list. */
export function createPages<R, A extends PageAnswer>(host: PagesHost<R, A>): Pages {
  let controller = new AbortController()
  /** Pages are asked for one behind the other: each is laid over what the one before left. */
  let queue: Promise<void> = Promise.resolve()
  let size = 0
  let place = FIRST_PLACE
  /** Rows that were shown when the position was noted; rows that came or went since have shifted the pages. */
  let shownThen = 0

  function stop(): void {
    controller.abort()
    controller = new AbortController()
    queue = Promise.resolve()
    size = shownThen = 0
    place = FIRST_PLACE
  }

  function enqueue(work: (signal: AbortSignal) => Promise<void>, failed: (error: unknown) => void) {
    const { signal } = controller
    queue = queue.then(async () => {
      if (signal.aborted) return
      host.begins?.()
      let done = false
      try {
        await work(signal)
        done = true
      } catch (error) {
        if (!signal.aborted && !isAborted(error)) failed(error)
      }
      if (!signal.aborted) host.ended?.(done)
    })
    return queue
  }

  async function read(at: Place, signal: AbortSignal): Promise<A> {
    const answer = await host.ask(at, signal)
    signal.throwIfAborted()
    size = Math.max(size, answer.rows.length)
    return answer
  }

  const note = (at: Place): void => {
    place = at
    shownThen = host.rows().length
  }

  /**
   * The page that follows the rows. Rows that came or went live shift the server's pages: a page read twice brings what
   * slipped over its border.
   */
  function next(): Place {
    if (place.cursor !== null || size === 0) return place
    const shown = host.rows().length
    const back = host.believed
      ? place.page - 1 - Math.floor(shown / size)
      : Math.ceil((shownThen - shown) / size)
    return back > 0 ? { ...place, page: Math.max(1, place.page - back) } : place
  }

  async function readMore(signal: AbortSignal): Promise<void> {
    const due = place.page
    for (let at = next(); host.status().hasMore; ) {
      const answer = await read(at, signal)
      const before = host.rows()
      const step = { page: at.page, anew: false }
      const { rows, fresh } = host.lay(before, answer, step)
      const expected = Math.max(due, Math.floor(before.length / Math.max(size, 1)) + 1)
      const { believed } = host
      const after = advance(at, answer, { fresh, known: rows.length, expected, believed })
      host.show(
        rows,
        answer,
        { status: 'ready', error: null, hasMore: !after.complete, more: 'loading' },
        step,
      )
      // A page of repetitions shows nothing new: on until something does, or the end, or where the server stopped.
      const grown = host.rows().length > before.length || Boolean(answer.stoppedAt)
      note(host.believed ? { ...after, page: Math.max(after.page, due) } : after)
      if (grown) break
      at = after
    }
    host.set({ more: 'idle' })
  }

  async function readAgain(from: number, signal: AbortSignal): Promise<void> {
    const shown = host.rows()
    const start = Math.max(from, 1)
    let rows: readonly R[] = shown.slice(0, (start - 1) * size)
    let at: Place = { ...FIRST_PLACE, page: start }
    for (let asked = 1; ; asked += 1) {
      const answer = await read(at, signal)
      const step = { page: at.page, anew: true }
      const laid = host.lay(rows, answer, step)
      rows = laid.rows
      at = advance(at, answer, { fresh: laid.fresh, known: rows.length, believed: host.believed })
      const deep = rows.length >= shown.length && !host.readsOn?.(at)
      // Looking through more is for whoever asks for it.
      const last = at.complete || deep || asked > DEEPEST_AGAIN || Boolean(answer.stoppedAt)
      if (last || shown.length === 0) {
        const { more } = host.status()
        const change = {
          error: null,
          hasMore: !at.complete,
          more: more === 'failed' ? 'idle' : more,
        } as const
        host.show(rows, answer, { ...change, status: 'ready' }, step)
        note(at)
      }
      if (last) return
    }
  }

  const again: Pages['again'] = (from = () => 1) =>
    enqueue(
      signal => {
        const page = from()
        return page === null ? Promise.resolve() : readAgain(page, signal)
      },
      error => host.set(host.status().status === 'loading' ? { status: 'failed', error } : { error }),
    )

  function first(): Promise<void> {
    stop()
    host.set({ status: 'loading', error: null, more: 'idle' })
    return again()
  }

  function more(): Promise<void> {
    const { status, more: below, hasMore } = host.status()
    if (status !== 'ready' || below !== 'idle' || !hasMore) return Promise.resolve()
    host.set({ more: 'loading' })
    return enqueue(readMore, error => host.set({ more: 'failed', error }))
  }

  return {
    stop,
    first,
    again,
    more,
    retry() {
      const { status, more: below } = host.status()
      if (status === 'ready' && below === 'failed') {
        host.set({ more: 'idle', error: null })
        void more()
      } else void (status === 'ready' ? again() : first())
    },
    size: () => size,
  }
}
