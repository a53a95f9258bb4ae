import { type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from 'react'
import styles from './pane-splitter.module.css'

/** Pixels an arrow key moves the divider; with Shift four times as far. */
const STEP = 16

export interface PaneSplitterProps {
  /** Spoken, in the language of the screen: "Resize: ticket list". */
  label: string
  /** Width of the pane it resizes, in pixels. */
  value: number
  min: number
  max: number
  /** Called while dragging and per key; already within min and max. */
  onChange: (width: number) => void
  /** Which side of the divider the resized pane is on. */
  pane?: 'before' | 'after'
  /** Width that a double click and the Delete key give back. */
  initial: number
  /** Id of the pane it resizes. */
  controls?: string
}

const within = (value: number, min: number, max: number): number =>
  Math.round(Math.min(max, Math.max(min, value)))

/** A 1 px line with an 8 px grip between two panes: drag it, or focus it and use the arrow keys, Home and End. */
export function PaneSplitter({
  label,
  value,
  min,
  max,
  onChange,
  pane = 'before',
  initial,
  controls,
}: PaneSplitterProps) {
  const start = useRef<{ x: number; width: number } | null>(null)
  const sign = pane === 'before' ? 1 : -1
  const set = (width: number): void => onChange(within(width, min, max))

  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.focus({ preventScroll: true })
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, width: value }
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (start.current) set(start.current.width + sign * (event.clientX - start.current.x))
  }
  const stop = (): void => {
    start.current = null
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = event.shiftKey ? STEP * 4 : STEP
    const next: Record<string, number> = {
      ArrowRight: value + sign * step,
      ArrowLeft: value - sign * step,
      Home: min,
      End: max,
      Delete: initial,
    }
    const width = next[event.key]
    if (width === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    set(width)
  }

  return (
    // A focusable separator is a widget (ARIA 1.2); no native element splits panes.
    <div
      className={styles.splitter}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-controls={controls}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={stop}
      onPointerCancel={stop}
      onLostPointerCapture={stop}
      onDoubleClick={() => set(initial)}
      onKeyDown={onKeyDown}
    />
  )
}

const STORAGE_PREFIX = 'turno.pane.'

const remembered = (key: string): number | null => {
  try {
    const width = Number(localStorage.getItem(STORAGE_PREFIX + key))
    return Number.isFinite(width) && width > 0 ? width : null
  } catch {
    return null // no storage: the initial width
  }
}

/**
 * A pane's width, remembered on this computer.
 * @param key name of the pane, unique in the product.
 * @returns the width in pixels and its setter.
 */
export function usePaneWidth(
  key: string,
  limits: { initial: number; min: number; max: number },
): [number, (width: number) => void] {
  const { initial, min, max } = limits
  const [width, setWidth] = useState(() => within(remembered(key) ?? initial, min, max))
  const set = useCallback(
    (next: number) => {
      setWidth(next)
      try {
        localStorage.setItem(STORAGE_PREFIX + key, String(next))
      } catch {
        // storage full or switched off: the width lasts for this session
      }
    },
    [key],
  )
  return [width, set]
}
