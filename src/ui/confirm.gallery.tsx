import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useConfirm } from './confirm'
import type { GalleryPiece } from './gallery-piece'
import { ToolbarButton } from './toolbar-button'

function Question() {
  const confirm = useConfirm()
  const [answer, setAnswer] = useState('')
  return (
    <>
      <ToolbarButton
        icon={Trash2}
        label="Delete the queue"
        tone="danger"
        onClick={() =>
          void confirm({
            title: 'Delete the queue Suporte?',
            text: 'Its three tickets go back to those without a queue.',
            okLabel: 'Delete',
            cancelLabel: 'Keep it',
            danger: true,
          }).then(yes => setAnswer(yes ? 'Deleted' : 'Kept'))
        }
      />
      {answer}
    </>
  )
}

export const pieces: readonly GalleryPiece[] = [
  { name: 'useConfirm', about: 'One question before something that cannot be undone.', show: Question },
]
