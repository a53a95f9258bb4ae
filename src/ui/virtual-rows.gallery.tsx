import styles from './gallery.module.css'
import type { GalleryPiece } from './gallery-piece'
import { ToolbarButton } from './toolbar-button'
import { VirtualRows } from './virtual-rows'

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'VirtualRows',
    about: 'Only what is in sight is in the document: ten thousand rows.',
    show: () => (
      <section className={styles.panes} style={{ display: 'block', overflow: 'auto' }} aria-label="Rows">
        <VirtualRows data={Array.from({ length: 10_000 }, (_, at) => at + 1)}>
          {(row: number) => <ToolbarButton key={row} label={`Row ${row}`} />}
        </VirtualRows>
      </section>
    ),
  },
]
