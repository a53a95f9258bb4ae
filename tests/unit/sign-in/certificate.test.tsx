// @vitest-environment jsdom
/** A server in use whose certificate turned bad: said in words where somebody signs in, and over the console. */
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Providers } from '@/app/providers'
import { ConnectionLine } from '@/app/shell/connection-state'
import { startConnection, stopConnection } from '@/stores/connection'
import { startPreferences, stopPreferences } from '@/stores/preferences'
import { startServers, stopServers } from '@/stores/servers'
import { stopSession } from '@/stores/session'
import { fakeBridge, installBridge } from '../support/fake-bridge'
import { withLayout } from '../support/jsdom'
import { openWayIn } from './open-way-in'

beforeEach(() => withLayout())
afterEach(() => {
  stopServers()
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

it('of a colleague’s computer it is said that another one answers', async () => {
  const fake = fakeBridge({ user: null })
  const current = 'https://abcdefgh23456789.turno.internal/api/'
  const servers = { current, locked: false, servers: [], facts: null, clockOffsetMs: 0 }
  fake.answer('servers.state', () => ({ ok: true, value: servers }))
  fake.answer('session.signIn', () => ({ ok: false, code: 'SERVER_CERTIFICATE', message: '' }))
  await startServers(fake.bridge)
  await openWayIn('/login', fake)
  const field = (label: string) => screen.findByLabelText(label, { selector: 'input' })
  fireEvent.change(await field('E-mail'), { target: { value: 'ana@c1.turno' } })
  fireEvent.change(await field('Senha'), { target: { value: 'segredo' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Entrar' }))
  const said = await screen.findByRole('alert')
  expect(said.textContent).toContain('Quem responde não é o computador da empresa')
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
  // A colleague's computer is known by its key, and says why it goes.
  fake.emit('socketChanged', { ...away, near: true, untrusted: true })
  await screen.findByText(/Quem responde não é o computador da empresa/)
  for (const [gone, words] of [
    ['asleep', /está em repouso/],
    ['closed', /foi fechado no computador da empresa/],
    ['off', /deixou de admitir colegas/],
    [null, /não responde: desligado, em repouso ou fora desta rede/],
  ] as const) {
    fake.emit('socketChanged', { ...away, near: true, gone, untrusted: false })
    await screen.findByText(words)
  }
  fake.emit('socketChanged', { ...away, untrusted: true })
  fake.state.socket = { ...away, status: 'connected', untrusted: false }
  fireEvent.click(screen.getByRole('button', { name: 'Tentar agora' }))
  await expect.poll(() => screen.queryByText(/O certificado do servidor/)).toBeNull()
})
