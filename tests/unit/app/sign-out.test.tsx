// @vitest-environment jsdom
/** What a sign-out says that goes and that stays, by where the company's data lie. */
import { DEMO_KEY, OWN_KEY } from '@contract'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Providers } from '@/app/providers'
import { SignOutDialog } from '@/app/shell/sign-out-dialog'
import { startPreferences, stopPreferences } from '@/stores/preferences'
import { useServers } from '@/stores/servers'
import { fakeBridge, installBridge } from '../support/fake-bridge'
import { withLayout } from '../support/jsdom'

beforeEach(async () => {
  withLayout()
  const fake = fakeBridge()
  installBridge(fake)
  await startPreferences(fake.bridge)
})
afterEach(() => {
  useServers.setState({ state: null })
  stopPreferences()
})

it.each([
  [OWN_KEY, /A empresa continua inteira neste computador, com clientes e conversas/],
  [DEMO_KEY, /A demonstração continua neste computador/],
  ['https://atendimento.example/api/', /O que está no servidor da empresa continua lá/],
])('of %s', async (current, stays) => {
  useServers.setState({ state: { current, locked: false, servers: [], facts: null, clockOffsetMs: 0 } })
  render(
    <Providers>
      <SignOutDialog onClose={() => undefined} onSignOut={() => undefined} />
    </Providers>,
  )
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toMatch(stays)
  expect(dialog.textContent).toMatch(/seus rascunhos, as mensagens à espera e a cópia das conversas vistas/)
  expect(dialog.textContent).toMatch(/sua lista de tarefas/)
})
