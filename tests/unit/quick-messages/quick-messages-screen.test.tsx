// @vitest-environment jsdom
import { type QuickMessage, quickMessage as schema } from '@contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { QuickMessagesScreen } from '@/features/quick-messages'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const one = (id: number, over: object = {}): QuickMessage =>
  schema.parse({ id, shortcode: `s${id}`, message: `texto ${id}`, userId: 1, geral: false, ...over })
let rows: QuickMessage[] = []

async function open(profile: string): Promise<void> {
  await openScreen(<QuickMessagesScreen />, { user: { id: 1, profile } })
  await screen.findByText(/respostas? rápidas?$/)
}

beforeEach(() => {
  call.mockReset()
  rows = [
    one(1, { shortcode: 'bomdia', geral: true, userId: 7 }),
    one(2, { shortcode: 'minha', mediaPath: '/media/1/tabela.pdf', mediaName: 'tabela.pdf' }),
  ]
  call.mockImplementation(async (name: string, options: { body?: object; params?: { id: number } } = {}) => {
    if (name === 'quickMessages.page') return { records: rows, count: rows.length, hasMore: false }
    if (name === 'quickMessages.create') return one(9, options.body)
    if (name === 'quickMessages.get' || name === 'quickMessages.update')
      return one(options.params?.id ?? 0, options.body)
    if (name === 'queues.list' || name === 'whatsapps.list') return []
    return name === 'quickMessages.list' ? rows : null
  })
})

const sent = (name: string): unknown[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options)

it('shows shortcode, file or "Sem anexo" and what is general; an agent changes only what is not', async () => {
  await open('user')
  expect(await screen.findByText('Sem anexo')).toBeDefined()
  expect(screen.getByText('tabela.pdf')).toBeDefined()
  expect(screen.getAllByRole('img', { name: 'Geral' })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Excluir /bomdia' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Excluir /minha' })).toBeDefined()
  await userEvent.click(screen.getByText('/bomdia'))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByRole('button', { name: 'Salvar' })).toBeNull()
  expect(within(dialog).queryByText('Geral')).toBeNull()
})

it('wants a shortcode and something to send, drops the slash, and sends the file along', async () => {
  await open('supervisor')
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar resposta rápida' }))
  const dialog = await screen.findByRole('dialog')
  const add = within(dialog).getByRole('button', { name: 'Adicionar' })
  await userEvent.click(add)
  expect(await within(dialog).findByText('Obrigatório')).toBeDefined()
  await userEvent.type(within(dialog).getByLabelText('Atalho'), '/ preço')
  await userEvent.click(add)
  expect(await within(dialog).findByText('Escreva uma mensagem ou escolha um arquivo')).toBeDefined()
  expect(sent('quickMessages.create')).toEqual([])
  const file = new File(['x'], 'lista.pdf', { type: 'application/pdf' })
  const input = dialog.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('no field for a file')
  await userEvent.upload(input, file)
  await userEvent.click(add)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('quickMessages.create')).toEqual([
    { body: { shortcode: 'preço', message: '', queueIds: [], menu: null } },
  ])
  expect(sent('quickMessages.attach')).toMatchObject([
    { params: { id: 9 }, body: { typeArch: 'quickMessage' }, files: [file] },
  ])
})

it('lets an admin make one the company’s', async () => {
  await open('admin')
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar resposta rápida' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('Atalho'), 'pix')
  await userEvent.type(within(dialog).getByLabelText(/^Mensagem/), 'Nossa chave: 123')
  await userEvent.click(within(dialog).getByRole('combobox', { name: /Geral/ }))
  await userEvent.click(await screen.findByTitle('Ativo'))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Adicionar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('quickMessages.create')).toEqual([
    { body: { shortcode: 'pix', message: 'Nossa chave: 123', geral: true, queueIds: [], menu: null } },
  ])
  expect(sent('quickMessages.attach')).toEqual([])
})
