import { type FocusEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { type FrozenOrder, type FrozenOrderEvent, frozenOrder, startFrozenOrder } from './frozen-order'

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
