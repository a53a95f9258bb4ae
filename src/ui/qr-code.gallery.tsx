import styles from './gallery.module.css'
import type { GalleryPiece } from './gallery-piece'
import { QrCode } from './qr-code'

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'QrCode',
    about: 'Black on white in both themes: cameras read nothing else reliably.',
    show: () => (
      <div className={styles.code}>
        <QrCode text="turno://gallery" label="A sample code" />
      </div>
    ),
  },
]
