import { Inbox, Plus } from 'lucide-react'
import type { GalleryPiece } from './gallery-piece'
import { NothingFound } from './illustrations'
import { EmptyState, ErrorState } from './states'
import { ToolbarButton } from './toolbar-button'

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'EmptyState',
    about: 'Nothing here, said kindly, with the one thing one can do about it.',
    show: () => (
      <EmptyState
        icon={Inbox}
        title="No quick messages yet"
        text="What you type again and again belongs here."
        action={<ToolbarButton icon={Plus} label="New quick message" tone="primary" />}
      />
    ),
  },
  {
    name: 'EmptyState, with a drawing of its own',
    about: 'A search that found nothing, a door that is locked, everybody answered.',
    show: () => (
      <EmptyState drawing={NothingFound} title="Nothing found for “plomo”" text="Look for another word." />
    ),
  },
  {
    name: 'ErrorState',
    about: 'Something could not be loaded: the reason and a way to try again.',
    show: () => (
      <ErrorState
        title="The list could not be loaded"
        text="The server did not answer."
        retryLabel="Try again"
        onRetry={() => {}}
      />
    ),
  },
]
