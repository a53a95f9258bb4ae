import { ErrorBoundary } from './error-boundary'
import type { GalleryPiece } from './gallery-piece'

function Broken(): never {
  throw new Error('The gallery shows what a broken part looks like.')
}

export const pieces: readonly GalleryPiece[] = [
  {
    name: 'ErrorBoundary',
    about: 'Keeps the failure of one part from taking the screen with it.',
    show: () => (
      <ErrorBoundary
        title="This part failed"
        text="The rest goes on."
        reloadLabel="Try again"
        onError={() => {}}
      >
        <Broken />
      </ErrorBoundary>
    ),
  },
]
