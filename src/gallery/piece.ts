import type { ComponentType } from 'react'

/** One box of the gallery. */
export interface Piece {
  /** As src/ui exports it. */
  name: string
  /** When to take it, in one sentence. */
  about: string
  /** Takes the whole width of the page. */
  wide?: boolean
  show: ComponentType
}
