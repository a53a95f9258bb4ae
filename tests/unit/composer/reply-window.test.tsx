// @vitest-environment jsdom
import '../support/jsdom'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Draft, type Ticket, whatsapp } from '../../../src/contract'
import { Composer } from '../../../src/features/composer'
import { windowOf } from '../../../src/features/composer/reply-window'
import { draftOf, resetDrafts, startDrafts } from '../../../src/stores/drafts'
import { settingsDirectory } from '../../../src/stores/settings'
import { whatsappsDirectory } from '../../../src/stores/whatsapps'
import { Announcer } from '../../../src/ui'
import { at, tick } from '../stores-messages/samples'
import { fakeBridge, installBridge } from '../support/fake-bridge'

const { call } = vi.hoisted(() => ({
  call: vi.fn((name: string, _given?: { body: { clientId: string } }) =>
    name === 'messages.sendUtility' ? Promise.resolve({ message: null }) : new Promise(() => {}),
  ),
}))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T13:00:00.000Z') })
  installBridge(fakeBridge())
  settingsDirectory.use.setState({ items: [], status: 'ready' })
  whatsappsDirectory.use.setState({ items: [], status: 'ready' })
  startDrafts({
    drafts: {
      list: async () => ({ ok: true, value: [] as Draft[] }),
      save: async () => ({ ok: true, value: undefined }),
      remove: async () => ({ ok: true, value: undefined }),
    },
  })
})
afterEach(() => {
  cleanup()
  resetDrafts()
  vi.useRealTimers()
})

const until = (minutes: number): string => new Date(Date.now() + minutes * MINUTE).toISOString()
const page = (over: Partial<Ticket>, id = 1) => (
  <App>
    <Announcer />
    <Composer ticketId={id} ticket={tick(id, over)} onAccept={() => {}} onReopen={() => {}} />
  </App>
)
const field = () => screen.queryByTestId('composer-text')
const closed = () => screen.queryByTestId('composer-window-closed')
const wait = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))

describe('the window of a ticket', () => {
  const now = Date.parse(at(3_600))
  const of = (windowClosesAt: string | null) => windowOf({ windowClosesAt, createdAt: at(0) }, now)

  it('is none where the number knows none, and silent until an hour before its end', () => {
    expect(of(null)).toEqual({ state: 'open' })
    expect(windowOf(null, now)).toEqual({ state: 'open' })
    expect(of(at(3_600 + 3_601))).toEqual({ state: 'open' })
    expect(of(at(3_600 + 3_600))).toEqual({ state: 'closing', minutes: 60 })
    expect(of(at(3_600 + 1))).toEqual({ state: 'closing', minutes: 1 })
  })
  it('is closed from its very end, and tells a conversation that begins from one that went quiet', () => {
    expect(of(at(3_600))).toEqual({ state: 'closed', begins: false })
    expect(of(at(0))).toEqual({ state: 'closed', begins: true })
  })
})

describe('the composer', () => {
  it('counts the last hour down and closes to the moment, with the draft kept', () => {
    render(page({ windowClosesAt: until(61) }))
    expect(screen.queryByRole('timer')).toBeNull()
    wait(2 * MINUTE)
    expect(screen.getByRole('timer').textContent).toContain('Faltam 59 minutos')
    fireEvent.change(field() as HTMLElement, { target: { value: 'quase pronto' } })
    field()?.focus()
    wait(59 * MINUTE - 1)
    expect(field()).not.toBeNull()
    wait(1)
    expect(field()).toBeNull()
    expect(closed()?.textContent).toContain('há mais de 24 horas')
    expect(closed()?.textContent).toContain('rascunho está guardado')
    expect(draftOf(1)?.text).toBe('quase pronto')
    // Whoever was writing goes on here: their keys reach no list.
    expect(document.activeElement).toBe(closed())
  })

  it('opens when the customer writes, with the draft in it, and takes no focus it did not have', () => {
    const { rerender } = render(page({ windowClosesAt: until(1) }))
    fireEvent.change(field() as HTMLElement, { target: { value: 'meu rascunho' } })
    field()?.blur()
    wait(MINUTE)
    expect(field()).toBeNull()
    expect(document.activeElement).not.toBe(closed())
    rerender(page({ windowClosesAt: until(24 * 60) }))
    expect(closed()).toBeNull()
    expect((field() as HTMLTextAreaElement).value).toBe('meu rascunho')
  })

  it('offers utility text where the connection may send it, and sends it as one message', async () => {
    vi.useRealTimers()
    const number = whatsapp.parse({
      ...{ id: 5, name: 'Nuvem', status: 'CONNECTED', updatedAt: at(0) },
      ...{ directSend: true, capabilities: ['directSend'] },
    })
    whatsappsDirectory.use.setState({ items: [number], status: 'ready' })
    const { rerender } = render(page({ windowClosesAt: until(-1), whatsappId: 5 }))
    fireEvent.click(screen.getByRole('button', { name: 'Texto de utilidade' }))
    const words = await screen.findByLabelText('Mensagem')
    expect(screen.getByText(/^Só para utilidade/)).toBeTruthy()
    fireEvent.change(words, { target: { value: 'Seu pedido saiu.' } })
    fireEvent.click(screen.getByRole('button', { name: 'Enviar texto' }))
    await waitFor(() =>
      expect(call).toHaveBeenCalledWith('messages.sendUtility', {
        params: { ticketId: '1' },
        body: { clientId: expect.any(String), body: 'Seu pedido saiu.' },
      }),
    )
    act(() => whatsappsDirectory.use.setState({ items: [{ ...number, directSend: false }] }))
    rerender(page({ windowClosesAt: until(-1), whatsappId: 5 }))
    expect(screen.queryByRole('button', { name: 'Texto de utilidade' })).toBeNull()
  })

  it('sends a corrected utility text as another message, where the first one may have arrived', async () => {
    vi.useRealTimers()
    const number = whatsapp.parse({
      ...{ id: 5, name: 'Nuvem', status: 'CONNECTED', updatedAt: at(0) },
      ...{ directSend: true, capabilities: ['directSend'] },
    })
    whatsappsDirectory.use.setState({ items: [number], status: 'ready' })
    call.mockClear()
    call.mockRejectedValueOnce(new Error('no answer')).mockRejectedValueOnce(new Error('no answer'))
    render(page({ windowClosesAt: until(-1), whatsappId: 5 }))
    fireEvent.click(screen.getByRole('button', { name: 'Texto de utilidade' }))
    const words = await screen.findByLabelText('Mensagem')
    const sent = () =>
      call.mock.calls.flatMap(([name, given]) =>
        name === 'messages.sendUtility' && given ? [given.body] : [],
      )
    const send = async (text: string, times: number) => {
      fireEvent.change(words, { target: { value: text } })
      await waitFor(() =>
        expect(screen.getByRole('button', { name: 'Enviar texto' })).toHaveProperty('disabled', false),
      )
      fireEvent.click(screen.getByRole('button', { name: 'Enviar texto' }))
      await waitFor(() => expect(sent()).toHaveLength(times))
    }
    await send('Saiu hoje.', 1)
    await send('Saiu hoje.', 2)
    await send('Sai amanhã.', 3)
    const ids = sent().map(({ clientId }) => clientId)
    expect([ids[1] === ids[0], ids[2] === ids[0]]).toEqual([true, false])
  })
})
