import type { ComponentType } from 'react'

/** One box of the gallery (src/gallery): `<piece>.gallery.tsx` beside a piece exports those that show it. */
export interface GalleryPiece {
  /** As src/ui exports it. */
  name: string
  /** When to take it, in one sentence. */
  about: string
  /** Takes the whole width of the page. */
  wide?: boolean
  show: ComponentType
}
