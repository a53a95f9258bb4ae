// @vitest-environment jsdom
import '../support/jsdom'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { type Contact, type MessageTemplate, messageTemplate, whatsapp } from '../../../src/contract'
import { Composer } from '../../../src/features/composer'
import { TemplateDialog } from '../../../src/features/templates'
import { settingsDirectory } from '../../../src/stores/settings'
import { absorbTickets, setViewer, whenTicketChanged } from '../../../src/stores/tickets'
import { whatsappsDirectory } from '../../../src/stores/whatsapps'
import { aTicket, at, aViewer } from '../stores/a-ticket'
import { tick } from '../stores-messages/samples'
import { fakeBridge, installBridge } from '../support/fake-bridge'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const made = (name: string, more: object = {}): MessageTemplate =>
  messageTemplate.parse({ name, language: 'pt_BR', status: 'APPROVED', isKnown: true, ...more })
const TEMPLATES = [
  made('promo', { status: 'PENDING', body: 'Só hoje.' }),
  made('retomar_conversa', {
    body: 'Olá, {{1}}! Falamos sobre {{2}}?',
    footer: 'Padaria Aurora',
    buttons: [{ kind: 'reply', text: 'Sim' }],
    examples: { 'body:2': 'a internet' },
  }),
  made('boleto', { header: { kind: 'document' }, body: 'Segue o boleto.' }),
  made('reopen', { language: 'en_US', body: 'Hello' }),
  made('dura', { status: 'REJECTED', reason: 'ABUSIVE_CONTENT', body: 'Pague já.' }),
  made('carrossel', { isKnown: false, body: 'Veja' }),
]
const ticket = {
  ...tick(1, { whatsappId: 4, windowClosesAt: '2020-01-01T00:00:00.000Z' }),
  contact: { id: 7, name: 'Rita Souza', number: '5511999990000' } as Contact,
}
let listed: object
let sending: (body: Record<string, unknown>) => Promise<unknown>
const closed = vi.fn()

beforeEach(() => {
  installBridge(fakeBridge())
  listed = { templates: TEMPLATES, askedAt: '2026-11-20T12:00:00.000Z', reason: '' }
  sending = async () => ({ message: null })
  closed.mockReset()
  call.mockReset()
  call.mockImplementation(async (name: string, options: { body: Record<string, unknown> }) =>
    name === 'whatsapps.templates' ? listed : sending(options.body),
  )
})
afterEach(cleanup)

const open = async (): Promise<void> => {
  render(
    <App>
      <TemplateDialog ticket={ticket} whatsappId={4} onClose={closed} />
    </App>,
  )
  await screen.findByRole('listbox')
}
const search = () => screen.getByRole('textbox', { name: 'Buscar modelo' })
const names = () => screen.getAllByRole('option').map(row => row.textContent ?? '')
const preview = () => screen.getByTestId('template-preview').textContent
const choose = (text: string): void => {
  fireEvent.change(search(), { target: { value: text } })
  fireEvent.keyDown(search(), { key: 'Enter' })
}
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /Enviar modelo$/ })
const sent = () =>
  call.mock.calls.filter(([name]) => name === 'messages.sendTemplate').map(([, given]) => given)

