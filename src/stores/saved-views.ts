/** The views a person sees: one's own and those of one's queues, and how many tickets are in each. What is in one is a list of the tickets store. */
import { changesWithTime, type SavedView, type SavedViewForm } from '@contract'
import { useEffect } from 'react'
import { call } from '@/api'
import { createDirectory } from './directory'
import { saved } from './saved'
import { capability } from './servers'
import { atSessionEnd } from './session-end'
import { reloadList, showView, useTicketsStore } from './tickets'

/** Least time between two askings for the figures, and how many times as long as the last answer took, up to the clock’s. Milliseconds. */
const COUNTS_EVERY_MS = 2_000
const TIMES_ITS_COST = 50
/** How often views are asked about that tickets join as time goes by. */
const CLOCK_EVERY_MS = 30_000

const { getState, setState } = useTicketsStore

export const savedViewsDirectory = createDirectory<SavedView>({
  name: 'saved views',
  read: async () => (capability('savedViews') === 'missing' ? [] : call('savedViews.list')),
  onEvent: ({ channel, data }) => {
    if (channel === 'savedView') return { stale: true }
    // Other queues of one's own: other views.
    const own = channel === 'user' && data.action !== 'delete' && data.user.id === getState().viewer?.id
    return own ? { stale: true } : null
  },
})

/** The views a person sees, in that person's order. */
export const useSavedViews = (): readonly SavedView[] => savedViewsDirectory.use(state => state.items)

/* ---------------------------------------------------------------- figures */

let timer: ReturnType<typeof setTimeout> | null = null
let asking = Promise.resolve()
let askAgainAt = 0
let looking = 0

async function readCounts(): Promise<void> {
  const began = performance.now()
  const { viewer } = getState()
  if (!viewer || getState().views.length === 0) return
  askAgainAt = began + COUNTS_EVERY_MS
  try {
    const counts = await call('savedViews.counts')
    if (getState().viewer?.id === viewer.id)
      setState({ viewCounts: new Map(counts.map(({ id, count }) => [id, count])) })
  } catch {
    // The figures that stand there are the last ones known; the next change asks again.
  } finally {
    const pause = Math.max(COUNTS_EVERY_MS, TIMES_ITS_COST * (performance.now() - began))
    askAgainAt = performance.now() + Math.min(pause, CLOCK_EVERY_MS)
  }
}

/** Asks for the figures where somebody looks at them: at once when asked alone, seldom in a flood. */
function refreshViewCounts(): void {
  if (timer || looking === 0 || document.hidden) return
  timer = setTimeout(
    () => {
      timer = null
      // What moves while an answer is on its way is asked about after it.
      asking = asking.then(readCounts)
    },
    Math.max(0, askAgainAt - performance.now()),
  )
}

function onClock(): void {
  const { views, scope } = getState()
  if (views.some(({ conditions }) => changesWithTime(conditions))) refreshViewCounts()
  if (scope.view && changesWithTime(scope.view.conditions) && !document.hidden) void reloadList('view')
}

useTicketsStore.subscribe(({ viewsMoved, views }, before) => {
  if (viewsMoved !== before.viewsMoved || views !== before.views) refreshViewCounts()
})

savedViewsDirectory.use.subscribe(({ items, status }, before) => {
  if (items === before.items || status !== 'ready') return
  setState({ views: items })
  const { view } = getState().scope
  const now = items.find(({ id }) => id === view?.id) ?? null
  // Changed by a colleague, or gone.
  if (view && JSON.stringify(now) !== JSON.stringify(view)) showView(now)
})

/** How many tickets are in each view, kept true while the component is there. */
export function useViewCounts(): ReadonlyMap<number, number | null> {
  useEffect(() => {
    looking += 1
    refreshViewCounts()
    const clock = setInterval(onClock, CLOCK_EVERY_MS)
    document.addEventListener('visibilitychange', refreshViewCounts)
    return () => {
      looking -= 1
      clearInterval(clock)
      document.removeEventListener('visibilitychange', refreshViewCounts)
    }
  }, [])
  return useTicketsStore(state => state.viewCounts)
}

atSessionEnd('view counts', () => {
  if (timer) clearTimeout(timer)
  timer = null
  askAgainAt = 0
})

/* ---------------------------------------------------------------- changes */

/** Adds or changes a view. @throws ApiError */
export async function saveView(id: number | null, form: SavedViewForm): Promise<SavedView> {
  const view = await saved('savedViews', id === null ? null : { id }, form)
  savedViewsDirectory.keep(view)
  return view
}

/**
 * Puts the views into another order, at once.
 * @throws ApiError; then the order is the server's again.
 */
export async function arrangeViews(views: readonly SavedView[]): Promise<void> {
  savedViewsDirectory.use.setState({ items: views })
  try {
    await call('savedViews.arrange', { body: { ids: views.map(({ id }) => id) } })
  } catch (error) {
    void savedViewsDirectory.reload()
    throw error
  }
}

/** Deletes a view. @returns what makes it again, in its place. @throws ApiError */
export async function removeView(view: SavedView): Promise<() => Promise<void>> {
  const before = savedViewsDirectory.use.getState().items
  await call('savedViews.remove', { params: { id: view.id } })
  savedViewsDirectory.drop(view.id)
  return async () => {
    const { name, conditions, order, sharedWith } = view
    const again = await saveView(null, { name, conditions, order, sharedWith })
    const now = savedViewsDirectory.use.getState().items
    const at = before.findIndex(({ id }) => id === view.id)
    await arrangeViews(now.filter(({ id }) => id !== again.id).toSpliced(at, 0, again))
  }
}
