// @vitest-environment jsdom
/** The set-up of a number of the Cloud API in the words of whoever runs a shop. */
import { type CloudSetUp, type CloudTest, whatsapp } from '@contract'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Providers } from '@/app/providers'
import { CloudDialog } from '@/features/connections/cloud-dialog'
import { startPreferences, stopPreferences } from '@/stores/preferences'
import { startSession, stopSession } from '@/stores/session'
import { whatsappsDirectory } from '@/stores/whatsapps'
import { aUser, fakeBridge, installBridge } from '../support/fake-bridge'
import { withLayout } from '../support/jsdom'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const setUp: CloudSetUp = {
  phoneNumberId: '106540352242922',
  businessAccountId: '',
  hasAccessToken: false,
  hasAppSecret: false,
  verifyToken: 'abc',
  webhookUrl: 'https://turno.example/hook',
  reach: 'open',
  verifiedAt: null,
  heardAt: null,
  unknown: [],
}
const outcome: CloudTest = {
  reason: '',
  code: null,
  name: 'Padaria Aurora',
  number: '551140028922',
  quality: 'GREEN',
  status: 'CONNECTED',
}
const openExternal = vi.fn(async () => ({ ok: true as const, value: undefined }))

beforeEach(async () => {
  withLayout()
  Element.prototype.scrollIntoView ??= () => undefined
  const fake = fakeBridge({ user: aUser({ profile: 'admin' }) })
  installBridge({ ...fake, bridge: { ...fake.bridge, app: { ...fake.bridge.app, openExternal } } } as never)
  await Promise.all([startSession(fake.bridge), startPreferences(fake.bridge)])
  whatsappsDirectory.use.setState({
    items: [whatsapp.parse({ id: 1, name: 'Balcão', status: 'DISCONNECTED' })],
    status: 'ready',
  })
  call.mockReset()
  call.mockImplementation(async (name: string) => (name === 'whatsapps.testCloud' ? outcome : setUp))
  const router = createMemoryRouter([
    { path: '*', element: <CloudDialog id={1} onClose={() => undefined} /> },
  ])
  await act(async () => {
    render(
      <Providers>
        <RouterProvider router={router} />
      </Providers>,
    )
  })
  await screen.findByRole('dialog')
})
afterEach(() => {
  stopSession()
  stopPreferences()
  whatsappsDirectory.reset()
  openExternal.mockClear()
})

it('tells how a number stands with Meta in words of ours, and says nothing is missing once it is written', async () => {
  expect(screen.getAllByText('Ainda não informado.')).toHaveLength(2)
  fireEvent.change(screen.getByLabelText('Token de acesso'), { target: { value: 'EAAG' } })
  await vi.waitFor(() => expect(screen.getAllByText('Ainda não informado.')).toHaveLength(1))
  fireEvent.change(screen.getByLabelText('Chave secreta do app'), { target: { value: 'abc' } })
  await vi.waitFor(() => expect(screen.queryByText('Ainda não informado.')).toBeNull())

  fireEvent.click(screen.getByRole('button', { name: 'Testar conexão' }))
  expect(await screen.findByText('Qualidade: Alta · Situação: Conectado')).toBeTruthy()
})

it('leads to Meta’s panel in the system’s browser, and says what a webhook is', () => {
  fireEvent.click(screen.getByRole('link', { name: 'Abrir developers.facebook.com' }))
  expect(openExternal).toHaveBeenCalledWith({ url: 'https://developers.facebook.com/apps' })
  expect(screen.getByText(/A Meta entrega o que os clientes escrevem neste endereço/)).toBeTruthy()
})
