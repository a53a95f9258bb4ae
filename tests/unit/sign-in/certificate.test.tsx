// @vitest-environment jsdom
/** A server in use whose certificate turned bad: said in words where somebody signs in, and over the console. */
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Providers } from '@/app/providers'
import { ConnectionLine } from '@/app/shell/connection-state'
import { startConnection, stopConnection } from '@/stores/connection'
import { startPreferences, stopPreferences } from '@/stores/preferences'
import { stopSession } from '@/stores/session'
import { fakeBridge, installBridge } from '../support/fake-bridge'
import { withLayout } from '../support/jsdom'
import { openWayIn } from './open-way-in'

beforeEach(() => withLayout())
afterEach(() => {
  stopSession()
  stopConnection()
  stopPreferences()
})

it('the sign-in says what is wrong, not that nobody answers', async () => {
  const fake = fakeBridge({ user: null })
  fake.answer('session.signIn', () => ({ ok: false, code: 'SERVER_CERTIFICATE', message: '' }))
  await openWayIn('/login', fake)
  const field = (label: string) => screen.findByLabelText(label, { selector: 'input' })
  fireEvent.change(await field('E-mail'), { target: { value: 'ana@c1.turno' } })
  fireEvent.change(await field('Senha'), { target: { value: 'segredo' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Entrar' }))
  const said = await screen.findByRole('alert')
  expect(said.textContent).toContain('O certificado deste servidor não vale neste computador')
  expect(said.textContent).not.toContain('não responde')
})

it('the line under the top bar says that waiting does not help, and looks again when it is pressed', async () => {
  const fake = fakeBridge()
  const since = '2026-01-01T08:00:00.000Z'
  const away = {
    status: 'offline',
    since,
    attempt: 3,
    server: 'x',
    embedded: false,
    near: false,
    gone: null,
  } as const
  installBridge(fake)
  await Promise.all([startPreferences(fake.bridge), startConnection(fake.bridge)])
  render(
    <Providers>
      <ConnectionLine />
    </Providers>,
  )
  fake.emit('socketChanged', { ...away, untrusted: false })
  await screen.findByText(/Sem conexão desde/)
  fake.emit('socketChanged', { ...away, untrusted: true })
  await screen.findByText(/O certificado do servidor não é aceito/)
  fake.state.socket = { ...away, status: 'connected', untrusted: false }
  fireEvent.click(screen.getByRole('button', { name: 'Tentar agora' }))
  await expect.poll(() => screen.queryByText(/O certificado do servidor/)).toBeNull()
})
