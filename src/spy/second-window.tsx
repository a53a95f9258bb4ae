import { lazy, Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { ConnectionLine } from '@/app/shell/connection-state'
import { Splash } from '@/app/shell/splash'
import { useKeyboard } from '@/app/shell/use-keyboard'
import { DownloadsShelf } from '@/features/downloads'
import { useSession } from '@/stores/session'
import { looks, SteadyNavigate } from '@/ui'
import styles from './second-window.module.css'
import type { View } from './view'

const Wall = lazy(async () => ({ default: (await import('@/features/wall')).WallScreen }))
const Spy = lazy(async () => ({ default: (await import('@/features/wall')).SpyScreen }))
const Popout = lazy(async () => ({ default: (await import('@/features/tickets')).PopoutScreen }))

function Screen({ view }: { view: View }) {
  switch (view.view) {
    case 'wall':
      return <Wall page={view.page} />
    case 'spy':
      return <Spy ticketId={view.ticket} />
    case 'popout':
      return (
        <MemoryRouter initialEntries={[`/tickets/${encodeURIComponent(view.ticket)}`]}>
          <SteadyNavigate>
            <Popout uuid={view.ticket} />
          </SteadyNavigate>
        </MemoryRouter>
      )
  }
}

/** The frame of a window beside the console: no menu, no sign-in; it closes with the session. */
export function SecondWindow({ view }: { view: View }) {
  useKeyboard()
  const signedIn = useSession(state => state.status === 'signedIn')
  if (!signedIn) return <Splash />
  return (
    <div className={styles.frame}>
      <ConnectionLine />
      <DownloadsShelf />
      <main className={looks.pane}>
        <Suspense fallback={<Splash />}>
          <Screen view={view} />
        </Suspense>
      </main>
    </div>
  )
}
