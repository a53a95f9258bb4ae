// @vitest-environment jsdom
import { type ContactList, type ContactListItem, contactListItem, contactList as schema } from '@contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ContactListItemsScreen, ContactListsScreen } from '@/features/contact-lists'
import { startFeed } from '@/stores/feed'
import { useToastList } from '@/stores/toasts'
import type { FakeBridge } from '../support/fake-bridge'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const list = (id: number, over: object = {}): ContactList =>
  schema.parse({ id, name: `Lista ${id}`, contactsCount: 3, validCount: 1, waitingCount: 1, ...over })
const item = (id: number, over: object = {}): ContactListItem =>
  contactListItem.parse({
    id,
    name: `Pessoa ${id}`,
    number: `551190000000${id}`,
    email: '',
    contactListId: 5,
    isWhatsappValid: true,
    ...over,
  })

let fake: FakeBridge
let lists: ContactList[] = []
let items: ContactListItem[] = []
let stopFeed: () => void = () => undefined
let seq = 0
const feed = (channel: string, data: object): void => {
  seq += 1
  act(() => fake.emit('feed', { events: [{ seq, event: { channel, data } as never }] } as never))
}

async function open(path: string): Promise<void> {
  fake = await openScreen(
    <Routes>
      <Route path="/contact-lists" element={<ContactListsScreen />} />
      <Route path="/contact-lists/:contactListId/contacts" element={<ContactListItemsScreen />} />
    </Routes>,
    { user: { profile: 'user' }, at: path },
  )
  stopFeed = startFeed(fake.bridge)
}

beforeEach(() => {
  call.mockReset()
  lists = [list(5, { name: 'Clientes fiéis' }), list(6, { name: 'Feira', waitingCount: 0, validCount: 3 })]
  items = [
    item(1, { name: 'Ana' }),
    item(2, { name: 'Bia', isWhatsappValid: false }),
    item(3, { name: 'Caio', isWhatsappValid: null }),
    item(4, { name: 'Davi', numberState: 'repeated', isWhatsappValid: false }),
  ]
  call.mockImplementation(async (name: string, options: { body?: object; params?: { id: number } } = {}) => {
    if (name === 'contactLists.page') return { records: lists, count: lists.length, hasMore: false }
    if (name === 'contactLists.get') return list(options.params?.id ?? 0, { name: 'Clientes fiéis' })
    if (name === 'contactLists.create') return list(9, options.body)
    if (name === 'contactLists.update') return list(options.params?.id ?? 0, options.body)
    if (name === 'contactListItems.page') return { contacts: items, count: items.length, hasMore: false }
    if (name === 'contactListItems.create') return item(9, options.body)
    if (name === 'contactListItems.update') return item(options.params?.id ?? 0, options.body)
    return null
  })
})
afterEach(() => {
  stopFeed()
})

const sent = (name: string): unknown[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options)
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

it('lists the lists with how many contacts each has, and opens one by its row', async () => {
  await open('/contact-lists')
  expect(await screen.findByText('2 listas')).toBeDefined()
  expect(screen.getByText('Verificando 1')).toBeDefined()
  expect(screen.getByText('Verificados')).toBeDefined()
  await userEvent.click(screen.getByText('Clientes fiéis'))
  expect(await screen.findByText('4 contatos')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Clientes fiéis' })).toBeDefined()
})

it('adds a list and goes to it', async () => {
  await open('/contact-lists')
  await screen.findByText('2 listas')
  await press('Nova lista')
  await userEvent.type(await screen.findByLabelText('Nome', { selector: 'input' }), 'Natal')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Adicionar' }))
  await waitFor(() => expect(sent('contactListItems.page')).toMatchObject([{ query: { contactListId: 9 } }]))
})

it('shows what is known of each number, follows it live, and asks again about those that failed', async () => {
  await open('/contact-lists/5/contacts')
  await screen.findByText('4 contatos')
  const row = (name: string) => screen.getByText(name).closest<HTMLElement>('[role="row"]') ?? document.body
  expect(within(row('Ana')).getByText('Pode receber')).toBeDefined()
  expect(within(row('Bia')).getByText('Fora do WhatsApp')).toBeDefined()
  expect(within(row('Caio')).getByText('Verificando')).toBeDefined()
  expect(within(row('Davi')).getByText('Mesmo telefone')).toBeDefined()
  expect(screen.getByText(/^Verificando 1 número\./)).toBeDefined()
  feed('ContactListItem', { action: 'update', records: [{ ...items[2], isWhatsappValid: false }] })
  feed('ContactList', { action: 'update', record: { ...lists[0], waitingCount: 0 } })
  expect(await within(row('Caio')).findByText('Fora do WhatsApp')).toBeDefined()
  await waitFor(() => expect(screen.queryByText(/^Verificando 1 número/)).toBeNull())
  await press('Verificar de novo')
  await waitFor(() => expect(sent('contactLists.recheck')).toEqual([{ params: { id: 5 } }]))
  await userEvent.click(screen.getByRole('tab', { name: /^Fora do WhatsApp/ }))
  await waitFor(() =>
    expect(sent('contactListItems.page').at(-1)).toMatchObject({
      query: { contactListId: 5, state: 'invalid' },
    }),
  )
})

it('takes contacts off after a question, and puts them back, or says how many cannot be', async () => {
  const answer = call.getMockImplementation()
  call.mockImplementation(async (name: string, ...rest: unknown[]) =>
    name === 'contactLists.addRows' ? { rows: [{ outcome: 'rejected' }] } : answer?.(name, ...rest),
  )
  await open('/contact-lists/5/contacts')
  await screen.findByText('4 contatos')
  await press('Remover Bia')
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remover Bia' }),
  )
  await waitFor(() => expect(sent('contactListItems.remove')).toEqual([{ params: { id: 2 } }]))
  await waitFor(() => expect(screen.queryByText('Bia')).toBeNull())
  const [toast] = useToastList.getState().toasts
  act(() => toast?.action?.run())
  await waitFor(() =>
    expect(sent('contactLists.addRows')).toEqual([
      {
        params: { id: 5 },
        body: { rows: [{ line: 1, name: 'Bia', number: '5511900000002', email: '' }] },
      },
    ]),
  )
  expect(await screen.findByText('1 contato não pôde voltar para a lista')).toBeDefined()
})

it('offers no way back to whoever sees hidden numbers alone', async () => {
  items = [item(2, { name: 'Bia', number: '5511•••••0002' })]
  await open('/contact-lists/5/contacts')
  await screen.findByText('1 contato')
  await press('Remover Bia')
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remover Bia' }),
  )
  await screen.findByText('1 contato removido da lista')
  expect(useToastList.getState().toasts.map(({ action }) => action)).toEqual([null])
})

it('says so when the list is not there, and when somebody deletes it', async () => {
  await open('/contact-lists/abc/contacts')
  expect(await screen.findByText('Esta lista não existe')).toBeDefined()
  await userEvent.click(screen.getByText('Voltar às listas'))
  await userEvent.click(await screen.findByText('Clientes fiéis'))
  await screen.findByText('4 contatos')
  feed('ContactList', { action: 'delete', id: 5 })
  expect(await screen.findByText('Esta lista não existe')).toBeDefined()
})
