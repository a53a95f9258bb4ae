// @vitest-environment jsdom
/** A number that is paired as a browser is: what is said before, and the code that is typed instead of read. */
import { type FeedEvent, type Whatsapp, whatsapp as whatsappSchema } from '@contract'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConnectionsScreen } from '@/features/connections'
import { furtherActions } from '@/features/connections/status'
import { WebNotice } from '@/features/connections/web-notice'
import { flushFeed, receiveFeed } from '@/stores/feed'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const PAIRED = ['text', 'pairingQr', 'pairingCode']
const line = (over: object = {}): Whatsapp =>
  whatsappSchema.parse({
    id: 1,
    name: 'Celular',
    status: 'qrcode',
    qrcode: '2@abc',
    updatedAt: '2026-03-04T15:05:00.000Z',
    capabilities: PAIRED,
    ...over,
  })
let lines: Whatsapp[] = []
let seq = 0
const session = (over: object): Promise<void> =>
  act(async () => {
    const event = {
      channel: 'whatsappSession',
      data: { action: 'update', session: { ...lines[0], ...over } },
    } as FeedEvent
    seq += 1
    receiveFeed({ events: [{ seq, event }] })
    flushFeed()
  })

async function openCode() {
  await openScreen(<ConnectionsScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'QR Code: Celular' }))
  await screen.findByRole('dialog', { name: 'Conectar Celular' })
}

beforeEach(() => {
  lines = [line()]
  call.mockImplementation(async (name: string) => (name === 'whatsapps.list' ? lines : []))
})
afterEach(() => void call.mockClear())
const asked = () =>
  call.mock.calls.filter(([name]) => name === 'whatsapps.pairByCode').map(([, given]) => given)

describe('pairing without a camera', () => {
  it('asks for the phone’s number, refuses one that is none, and shows the code large until it is paired', async () => {
    await openCode()
    await userEvent.click(screen.getByRole('button', { name: 'Sem câmera? Conectar com um código' }))
    const phone = screen.getByLabelText('Número do celular, com país e DDD')
    expect(document.activeElement).toBe(phone)
    await userEvent.type(phone, '123{Enter}')
    expect(await screen.findByText('Escreva o número com país e DDD.')).toBeDefined()
    expect(asked()).toEqual([])
    await userEvent.clear(phone)
    await userEvent.type(phone, '+55 11 98765-4321{Enter}')
    await waitFor(() => expect(asked()).toEqual([{ params: { id: 1 }, body: { phone: '5511987654321' } }]))
    await session({ status: 'PAIRING', qrcode: 'TURN2026' })
    const code = await screen.findByRole('status', { name: 'Código de Celular' })
    expect(code.textContent).toBe('TURN-2026')
    await session({ status: 'PAIRING', qrcode: '' })
    expect(screen.queryByRole('status', { name: 'Código de Celular' })).toBeNull()
    await session({ status: 'CONNECTED', qrcode: '', number: '5511987654321' })
    expect(await screen.findByText('Pronto! Número conectado')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Gerar código' })).toBeNull()
  })

  it.each([
    ['cannot', ['text', 'pairingQr']],
    ['does not say what it can', null],
  ])('is not offered for a number that %s', async (_name, capabilities) => {
    lines = [line({ capabilities })]
    await openCode()
    expect(screen.queryByRole('button', { name: 'Sem câmera? Conectar com um código' })).toBeNull()
  })

  it('is looked at again from the row, as long as the code holds', () => {
    expect(furtherActions({ status: 'PAIRING', qrcode: 'TURN2026', capabilities: PAIRED })).toEqual([
      'showCode',
    ])
    expect(furtherActions({ status: 'PAIRING', qrcode: '', capabilities: PAIRED })).toEqual([])
  })
})

describe('what is said of WhatsApp Web', () => {
  it('that it is unofficial and the number can be blocked; and how the package is added where it lacks', async () => {
    await openScreen(<WebNotice missing />)
    expect(await screen.findByText('Não oficial: o número pode ser bloqueado')).toBeDefined()
    const command = screen.getByLabelText<HTMLInputElement>('Falta um pacote neste servidor')
    expect(command.value).toContain('npm install --no-save @whiskeysockets/baileys@7.0.0-rc14')
    expect(screen.getByRole('button', { name: 'Copiar comando' })).toBeDefined()
  })
})
