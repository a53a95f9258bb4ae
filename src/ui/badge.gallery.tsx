import { Bell } from 'lucide-react'
import { CountBadge, DotBadge, UnreadBadge } from './badge'
import type { GalleryPiece } from './gallery-piece'
import { IconButton } from './icon-button'

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'UnreadBadge',
    about: 'Unread messages of a row; nothing for none, muted for a muted conversation.',
    show: () => (
      <>
        <UnreadBadge count={3} label="3 unread" />
        <UnreadBadge count={128} label="128 unread" />
        <UnreadBadge count={7} label="7 unread" muted />
      </>
    ),
  },
  {
    name: 'CountBadge',
    about: 'A figure beside a tab or a title.',
    show: () => (
      <>
        <CountBadge count={12} />
        <CountBadge count={12} active />
        <CountBadge count={1_204} />
      </>
    ),
  },
  {
    name: 'DotBadge',
    about: 'A dot on an icon: something unread, or something that needs attention.',
    show: () => (
      <>
        <IconButton icon={Bell} label="Notifications: unread" badge={<DotBadge />} />
        <IconButton icon={Bell} label="Notifications: attention" badge={<DotBadge tone="alert" />} />
      </>
    ),
  },
]
