import type { GalleryPiece } from './gallery-piece'
import { Mark } from './mark'

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'Mark',
    about: 'The product’s own sign.',
    show: () => (
      <>
        <Mark />
        <Mark size={48} />
      </>
    ),
  },
]
