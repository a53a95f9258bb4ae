import styles from './gallery.module.css'
import type { GalleryPiece } from './gallery-piece'
import { SkeletonBox, SkeletonRows } from './skeleton'

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'SkeletonRows',
    about: 'Rows in waiting. They appear after 150 ms, so that a fast answer never flashes.',
    show: () => (
      <div className={styles.stack}>
        <SkeletonRows count={3} height={44} avatar label="Loading" />
      </div>
    ),
  },
  {
    name: 'SkeletonBox',
    about: 'One grey box of a known size.',
    show: () => <SkeletonBox width={180} height={24} />,
  },
]
