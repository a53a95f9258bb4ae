import { Avatar } from './avatar'
import type { GalleryPiece } from './gallery-piece'

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'Avatar',
    about: 'A person or a group beside the name. Initials while there is no picture.',
    show: () => (
      <>
        <Avatar name="Ana Souza" />
        <Avatar name="Bruno" online />
        <Avatar name="Carla Lima" online={false} />
        <Avatar name="Loja Centro" group />
        <Avatar name="Ana Souza" size={24} />
      </>
    ),
  },
]
