import { FoldedBelow } from './folded-below'
import type { GalleryPiece } from './gallery-piece'

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'FoldedBelow',
    about: 'A cell with the line of a column that is folded away on narrow screens.',
    show: () => <FoldedBelow below="ana@demo.turno">Ana Souza</FoldedBelow>,
  },
]
