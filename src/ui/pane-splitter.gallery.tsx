import { useRef } from 'react'
import styles from './gallery.module.css'
import type { GalleryPiece } from './gallery-piece'
import { PaneSplitter, usePaneWidth } from './pane-splitter'

const LIMITS = { initial: 160, min: 80, max: 220 }

function Panes() {
  const [width, setWidth] = usePaneWidth('gallery', LIMITS)
  const id = useRef('gallery-pane').current
  return (
    <div className={styles.panes}>
      <div id={id} className={styles.pane} style={{ width }}>
        {width} px
      </div>
      <PaneSplitter label="Width of the list" value={width} {...LIMITS} onChange={setWidth} controls={id} />
      <div className={styles.pane}>The rest</div>
    </div>
  )
}

export const pieces: readonly GalleryPiece[] = [
  { name: 'PaneSplitter', about: 'Drag it, or focus it and use the arrow keys, Home and End.', show: Panes },
]
