import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { AnchoredRows } from './use-anchored-rows'
import type { Target } from './use-requested-message'

/** How long a row that was asked for stays marked: a little longer than the animation of `.flash`. Milliseconds. */
const FLASH_MS = 1_700

export interface RowFocusControl {
  /** Row the single tab stop rests on; -1 without rows. */
  activeIndex: number
  /** Gives a row the focus as soon as it is drawn. */
  focusRow: (key: string) => void
  /** Tries once more; call it when rows were drawn or measured. */
  retry: () => void
  onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void
  onFocus: (event: FocusEvent<HTMLDivElement>) => void
}

/** The tab stop of a conversation: one row at a time, led by arrows, Page Up and Down, Home and End. */
export function useRowFocus({
  rows,
  scroller,
  send,
  lookSoon,
  screenFrom,
}: Pick<
  AnchoredRows<{ key: string }>,
  'rows' | 'scroller' | 'send' | 'lookSoon' | 'screenFrom'
>): RowFocusControl {
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const activeIndex = useMemo(() => {
    const index = activeKey === null ? -1 : rows.findIndex(row => row.key === activeKey)
    return index < 0 ? rows.length - 1 : index
  }, [rows, activeKey])

  /** The row that is to take the focus, and what has it meanwhile. */
  const due = useRef<{ key: string; from: Element | null } | null>(null)
  const retry = useCallback((): void => {
    if (!due.current) return
    const { key, from } = due.current
    const { activeElement, body } = document
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(key)}"]`)
    // Whoever has put the focus elsewhere meanwhile keeps it there.
    if (activeElement === from || activeElement === body) row?.focus({ preventScroll: true })
    else due.current = null
    // A row is hidden until it was measured, and takes no focus until then.
    if (row && document.activeElement === row) due.current = null
  }, [scroller])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row of this key is drawn by now
  useEffect(retry, [retry, activeKey])
  const focusRow = useCallback(
    (key: string): void => {
      due.current = { key, from: document.activeElement }
      setActiveKey(key)
      lookSoon()
    },
    [lookSoon],
  )

  const move = (index: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (!row) return
    focusRow(row.key)
    send({ type: 'moved', key: row.key })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const onRow = event.target instanceof HTMLElement && event.target.dataset.rowKey !== undefined
    if (!onRow && event.target !== event.currentTarget) return
    // Alt with an arrow leads to the next ticket, from here too.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowUp') move(activeIndex - 1)
    else if (event.key === 'ArrowDown') move(activeIndex + 1)
    else if (event.key === 'PageUp') move(screenFrom(activeIndex, -1))
    else if (event.key === 'PageDown') move(screenFrom(activeIndex, 1))
    else if (event.key === 'Home') move(0)
    else if (event.key === 'End') {
      move(rows.length - 1)
      send({ type: 'toEnd' })
    } else return
    event.preventDefault()
  }
  const onFocus = (event: FocusEvent<HTMLDivElement>): void => {
    const key = event.target.closest<HTMLElement>('[data-row-key]')?.dataset.rowKey
    if (key) setActiveKey(key)
  }
  return { activeIndex, focusRow, retry, onKeyDown, onFocus }
}

/**
 * Goes to the row that is asked for, once it is there: it is scrolled to, takes the focus and is marked for a moment.
 * @returns key of the row to mark, null for none.
 */
export function useTargetRow(
  target: Target | null,
  { rows, send }: Pick<AnchoredRows<{ key: string }>, 'rows' | 'send'>,
  focusRow: RowFocusControl['focusRow'],
): string | null {
  const [flash, setFlash] = useState<Target | null>(null)
  const done = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (!target || done.current === target.request || !rows.some(row => row.key === target.key)) return
    done.current = target.request
    send({ type: 'target', key: target.key })
    if (target.focus) focusRow(target.key)
    setFlash(target)
  }, [target, rows, send, focusRow])
  useEffect(() => {
    if (!flash) return
    const timer = setTimeout(() => setFlash(null), FLASH_MS)
    return () => clearTimeout(timer)
  }, [flash])
  return flash?.key ?? null
}
