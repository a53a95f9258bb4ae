// @vitest-environment jsdom
/** The component that pairs numbers, in a company of one's own: what is said, pressed and shown of it. */
import { type PairingState, type Whatsapp, whatsapp as whatsappSchema } from '@contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ConnectionsScreen } from '@/features/connections'
import { WebNotice } from '@/features/connections/web-notice'
import { aUser, type FakeBridge, fakeBridge } from '../support/fake-bridge'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const OFFER = 'Parear por QR Code'
const REGISTRY = 'De onde baixar (registro de pacotes npm)'
let lines: Whatsapp[]
const line = (over: object): Whatsapp =>
  whatsappSchema.parse({
    id: 1,
    name: 'Balcão',
    status: 'CONNECTED',
    updatedAt: '2026-03-04T15:05:00.000Z',
    ...over,
  })

async function open(state: Partial<PairingState> = {}, user: object = {}): Promise<FakeBridge> {
  const fake = fakeBridge({ user: aUser({ profile: 'admin', ...user }) })
  fake.state.pairing = { ...fake.state.pairing, offered: true, ...state }
  return openScreen(<ConnectionsScreen />, { fake })
}
const become = (fake: FakeBridge, state: Partial<PairingState>): Promise<void> =>
  act(async () => {
    fake.state.pairing = { ...fake.state.pairing, ...state }
    fake.emit('pairingChanged', fake.state.pairing)
  })
const dialog = async (name = OFFER) => {
  await userEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name: 'Parear por QR Code: componente' }))
}
const calls = (fake: FakeBridge) =>
  fake.calls.filter(({ name }) => /^pairing\.(?!state)/.test(name)).map(({ name, input }) => [name, input])

beforeEach(() => {
  lines = []
  call.mockReset()
  call.mockImplementation(async (name: string) => {
    if (name === 'whatsapps.list') return lines
    return name === 'whatsapps.create' ? line({ id: 9, name: 'WhatsApp', status: 'OPENING' }) : []
  })
})

describe('the offer', () => {
  it.each([
    [{ offered: false }, {}],
    [{}, { profile: 'supervisor' }],
  ])('is made to admins of a company of one’s own alone: not with %j to %j', async (state, user) => {
    await open(state, user)
    await screen.findByText('Nenhuma conexão ainda')
    expect(screen.queryByRole('button', { name: OFFER })).toBeNull()
  })

  it('stands in the bar where there are numbers, and in the place of the command in the editor', async () => {
    lines = [line({})]
    const fake = await open()
    expect(await screen.findByRole('button', { name: OFFER })).toBeDefined()
    await openScreen(<WebNotice missing />, { fake })
    expect(await screen.findByRole('button', { name: 'Instalar o componente…' })).toBeDefined()
    expect(screen.queryByText(/npm run server/)).toBeNull()
  })
})