describe('the templates dialog', () => {
  it('lists those that can be sent first, says of the others why not, and finds by words', async () => {
    await open()
    expect(names().map(name => name.replace(/(pt_BR|en_US).*/, ''))).toEqual([
      'boleto',
      'reopen',
      'retomar conversa',
      'carrossel',
      'dura',
      'promo',
    ])
    expect(names().at(-1)).toContain('Em análise')
    expect(names()[3]).toContain('Não é possível aqui')
    fireEvent.change(search(), { target: { value: 'retomar padaria' } })
    expect(screen.queryAllByRole('option')).toHaveLength(0)
    fireEvent.change(search(), { target: { value: 'FALAMOS' } })
    expect(names()).toHaveLength(1)
    choose('dura')
    expect(screen.getByText('A Meta rejeitou este modelo. Motivo: ABUSIVE_CONTENT')).toBeTruthy()
    expect(button().disabled).toBe(true)
  })

  it('asks first where the ticket has become a colleague’s meanwhile, and sends nothing where the answer is no', async () => {
    setViewer(aViewer())
    absorbTickets([aTicket(1, { status: 'open', userId: 2 })], 0)
    const asked: string[] = []
    const leave = whenTicketChanged(async ({ act: what, now }) => {
      asked.push(`${what} ${now.user?.name}`)
      return asked.length > 1
    })
    await open()
    choose('reopen')
    const bruno = { userId: 7, user: { id: 7, name: 'Bruno' } }
    absorbTickets([aTicket(1, { status: 'open', ...bruno, updatedAt: at(200) })], 0)
    fireEvent.click(button())
    await waitFor(() => expect(asked).toEqual(['send Bruno']))
    expect(sent()).toEqual([])
    await waitFor(() => expect(button().className).not.toContain('loading'))
    fireEvent.click(button())
    await waitFor(() => expect(sent()).toHaveLength(1))
    leave()
    setViewer(null)
  })

  it('goes by the keyboard: arrows, Enter, the first empty field, a preview that follows, Ctrl+Enter', async () => {
    await open()
    for (let i = 0; i < 2; i++) fireEvent.keyDown(search(), { key: 'ArrowDown' })
    fireEvent.keyDown(search(), { key: 'Enter' })
    const about = screen.getByRole<HTMLInputElement>('textbox', { name: /Campo \{\{2\}\}/ })
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Campo \{\{1\}\}/ }).value).toBe('Rita')
    expect(document.activeElement).toBe(about)
    expect(about.placeholder).toBe('Ex.: a internet')
    expect(preview()).toContain('Olá, Rita! Falamos sobre {{2}}?')
    fireEvent.change(about, { target: { value: 'o boleto' } })
    expect(preview()).toContain('Falamos sobre o boleto?')
    expect(within(screen.getByTestId('template-preview')).getByRole('listitem').textContent).toBe('Sim')
    fireEvent.keyDown(about, { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(closed).toHaveBeenCalled())
    expect(sent()).toMatchObject([
      {
        params: { ticketId: '1' },
        body: {
          name: 'retomar_conversa',
          language: 'pt_BR',
          values: { 'body:1': 'Rita', 'body:2': 'o boleto' },
        },
      },
    ])
  })

  it('says what is missing at the field and sends nothing', async () => {
    await open()
    choose('retomar')
    fireEvent.click(button())
    const about = screen.getByRole('textbox', { name: /Campo \{\{2\}\}/ })
    await waitFor(() => expect(about.getAttribute('aria-invalid')).toBe('true'))
    expect(document.activeElement).toBe(about)
    expect(screen.getByText('Preencha este campo')).toBeTruthy()
    expect(sent()).toEqual([])
  })

  it('wants a file of the right kind where the template has one', async () => {
    await open()
    choose('boleto')
    fireEvent.click(button())
    expect(await screen.findByText('Escolha um arquivo')).toBeTruthy()
    const pick = (file: File) =>
      fireEvent.change(screen.getByTestId('template-file'), { target: { files: [file] } })
    pick(new File(['x'], 'foto.png', { type: 'image/png' }))
    expect(await screen.findByText('Este tipo de arquivo não serve aqui')).toBeTruthy()
    const pdf = new File(['%PDF'], 'boleto.pdf', { type: 'application/pdf' })
    pick(pdf)
    expect(preview()).toContain('boleto.pdf')
    fireEvent.click(button())
    await waitFor(() => expect(sent()).toMatchObject([{ files: [pdf], body: { name: 'boleto' } }]))
  })

  it('stays open with the reason when it is refused; unanswered it is the same message again', async () => {
    await open()
    choose('reopen')
    const answers = [
      new ApiError('unreachable', 'SERVER_UNREACHABLE', '', 0),
      new ApiError('refused', 'ERR_TEMPLATE_PAUSED', 'ERR_TEMPLATE_PAUSED', 400),
      null,
    ]
    sending = async () => {
      const answer = answers.shift()
      if (answer) throw answer
      return { message: null }
    }
    fireEvent.click(button())
    await waitFor(() => expect(sent()).toHaveLength(1))
    await waitFor(() => expect(button().className).not.toContain('loading'))
    expect(screen.getByRole('alert')).toBeTruthy()
    fireEvent.click(button())
    await screen.findByText(/pausou este modelo/)
    await waitFor(() => expect(button().className).not.toContain('loading'))
    expect(closed).not.toHaveBeenCalled()
    fireEvent.click(button())
    await waitFor(() => expect(closed).toHaveBeenCalled())
    const [first, second, third] = sent().map(given => given.body.clientId)
    expect(second).toBe(first)
    expect(third).not.toBe(second)
  })

  it('says why the list is old or empty, and asks Meta on demand', async () => {
    listed = { ...listed, reason: 'unreachable' }
    await open()
    expect(screen.getByText(/última lista conhecida/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Atualizar a lista' }))
    await waitFor(() =>
      expect(call).toHaveBeenLastCalledWith(
        'whatsapps.templates',
        expect.objectContaining({ query: { refresh: true } }),
      ),
    )
    cleanup()
    listed = { templates: [], askedAt: null, reason: 'noCredentials' }
    render(
      <App>
        <TemplateDialog ticket={ticket} whatsappId={4} onClose={closed} />
      </App>,
    )
    expect(await screen.findByText(/Falta o identificador da conta/)).toBeTruthy()
  })
})

