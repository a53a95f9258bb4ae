/** Opens what is drawn as the console does: somebody signed in, preferences, texts, theme, a router. Import after mocks. */
import { cleanup, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { onTestFinished } from 'vitest'
import { Providers } from '@/app/providers'
import { resetFeed } from '@/stores/feed'
import { stopPairing } from '@/stores/pairing'
import { startPreferences, stopPreferences } from '@/stores/preferences'
import { stopServers } from '@/stores/servers'
import { startSession, stopSession } from '@/stores/session'
import { endSession } from '@/stores/session-end'
import { toasts, useToastList } from '@/stores/toasts'
import { SteadyNavigate } from '@/ui'
import { aUser, type FakeBridge, fakeBridge, installBridge } from './fake-bridge'
import { withLayout } from './jsdom'

/** Takes the screen away and ends the session as the product does, so that no store keeps anything. */
export function closeScreen(): void {
  cleanup()
  stopSession()
  stopPreferences()
  stopServers()
  stopPairing()
  resetFeed()
  endSession()
  toasts.clear()
}

export type OpenScreen = FakeBridge & { router: ReturnType<typeof createMemoryRouter> }

/**
 * Draws a screen for somebody of the demo company, an admin unless `user` says otherwise, with room for the rows of
 * lists. When the test is over it is closed.
 * @returns the bridge and the router.
 */
export async function openScreen(
  screen: ReactElement,
  { user = {}, at = '/', fake = fakeBridge({ user: aUser({ profile: 'admin', ...user }) }) } = {},
): Promise<OpenScreen> {
  withLayout()
  installBridge(fake)
  await Promise.all([startSession(fake.bridge), startPreferences(fake.bridge)])
  onTestFinished(closeScreen)
  const router = createMemoryRouter([{ path: '*', element: <SteadyNavigate>{screen}</SteadyNavigate> }], {
    initialEntries: [at],
  })
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  return Object.assign(fake, { router })
}

/** What the toasts say. */
export const said = (): string[] => useToastList.getState().toasts.map(toast => toast.text)
