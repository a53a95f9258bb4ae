import type { GalleryPiece } from './gallery-piece'
import { PriorityMark } from './priority-mark'

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'PriorityMark',
    about: 'How urgent a ticket is, told by shape; a normal one has none.',
    show: () => (
      <>
        <PriorityMark priority="urgent" label="Urgent" />
        <PriorityMark priority="high" label="High" />
        <PriorityMark priority="low" label="Low" />
      </>
    ),
  },
]
