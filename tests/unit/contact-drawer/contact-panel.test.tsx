// @vitest-environment jsdom
/** Whose ticket it is and what happened to it: what stands in the panel, what is asked for, notes left and taken back. */
import '../support/jsdom'
import { TICKET_NOTE_MAX_CHARS, type TimelineEntry, timelineEntry } from '@contract'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ContactPanel } from '@/features/contact-drawer/contact-panel'
import { resetContactPanel } from '@/stores/contact-panel'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { useSession } from '@/stores/session'
import { whatsappsDirectory } from '@/stores/whatsapps'
import { person } from '../contacts/a-contact'
import { aTicket, at } from '../stores/a-ticket'
import { aUser, fakeBridge, installBridge } from '../support/fake-bridge'
import { onOlderServer } from '../support/older-server'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const by = { userId: 2, user: { id: 2, name: 'Ana Souza' }, ticketId: 10, contactId: 2 }
const written = (id: number, note: string) => ({
  ...{ id, note, ...by, messageId: null, mentions: [], createdAt: at(id) },
})
const ticket = {
  ...aTicket(10, {
    status: 'open',
    userId: 2,
    contactId: 2,
    contact: person(2, { name: 'Rita Alves' }),
    tags: [{ id: 1, name: 'Cobrança', color: '#1e88e5' }],
  }),
  activityAt: 0,
}
const show = (one = ticket) =>
  render(
    <App>
      <MemoryRouter>
        <ContactPanel ticket={one} onClose={() => undefined} />
      </MemoryRouter>
    </App>,
  )

const entry = (kind: TimelineEntry['kind'], over: Partial<TimelineEntry> = {}): TimelineEntry =>
  timelineEntry.parse({ key: `event:${kind}`, at: at(1), kind, actor: 'person', name: 'Ana Souza', ...over })
let entries: TimelineEntry[] | Error = []
async function unfold(): Promise<void> {
  show()
  const fold = await screen.findByRole('button', { name: 'Linha do tempo' })
  if (fold.getAttribute('aria-expanded') === 'false') await userEvent.click(fold)
}
let fails = false
beforeEach(() => {
  installBridge(fakeBridge())
  useSession.setState({ status: 'signedIn', user: aUser() })
  fails = false
  call.mockReset()
  call.mockImplementation(async (name: string, options: { body?: { note: string } } = {}) => {
    if (fails) throw new Error('no server')
    if (name === 'contacts.get')
      return person(2, { name: 'Rita Alves', extraInfo: [{ id: 1, name: 'CPF', value: '390.533.447-05' }] })
    if (name === 'notes.list') return [written(1, 'Prefere ser chamada à tarde')]
    if (name === 'notes.create') return written(2, options.body?.note ?? '')
    if (name === 'notes.remove') return null
    if (name === 'tickets.timeline') {
      if (entries instanceof Error) throw entries
      return { entries, count: entries.length, hasMore: false }
    }
    return []
  })
})
afterEach(() => {
  resetContactPanel()
  resetFeed()
  localStorage.clear()
})

