import { Pencil, Trash2, Users } from 'lucide-react'
import type { GalleryPiece } from './gallery-piece'
import { ToolbarButton } from './toolbar-button'

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'ToolbarButton',
    about: 'Icon and text for bars and headers.',
    show: () => (
      <>
        <ToolbarButton label="Export" />
        <ToolbarButton icon={Pencil} label="Edit" />
        <ToolbarButton icon={Users} label="New group" tone="primary" />
        <ToolbarButton icon={Trash2} label="Delete" tone="danger" />
        <ToolbarButton icon={Pencil} label="Not now" disabled />
      </>
    ),
  },
]