describe('the composer', () => {
  const page = (capabilities: string[] | null) => {
    settingsDirectory.use.setState({ items: [], status: 'ready' })
    const number = whatsapp.parse({ id: 4, name: 'Nuvem', status: 'CONNECTED', capabilities })
    whatsappsDirectory.use.setState({ items: [number], status: 'ready' })
    return (
      <App>
        <Composer ticketId={1} ticket={ticket} />
      </App>
    )
  }

  it('offers templates where the number has them, and nothing of it elsewhere', async () => {
    const { unmount } = render(page(['text', 'templates']))
    fireEvent.click(screen.getByRole('button', { name: /Enviar modelo/ }))
    expect(await screen.findByText('Enviar modelo para Rita Souza')).toBeTruthy()
    unmount()
    for (const capabilities of [['text'], null]) {
      const { unmount: done } = render(page(capabilities))
      expect(screen.queryByRole('button', { name: /Enviar modelo/ })).toBeNull()
      done()
    }
  })

  it('keeps what is filled in while the window opens behind the dialog', async () => {
    const { rerender } = render(page(['text', 'templates']))
    fireEvent.click(screen.getByRole('button', { name: /Enviar modelo/ }))
    await screen.findByRole('listbox')
    choose('retomar')
    fireEvent.change(screen.getByRole('textbox', { name: /Campo \{\{2\}\}/ }), {
      target: { value: 'o pedido' },
    })
    const open = { ...ticket, windowClosesAt: new Date(Date.now() + 86_400_000).toISOString() }
    act(() =>
      rerender(
        <App>
          <Composer ticketId={1} ticket={open} />
        </App>,
      ),
    )
    expect(screen.getByTestId('composer-text')).toBeTruthy()
    expect(preview()).toContain('Falamos sobre o pedido?')
  })

  it('lists those that can be sent behind the slash, and opens the one that is chosen', async () => {
    const answers = call.getMockImplementation()
    call.mockImplementation(async (name: string, options: object) =>
      name === 'articles.find' || name.startsWith('quickMessages.') ? [] : answers?.(name, options),
    )
    const { rerender } = render(page(['text', 'templates']))
    const windowClosesAt = new Date(Date.now() + 86_400_000).toISOString()
    rerender(
      <App>
        <Composer ticketId={1} ticket={{ ...ticket, windowClosesAt }} />
      </App>,
    )
    const field = screen.getByTestId<HTMLTextAreaElement>('composer-text')
    fireEvent.change(field, { target: { value: '/' } })
    await waitFor(() => expect(names()).toEqual(['boleto', 'reopen', 'retomar conversa', 'Enviar modelo']))
    fireEvent.change(field, { target: { value: '/retom' } })
    expect(names()).toEqual(['retomar conversa'])
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(field.value).toBe('')
    await screen.findByText('Enviar modelo para Rita Souza')
    await waitFor(() => expect(preview()).toContain('Rita'))
    expect(screen.getByRole('heading', { name: 'retomar conversa' })).toBeTruthy()
  })
})