describe('the dialog', () => {
  it('says what it is, takes a registry, shows how far it is, and is broken off', async () => {
    const fake = await open()
    const shown = await dialog()
    expect(shown.getByText('Não oficial: o número pode ser bloqueado')).toBeDefined()
    expect(shown.getByText(/GPL.3\.0/)).toBeDefined()
    expect(shown.getByText(/70 pacotes, até \d/)).toBeDefined()
    expect(shown.getByRole<HTMLButtonElement>('button', { name: 'Instalar' }).disabled).toBe(true)
    await userEvent.type(shown.getByLabelText(REGISTRY), 'https://npm.example/{Enter}')
    expect(calls(fake)).toEqual([['pairing.install', { registry: 'https://npm.example/' }]])
    await become(fake, { fetching: { done: 7, of: 70 } })
    expect(shown.getByRole('status').textContent).toBe('7 de 70 pacotes baixados e conferidos')
    expect(shown.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('10')
    await userEvent.click(shown.getByRole('button', { name: 'Cancelar a instalação' }))
    expect(calls(fake).at(-1)).toEqual(['pairing.cancel', undefined])
  })

  it('asks for no address where one is known, and lets another be typed', async () => {
    const fake = await open({ registry: { address: 'https://npm.example/', fixed: false } })
    const shown = await dialog()
    expect(shown.getByText('Será baixado de npm.example.')).toBeDefined()
    expect(shown.queryByLabelText(REGISTRY)).toBeNull()
    await userEvent.click(shown.getByRole('button', { name: 'Mudar' }))
    const field = shown.getByLabelText(REGISTRY)
    expect(document.activeElement).toBe(field)
    await userEvent.clear(field)
    await userEvent.type(field, 'https://own.example/{Enter}')
    expect(calls(fake)).toEqual([['pairing.install', { registry: 'https://own.example/' }]])
  })

  it.each([
    ['answer', /libsignal \(resposta 404\)/],
    ['tooLarge', /libsignal é maior/],
    ['full', /disco está cheio/],
  ] as const)('says of %s what it means, and offers another try', async (reason, words) => {
    const registry = { address: 'https://npm.example/', fixed: true }
    const fake = await open({ failure: { reason, what: 'libsignal', status: 404 }, registry })
    const shown = await dialog()
    expect(shown.getAllByRole('alert')[0]?.textContent).toMatch(words)
    expect(shown.getByLabelText<HTMLInputElement>(REGISTRY).disabled).toBe(true)
    await userEvent.click(shown.getByRole('button', { name: 'Tentar de novo' }))
    expect(calls(fake)).toEqual([['pairing.install', { registry: 'https://npm.example/' }]])
  })

  it('says of what is there that the server did not take it, and tries again', async () => {
    const fake = await open({
      installed: { version: '7.0.0', current: true },
      failure: { reason: 'refused', what: '', status: null },
      registry: { address: 'https://npm.example/', fixed: false },
    })
    const shown = await dialog()
    expect(shown.getByText(/servidor deste computador não aceitou/)).toBeDefined()
    expect(shown.queryByText('Componente instalado')).toBeNull()
    await userEvent.click(shown.getByRole('button', { name: 'Tentar de novo' }))
    expect(calls(fake)).toEqual([['pairing.install', { registry: 'https://npm.example/' }]])
  })

  it('pairs at once with what is installed: a new number under a free name', async () => {
    lines = [line({ name: 'WhatsApp' })]
    await open({ installed: { version: '7.0.0', current: true } })
    const shown = await dialog()
    await userEvent.click(shown.getByRole('button', { name: OFFER }))
    await screen.findByRole('dialog', { name: /^Conectar/ })
    expect(call).toHaveBeenCalledWith('whatsapps.create', { body: { name: 'WhatsApp 2', provider: 'web' } })
  })

  it('pairs the number that waits for a phone, where there is one', async () => {
    lines = [line({ provider: 'web', status: 'DISCONNECTED', statusReason: 'signedOut' })]
    await open({ installed: { version: '7.0.0', current: true } })
    const shown = await dialog()
    await userEvent.click(shown.getByRole('button', { name: OFFER }))
    await screen.findByRole('dialog', { name: 'Conectar Balcão' })
    expect(call).toHaveBeenCalledWith('whatsapps.newCode', { params: { id: 1 } })
  })

  it('offers another version, and takes it away when somebody is sure', async () => {
    const registry = { address: 'https://npm.example/', fixed: false }
    const fake = await open({ installed: { version: '6.9.0', current: false }, registry })
    const shown = await dialog('Atualizar componente')
    expect(shown.getByText(/Está instalada a 6\.9\.0; este Turno foi feito para a 7\.0\.0/)).toBeDefined()
    await userEvent.click(shown.getByRole('button', { name: 'Atualizar' }))
    const away = shown.getByRole<HTMLButtonElement>('button', { name: 'Remover componente' })
    await waitFor(() => expect(away.disabled).toBe(false))
    await userEvent.click(away)
    // Both are named by one id where ids are the tests' own.
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(2))
    const sure = within(screen.getAllByRole('dialog')[1] as HTMLElement)
    await userEvent.click(sure.getByRole('button', { name: 'Remover componente' }))
    await waitFor(() =>
      expect(calls(fake)).toEqual([
        ['pairing.install', { registry: 'https://npm.example/' }],
        ['pairing.remove', undefined],
      ]),
    )
    await become(fake, { installed: null })
    expect(await shown.findByRole('button', { name: 'Instalar' })).toBeDefined()
  })
})
