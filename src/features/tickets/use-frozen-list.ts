/**
 * The frozen list: while the pointer or the keyboard is on the list no row moves. The order on
 * screen stays, what changed is counted, and the live order takes over when the pointer leaves or the agent says so.
 */
import { type FocusEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
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

export interface FrozenList {
  shown: readonly number[]
  moved: number
  held: boolean
  apply: () => void
  /** Belong on the element that holds the rows. */
  handlers: {
    onPointerEnter: (event: PointerEvent) => void
    onPointerLeave: () => void
    onFocus: (event: FocusEvent) => void
    onBlur: (event: FocusEvent) => void
  }
}

/**
 * Holds a list still while the pointer is over it or the keyboard focus is in it. A focus that a mouse click left
 * behind does not hold it: the hand has gone on.
 * @param key what the list is of.
 * @param live ids in the store's order.
 */
export function useFrozenList(key: string, live: readonly number[]): FrozenList {
  const [state, setState] = useState<FrozenOrder>(() => startFrozenOrder(key, live))
  const next = frozenOrder(state, { type: 'live', key, ids: live })
  // Taking over new props while rendering: React draws once, with the result.
  if (next !== state) setState(next)

  const over = useRef(false)
  const inside = useRef(false)
  const actions = useMemo(() => {
    const send = (event: FrozenOrderEvent): void => setState(before => frozenOrder(before, event))
    const settle = (): void => send(over.current || inside.current ? { type: 'hold' } : { type: 'release' })
    return {
      apply: () => send({ type: 'apply' }),
      letGo() {
        over.current = false
        inside.current = false
        settle()
      },
      handlers: {
        onPointerEnter(event: PointerEvent) {
          // A finger is over nothing between two touches.
          if (event.pointerType === 'touch') return
          over.current = true
          settle()
        },
        onPointerLeave() {
          over.current = false
          settle()
        },
        onFocus(event: FocusEvent) {
          inside.current = event.target.matches(':focus-visible')
          settle()
        },
        onBlur(event: FocusEvent) {
          if (event.currentTarget.contains(event.relatedTarget)) return
          inside.current = false
          settle()
        },
      },
    }
  }, [])

  useEffect(() => {
    // The agent looks at another window: no row is hovered any more.
    window.addEventListener('blur', actions.letGo)
    return () => window.removeEventListener('blur', actions.letGo)
  }, [actions])

  return {
    shown: next.shown,
    moved: next.moved,
    held: next.held,
    apply: actions.apply,
    handlers: actions.handlers,
  }
}
