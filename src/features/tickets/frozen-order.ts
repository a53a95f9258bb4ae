/**
 * The frozen list (docs/look.md section 7): while the pointer or the keyboard is on the list no row moves. The order on
 * screen stays, what changed is counted, and the live order takes over when the pointer leaves or the agent says so.
 */
import { risingRun } from './rising-run'

export interface FrozenOrder {
  /** What the list is of; another one starts afresh. */
  key: string
  /** Ids in the order on screen. */
  shown: readonly number[]
  /** Ids in the order of the store. */
  live: readonly number[]
  held: boolean
  /** How many rows stand elsewhere in the live order, are new there, or left it. */
  moved: number
}

export type FrozenOrderEvent =
  | { type: 'live'; key: string; ids: readonly number[] }
  | { type: 'hold' }
  | { type: 'release' }
  | { type: 'apply' }

export const startFrozenOrder = (key: string, ids: readonly number[]): FrozenOrder => ({
  key,
  shown: ids,
  live: ids,
  held: false,
  moved: 0,
})

/**
 * What a held list shows when the live order changes: the same rows in the same places; newcomers only below the last
 * row, where they move nothing.
 */
function held(
  shown: readonly number[],
  live: readonly number[],
): { shown: readonly number[]; moved: number } {
  if (shown.length === 0) return { shown: live, moved: 0 }
  const place = new Map(live.map((id, index) => [id, index]))
  const known = new Set(shown)
  const kept = shown.filter(id => place.has(id))
  let tail = live.length
  while (tail > 0 && !known.has(live[tail - 1] as number)) tail -= 1
  const below = live.slice(tail)
  const newcomers = live.length - kept.length - below.length
  const displaced = kept.length - risingRun(kept.map(id => place.get(id) as number)).size
  const left = shown.length - kept.length
  return { shown: below.length > 0 ? [...shown, ...below] : shown, moved: displaced + newcomers + left }
}

/** The reducer of the frozen list. Answers the same object when nothing changes. */
export function frozenOrder(state: FrozenOrder, event: FrozenOrderEvent): FrozenOrder {
  switch (event.type) {
    case 'live':
      if (event.key !== state.key) return { ...startFrozenOrder(event.key, event.ids), held: state.held }
      if (event.ids === state.live) return state
      return state.held
        ? { ...state, live: event.ids, ...held(state.shown, event.ids) }
        : { ...state, live: event.ids, shown: event.ids, moved: 0 }
    case 'hold':
      return state.held ? state : { ...state, held: true }
    case 'release':
      return state.held ? { ...state, held: false, shown: state.live, moved: 0 } : state
    case 'apply':
      return state.shown === state.live ? state : { ...state, shown: state.live, moved: 0 }
  }
}
