import type { GalleryPiece } from './gallery-piece'
import { Kbd } from './kbd'

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'Kbd',
    about: 'Keys as they are written on this computer.',
    show: () => (
      <>
        <Kbd keys="Ctrl+K" />
        <Kbd keys="Ctrl+Shift+E" />
        <Kbd keys="Alt+ArrowDown" />
      </>
    ),
  },
]
