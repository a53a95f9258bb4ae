import type { GalleryPiece } from './gallery-piece'
import { Select } from './select'

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'Select',
    about: 'A picker that is searched by name and number; with nothing to choose it says so.',
    show: () => (
      <Select aria-label="Nothing to choose" options={[]} style={{ width: '100%' }} placeholder="No queues" />
    ),
  },
]
