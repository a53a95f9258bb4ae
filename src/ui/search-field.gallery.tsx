import { useState } from 'react'
import styles from './gallery.module.css'
import type { GalleryPiece } from './gallery-piece'
import { SearchField } from './search-field'

function Search() {
  const [text, setText] = useState('')
  return (
    <div className={styles.stack}>
      <SearchField
        value={text}
        onChange={setText}
        label="Search contacts"
        placeholder="Name or number"
        clearLabel="Clear"
      />
      <SearchField
        value="souza"
        onChange={() => {}}
        label="Search tickets"
        clearLabel="Clear the search"
        busy
      />
    </div>
  )
}

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'SearchField',
    about: 'Esc clears it first, and only then closes what it stands in.',
    show: Search,
  },
]
