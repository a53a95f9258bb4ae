import { Bell } from 'lucide-react'
import { useState } from 'react'
import { Field, FieldFrame } from './field'
import styles from './gallery.module.css'
import type { GalleryPiece } from './gallery-piece'
import { IconButton } from './icon-button'
import { Select } from './select'

function Fields() {
  return (
    <div className={styles.stack}>
      <Field label="Name" problem={null} defaultValue="Ana Souza" />
      <Field label="E-mail" problem="This address is not complete." defaultValue="ana@" />
      <Field label="With a tool" problem={null} tool={<IconButton icon={Bell} label="Ring" size="small" />} />
    </div>
  )
}

function Choice() {
  const [queue, setQueue] = useState<string | null>('support')
  return (
    <FieldFrame label="Queue" htmlFor="gallery-queue" hint="Where new conversations go.">
      <Select
        id="gallery-queue"
        value={queue}
        onChange={setQueue}
        options={[
          { value: 'support', label: 'Suporte' },
          { value: 'finance', label: 'Financeiro' },
        ]}
        style={{ width: '100%' }}
      />
    </FieldFrame>
  )
}

export const pieces: readonly GalleryPiece[] = [
  { name: 'Field', about: 'A native field: label above, problem below.', show: Fields },
  { name: 'FieldFrame', about: 'The same frame around another control.', show: Choice },
]
