// @vitest-environment jsdom
/** What happened to the ticket, in the contact panel: in words, followed live, with its empty and failed states. */
import '../support/jsdom'
import { type TimelineEntry, timelineEntry } from '@contract'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ContactPanel } from '@/features/contact-drawer/contact-panel'
import { resetContactPanel } from '@/stores/contact-panel'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { useSession } from '@/stores/session'
import { person } from '../contacts/a-contact'
import { aTicket, at } from '../stores/a-ticket'
import { aUser, fakeBridge, installBridge } from '../support/fake-bridge'
import { onOlderServer } from '../support/older-server'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const entry = (kind: TimelineEntry['kind'], over: Partial<TimelineEntry> = {}): TimelineEntry =>
  timelineEntry.parse({ key: `event:${kind}`, at: at(1), kind, actor: 'person', name: 'Ana Souza', ...over })
const ticket = { ...aTicket(10, { contactId: 2, contact: person(2, { name: 'Rita Alves' }) }), activityAt: 0 }

let entries: TimelineEntry[] | Error = []
beforeEach(() => {
  installBridge(fakeBridge())
  useSession.setState({ status: 'signedIn', user: aUser() })
  call.mockReset()
  call.mockImplementation(async (name: string) => {
    if (name === 'contacts.get') return person(2, { name: 'Rita Alves' })
    if (name !== 'tickets.timeline') return []
    if (entries instanceof Error) throw entries
    return { entries, count: entries.length, hasMore: false }
  })
})
afterEach(() => {
  resetContactPanel()
  resetFeed()
  localStorage.clear()
})
async function show(): Promise<void> {
  render(
    <App>
      <MemoryRouter>
        <ContactPanel ticket={ticket} onClose={() => undefined} />
      </MemoryRouter>
    </App>,
  )
  const fold = await screen.findByRole('button', { name: 'Linha do tempo' })
  if (fold.getAttribute('aria-expanded') === 'false') await userEvent.click(fold)
}

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
  await show()
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
  await show()
  expect(await screen.findByText('Nada registrado ainda')).toBeTruthy()
  cleanup()
  resetContactPanel()
  entries = new Error('no server')
  await show()
  expect(await screen.findByText('A linha do tempo não foi carregada')).toBeTruthy()
})

it('is not there where the server keeps none', async () => {
  onOlderServer()
  render(
    <App>
      <MemoryRouter>
        <ContactPanel ticket={ticket} onClose={() => undefined} />
      </MemoryRouter>
    </App>,
  )
  await screen.findByRole('button', { name: 'Tickets anteriores' })
  expect(screen.queryByRole('button', { name: 'Linha do tempo' })).toBeNull()
})
