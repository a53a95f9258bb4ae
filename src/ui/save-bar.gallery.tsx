import type { GalleryPiece } from './gallery-piece'
import { SaveBar } from './save-bar'
import { ToolbarButton } from './toolbar-button'

const Bar = () => (
  <SaveBar unsaved="not saved" at="frame">
    <ToolbarButton label="Cancel" />
    <ToolbarButton label="Save" tone="primary" />
  </SaveBar>
)

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'SaveBar',
    about: 'The buttons of a form, always in view, and whether something is not saved yet.',
    wide: true,
    show: Bar,
  },
]
