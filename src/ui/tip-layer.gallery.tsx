import type { GalleryPiece } from './gallery-piece'
import { tipOf } from './tip-layer'

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'TipLayer',
    about: 'Tips of anything that carries tipOf; rest the pointer on the button.',
    show: () => (
      <button type="button" {...tipOf('What it does', 'Ctrl+J')}>
        Rest here
      </button>
    ),
  },
]
