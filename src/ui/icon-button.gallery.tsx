import { Copy, Pencil, Trash2, Users } from 'lucide-react'
import type { GalleryPiece } from './gallery-piece'
import { IconButton } from './icon-button'

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'IconButton',
    about: 'One icon with an accessible name; its tip also tells the key.',
    show: () => (
      <>
        <IconButton icon={Pencil} label="Edit" keys="Ctrl+E" />
        <IconButton icon={Copy} label="Copy" size="small" />
        <IconButton icon={Users} label="Members" active />
        <IconButton icon={Pencil} label="Accent" tone="accent" />
        <IconButton icon={Trash2} label="Delete" tone="danger" />
        <IconButton icon={Pencil} label="Not now" disabled />
      </>
    ),
  },
]
