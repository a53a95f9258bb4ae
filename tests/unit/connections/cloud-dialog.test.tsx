// @vitest-environment jsdom
/** The set-up of a number of the Cloud API in the words of whoever runs a shop. */
import { type CloudSetUp, type CloudTest, whatsapp } from '@contract'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { CloudDialog } from '@/features/connections/cloud-dialog'
import { whatsappsDirectory } from '@/stores/whatsapps'
import { soon } from '../../support/soon'
import { aUser, fakeBridge } from '../support/fake-bridge'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const setUp: CloudSetUp = {
  phoneNumberId: '106540352242922',
  businessAccountId: '',
  hasAccessToken: false,
  hasAppSecret: false,
  verifyToken: 'abc',
  webhookUrl: 'https://turno.example/hook',
  reach: 'https',
  verifiedAt: null,
  heardAt: null,
  unknown: [],
  responders: null,
}
const outcome: CloudTest = {
  reason: '',
  code: null,
  name: 'Padaria Aurora',
  number: '551140028922',
  quality: 'GREEN',
  status: 'CONNECTED',
}

beforeEach(async () => {
  Element.prototype.scrollIntoView ??= () => undefined
  const fake = fakeBridge({ user: aUser({ profile: 'admin' }) })
  whatsappsDirectory.use.setState({
    items: [whatsapp.parse({ id: 1, name: 'Balcão', status: 'DISCONNECTED' })],
    status: 'ready',
  })
  call.mockReset()
  call.mockImplementation(async (name: string) => (name === 'whatsapps.testCloud' ? outcome : setUp))
  await openScreen(<CloudDialog id={1} onClose={() => undefined} />, { fake })
  await screen.findByRole('dialog')
})

it('tells how a number stands with Meta in words of ours, and says nothing is missing once it is written', async () => {
  expect(screen.getAllByText('Ainda não informado.')).toHaveLength(2)
  fireEvent.change(screen.getByLabelText('Token de acesso'), { target: { value: 'EAAG' } })
  await soon(() => expect(screen.getAllByText('Ainda não informado.')).toHaveLength(1))
  fireEvent.change(screen.getByLabelText('Chave secreta do app'), { target: { value: 'abc' } })
  await soon(() => expect(screen.queryByText('Ainda não informado.')).toBeNull())

  fireEvent.click(screen.getByRole('button', { name: 'Testar conexão' }))
  expect(await screen.findByText('Qualidade: Alta · Situação: Conectado')).toBeTruthy()
})
