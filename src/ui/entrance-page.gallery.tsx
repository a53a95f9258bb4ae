import { EntrancePage, ProductName } from './entrance-page'
import styles from './gallery.module.css'
import type { GalleryPiece } from './gallery-piece'
import { Mark } from './mark'
import { ToolbarButton } from './toolbar-button'

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'ProductName',
    about: 'The name beside the mark before anybody has signed in.',
    show: () => <ProductName>Turno</ProductName>,
  },
  {
    name: 'EntrancePage',
    about: 'The frame of every page before anybody has signed in.',
    wide: true,
    show: () => (
      <div className={styles.framed}>
        <EntrancePage
          mark={
            <>
              <Mark size={32} />
              <ProductName>Turno</ProductName>
            </>
          }
          title="Sign in"
          lead="With the account of your company."
          beside={{
            title: 'The conversations of the company in one place',
            text: 'Who waits is seen.',
          }}
        >
          <ToolbarButton label="Go on" tone="primary" />
        </EntrancePage>
      </div>
    ),
  },
]
