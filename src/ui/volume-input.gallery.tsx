import { useState } from 'react'
import type { GalleryPiece } from './gallery-piece'
import { VolumeInput } from './volume-input'

function Volume() {
  const [value, setValue] = useState(0.6)
  return <VolumeInput value={value} onChange={setValue} label="Volume" />
}

export const pieces: readonly GalleryPiece[] = [
  { name: 'VolumeInput', about: 'A slider with its percentage.', show: Volume },
]
