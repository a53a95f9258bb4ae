import { useRef, useState } from 'react'
import styles from './gallery.module.css'
import type { GalleryPiece } from './gallery-piece'
import { Prepared } from './prepared'
import { ToolbarButton } from './toolbar-button'

function DrawnAhead() {
  const place = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(false)
  return (
    <div className={styles.stack}>
      <ToolbarButton label={shown ? 'Hide' : 'Show'} onClick={() => setShown(now => !now)} />
      <div ref={place} />
      <Prepared shown={shown} place={place}>
        <p>Drawn before it was asked for.</p>
      </Prepared>
    </div>
  )
}

export const pieces: readonly GalleryPiece[] = [
  { name: 'Prepared', about: 'Drawn in idle time, before it is shown.', show: DrawnAhead },
]
