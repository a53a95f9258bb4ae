import type { GalleryPiece } from './gallery-piece'
import { HelpButton } from './help-button'
import { tipOf } from './tip-layer'

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'HelpButton',
    about: 'A “?” beside a word.',
    show: () => (
      <HelpButton label="What is a queue?" {...tipOf('A queue is a group of tickets.')} data-tip-press="" />
    ),
  },
]
