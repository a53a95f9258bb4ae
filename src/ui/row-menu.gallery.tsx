import { Pencil, Trash2 } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import type { GalleryPiece } from './gallery-piece'
import { RowMenu } from './row-menu'
import { ToolbarButton } from './toolbar-button'

function Menu() {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null)
  return (
    <>
      <ToolbarButton
        label="Open the menu"
        onClick={(event: MouseEvent<HTMLButtonElement>) => setAt({ x: event.clientX, y: event.clientY })}
      />
      {at ? (
        <RowMenu
          at={at}
          onClose={() => setAt(null)}
          actions={[
            { key: 'edit', label: 'Edit', icon: Pencil, run: () => {} },
            { key: 'remove', label: 'Delete', icon: Trash2, danger: true, run: () => {} },
          ]}
        />
      ) : null}
    </>
  )
}

export const pieces: readonly GalleryPiece[] = [
  { name: 'RowMenu', about: 'The menu of a row, at the pointer or at the row for the menu key.', show: Menu },
]
