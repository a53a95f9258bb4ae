import { render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach } from 'vitest'
import { Providers } from '@/app/providers'
import { routes } from '@/app/routing/router'
import { startPreferences, stopPreferences } from '@/stores/preferences'
import { startSession, stopSession } from '@/stores/session'
import { toasts } from '@/stores/toasts'
import { fakeBridge, installBridge } from '../support/fake-bridge'

afterEach(() => {
  stopSession()
  stopPreferences()
  toasts.clear()
})

/** Opens the console where nobody is signed in. @returns where it is by now. */
export async function openWayIn(path: string, fake = fakeBridge({ user: null })) {
  installBridge(fake)
  await Promise.all([startSession(fake.bridge), startPreferences(fake.bridge)])
  const router = createMemoryRouter(routes(), { initialEntries: [path] })
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  return () => router.state.location.pathname
}
