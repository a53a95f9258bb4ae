import type { GalleryPiece } from './gallery-piece'
import { VisuallyHidden } from './visually-hidden'

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'VisuallyHidden',
    about: 'Words for screen readers alone. The next line has some.',
    show: () => (
      <p>
        Paid<VisuallyHidden> on the third of May</VisuallyHidden>
      </p>
    ),
  },
]
