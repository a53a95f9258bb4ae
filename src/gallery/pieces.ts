import type { GalleryPiece } from '@/ui/gallery-piece'

const FILES = import.meta.glob<{ pieces: readonly GalleryPiece[] }>('../ui/*.gallery.tsx', { eager: true })

/** Every piece of the gallery, from the files beside the pieces; a test compares their names with what src/ui exports. */
export const PIECES: readonly GalleryPiece[] = Object.values(FILES).flatMap(({ pieces }) => pieces)
