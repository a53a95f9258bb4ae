import type { SavedView } from '@contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import {
  fetchTicketById,
  loadMore,
  openList,
  setScope,
  showView,
  useTicketList,
  useTicketScope,
  useTicketsStore,
  useViewer,
} from '@/stores/tickets'
import { arrange, byRisk, FIRST_CHOICE, readChoice, type WallChoice, wanted, writeChoice } from './choice'

/** Tickets read at most to find the riskiest among them. */
const MOST_READ = 500
/** Least time between two changes of who is shown, in milliseconds; messages inside a tile wait for nothing. */
const REARRANGE_MS = 500

/**
 * Reads the tickets a wall may show: those of a view, or everybody's open ones, those that wait, and those put aside.
 * @param view null for all of them.
 */
export function useWallTickets(view: SavedView | null): { loading: boolean; error: unknown } {
  const signedIn = useViewer() !== null
  const { showAll } = useTicketScope()
  const open = useTicketList('assigned')
  const pending = useTicketList('pending')
  const snoozes = useOffered('snooze')
  const snoozed = useTicketList('snoozed')
  const viewed = useTicketList('view')
  useEffect(() => {
    if (signedIn && !showAll) setScope({ showAll: true })
  }, [signedIn, showAll])
  useEffect(() => {
    if (!signedIn || !showAll) return
    openList('assigned')
    openList('pending')
    if (snoozes) openList('snoozed')
  }, [signedIn, showAll, snoozes])
  useEffect(() => {
    if (open.status === 'ready' && open.ids.length < MOST_READ) void loadMore('assigned')
  }, [open])
  useEffect(() => {
    if (snoozed.status === 'ready' && snoozed.ids.length < MOST_READ) void loadMore('snoozed')
  }, [snoozed])
  useEffect(() => {
    if (signedIn) showView(view)
  }, [signedIn, view])
  const lists = view ? [viewed] : [open, pending, ...(snoozes ? [snoozed] : [])]
  const reading = open.hasMore && open.more !== 'failed' && open.ids.length < MOST_READ
  return {
    loading: lists.some(
      list =>
        list.status === 'idle' ||
        list.status === 'loading' ||
        (list === open && list.status === 'ready' && reading),
    ),
    error: lists.find(list => list.status === 'failed')?.error ?? null,
  }
}

/** The choice of the signed-in person, kept on this computer. */
export function useWallChoice(): [WallChoice, (change: Partial<WallChoice>) => void] {
  const userId = useUser()?.id ?? null
  const [choice, setChoice] = useState<WallChoice>(() =>
    userId === null ? FIRST_CHOICE : readChoice(userId),
  )
  const change = useCallback(
    (part: Partial<WallChoice>) => {
      setChoice(before => {
        const next = { ...before, ...part }
        if (userId !== null) writeChoice(userId, next)
        return next
      })
    },
    [userId],
  )
  return [choice, change]
}

const same = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, at) => id === b[at])

/**
 * Ids of the tickets shown, by place. Places are kept: who stays does not move.
 * @param held the tile that must not be taken away now.
 * @param settled false while tickets are still being read: then everybody is in order.
 */
export function useArrangement(choice: WallChoice, held: number | null, settled: boolean): readonly number[] {
  const [ids, setIds] = useState<readonly number[]>([])
  const inOrder = useRef(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const work = (): void => {
      timer = null
      const { byId, gone, lists, scope } = useTicketsStore.getState()
      const first = choice.viewId !== null && scope.view ? lists.view.ids : byRisk(byId.values())
      const risky = first.filter(id => !gone.has(id))
      const next = wanted(choice, risky, held).filter(id => byId.has(id))
      // Chosen threads stand in the order they were chosen in, whichever was read first.
      const place = (before: readonly number[]) => (same(before, next) ? before : next)
      const ordered = choice.mode === 'chosen' || inOrder.current
      inOrder.current = !settled
      setIds(before => (ordered ? place(before) : arrange(before, next)))
    }
    work()
    const stop = useTicketsStore.subscribe(() => {
      timer ??= setTimeout(work, REARRANGE_MS)
    })
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [choice, held, settled])
  return ids
}

/** Fetches pinned tickets that no list holds; those that may no longer be seen are unpinned. */
export function usePinned(pinned: readonly number[], unpin: (id: number) => void): void {
  const signedIn = useViewer() !== null
  /** A text: it changes when one is taken away, not with every row of the store. */
  const missing = useTicketsStore(({ byId, gone }) =>
    pinned.filter(id => gone.has(id) || !byId.has(id)).join(),
  )
  useEffect(() => {
    if (!signedIn || missing === '') return
    for (const id of missing.split(',').map(Number)) {
      fetchTicketById(id).catch(error => {
        const status: unknown =
          typeof error === 'object' && error !== null && 'status' in error ? error.status : null
        if (status === 403 || status === 404) unpin(id)
      })
    }
  }, [signedIn, missing, unpin])
}