describe('the contact panel', () => {
  it('shows at once what the list knows, then additional information, tags and notes', async () => {
    show()
    expect(screen.getByText('Rita Alves')).toBeTruthy()
    expect(await screen.findByText('390.533.447-05')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Remover a tag Cobrança' })).toBeTruthy()
    expect(await screen.findByText('Prefere ser chamada à tarde')).toBeTruthy()
  })

  it('keeps what the list knows when the contact cannot be read, and says that it may be old', async () => {
    fails = true
    show()
    expect(await screen.findByText('Os dados podem estar desatualizados')).toBeTruthy()
    expect(screen.getByText('Rita Alves')).toBeTruthy()
  })

  it('leaves a note of two letters or more, on this ticket and contact', async () => {
    show()
    await screen.findByText('Prefere ser chamada à tarde')
    const area = screen.getByRole('textbox', { name: /observa/i })
    await userEvent.type(area, 'x')
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar' }))
    expect(call).not.toHaveBeenCalledWith('notes.create', expect.anything())
    await userEvent.type(area, 'VIP do Sul')
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar' }))
    await waitFor(() =>
      expect(call).toHaveBeenCalledWith(
        'notes.create',
        expect.objectContaining({
          body: expect.objectContaining({ note: 'xVIP do Sul', ticketId: 10, contactId: 2 }),
        }),
      ),
    )
    expect(await screen.findByText('xVIP do Sul')).toBeTruthy()
  })

  it('keeps a pasted note whole and says that it is too long', async () => {
    show()
    const area = (await screen.findByRole('textbox', { name: /observa/i })) as HTMLTextAreaElement
    expect(area.getAttribute('maxlength')).toBeNull()
    fireEvent.change(area, { target: { value: 'a'.repeat(TICKET_NOTE_MAX_CHARS + 1) } })
    expect(await screen.findByText(/^Até [\d.]+ caracteres$/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Adicionar' }).hasAttribute('disabled')).toBe(true)
    fireEvent.change(area, { target: { value: '' } })
  })

  it('of who shows no phone has no digits to read or copy, and asks for the number', async () => {
    const hidden = person(2, { name: 'Rita Alves', number: 'BR.13491208655302741918', username: 'rita' })
    whatsappsDirectory.use.setState({ items: [{ id: 1, capabilities: ['contactRequest'] }] } as never)
    call.mockImplementation(async (name: string) => (name === 'contacts.get' ? hidden : []))
    const view = show({ ...ticket, whatsappId: 1, contact: hidden } as never)
    expect(await screen.findByText('@rita')).toBeTruthy()
    expect(view.container.textContent).not.toContain('13491208655302741918')
    expect(screen.queryByRole('button', { name: 'Copiar o número' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Pedir o número' }))
    await waitFor(() =>
      expect(call).toHaveBeenCalledWith('messages.askNumber', { params: { ticketId: 10 }, body: {} }),
    )
  })

  it('of a ticket without a contact says so and asks for none', async () => {
    show({ ...ticket, contactId: null, contact: null } as never)
    expect(screen.getByText('Este ticket não tem contato')).toBeTruthy()
    expect(call).not.toHaveBeenCalledWith('contacts.get', expect.anything())
  })
})

describe('what happened to the ticket', () => {
  it('says what was done, by whom, and what it changed, and follows what happens meanwhile', async () => {
    entries = [
      entry('late', { actor: 'clock', name: 'Ouro', deadline: 'first', minutes: 5 }),
      entry('rule', { actor: 'rule', name: 'Avisar', done: 1, steps: 2 }),
      entry('tagged', { tags: ['VIP', 'BOLETO'] }),
      entry('transferred', {
        changes: [
          { field: 'queue', from: 'Suporte', to: 'Vendas' },
          { field: 'user', from: 'Ana Souza', to: null },
        ],
      }),
      entry('held', { actor: 'provider', changes: [{ field: 'holder', from: null, to: 'metaAgent' }] }),
      entry('opened', { actor: 'customer', name: '' }),
    ]
    await unfold()
    const list = await screen.findByRole('list', { name: 'Linha do tempo' })
    const said = [...list.children].map(row => [...row.querySelectorAll('p')].map(one => one.textContent))
    const lines = said.map(([, ...rest]) => rest)
    expect(lines).toEqual([
      ['Primeira resposta (Ouro)', 'Prometido em 5 minutos'],
      ['Regra Avisar', '1 de 2 passos feitos'],
      ['Ana Souza', 'VIP, BOLETO'],
      ['Ana Souza', 'Fila: de Suporte para Vendas', 'Atendente: de Ana Souza para ninguém'],
      ['WhatsApp', 'Quem responde: de Esta empresa para IA da Meta'],
      ['Cliente'],
    ])
    expect(said[3]?.[0]).toMatch(/^Transferido/)
    entries = [entry('closed'), ...entries]
    receiveFeed({ events: [{ seq: 1, event: { channel: 'ticket', data: { action: 'update', ticket } } }] })
    flushFeed()
    expect(await screen.findByText('Resolvido')).toBeTruthy()
  })

  it('says that nothing was kept, and why it could not be loaded', async () => {
    entries = []
    await unfold()
    expect(await screen.findByText('Nada registrado ainda')).toBeTruthy()
    cleanup()
    resetContactPanel()
    entries = new Error('no server')
    await unfold()
    expect(await screen.findByText('A linha do tempo não foi carregada')).toBeTruthy()
  })

  it('is not there where the server keeps none', async () => {
    onOlderServer()
    show()
    await screen.findByRole('button', { name: 'Tickets anteriores' })
    expect(screen.queryByRole('button', { name: 'Linha do tempo' })).toBeNull()
  })
})
