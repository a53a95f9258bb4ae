import { Fragment, type ReactNode, useState } from 'react'

/** The form that adds and changes rows of a list. */
export interface RowForm<T> {
  /** Opens it for a row, or for a new one. */
  open: (row: T | null) => void
  /** The form while it is open. */
  drawn: ReactNode
}

/**
 * Opens and closes the form of a list.
 * @param draw the form of a row, or of a new one; `close` takes it away.
 */
export function useRowForm<T>(draw: (row: T | null, close: () => void) => ReactNode): RowForm<T> {
  const [opened, setOpened] = useState<{ row: T | null; time: number } | null>(null)
  return {
    open: row => setOpened(before => ({ row, time: (before?.time ?? 0) + 1 })),
    drawn: opened ? <Fragment key={opened.time}>{draw(opened.row, () => setOpened(null))}</Fragment> : null,
  }
}
