import type { GalleryPiece } from './gallery-piece'
import { ScrollBox } from './scroll-box'

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'ScrollBox',
    about: 'Scrolls what has no room in it, by keys as well.',
    show: () => (
      <ScrollBox label="Wide line">
        <p style={{ width: 1200 }}>A line that is wider than its place.</p>
      </ScrollBox>
    ),
  },
]
