import { announce } from './announcer'
import type { GalleryPiece } from './gallery-piece'
import { ToolbarButton } from './toolbar-button'

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'Announcer',
    about: 'Tells screen readers something without moving the focus.',
    show: () => <ToolbarButton label="Announce" onClick={() => announce('Three new messages')} />,
  },
]
