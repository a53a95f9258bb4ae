// @vitest-environment jsdom
import { type QueueOption, queueOption, queue as queueSchema, whatsapp } from '@contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { QueueChatbotScreen } from '@/features/queues'
import { reloadTree } from '@/stores/queue-options'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const option = (id: number, parentId: number | null, place: number, over: object = {}): QueueOption =>
  queueOption.parse({ id, parentId, option: String(place), title: `Opção ${id}`, queueId: 1, ...over })
let options: QueueOption[] = []
const vendas = queueSchema.parse({
  id: 1,
  name: 'Vendas',
  color: '#123456',
  greetingMessage: 'Aqui é Vendas',
})
const suporte = queueSchema.parse({ id: 2, name: 'Suporte', color: '#654321' })
const number = whatsapp.parse({ id: 5, name: 'Central', queues: [{ id: 1, name: 'Vendas', color: '' }] })

async function open() {
  const { router } = await openScreen(
    <Routes>
      <Route path="/queues/:queueId/chatbot" element={<QueueChatbotScreen />} />
      <Route path="*" element={<p>outra tela</p>} />
    </Routes>,
    { at: '/queues/1/chatbot' },
  )
  await screen.findByText('Aqui é Vendas', { exact: false })
  return router
}
const sent = (name: string): unknown[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, given]) => given)
const line = (name: RegExp) => screen.getByRole('treeitem', { name })

beforeEach(() => {
  call.mockReset()
  options = [
    option(1, null, 1, { message: 'Um' }),
    option(2, null, 2),
    option(3, null, 3, { exitChatbot: true }),
  ]
  call.mockImplementation(async (name: string, given: { params?: { id: number }; body?: object } = {}) => {
    if (name === 'queues.list') return [vendas, suporte]
    if (name === 'whatsapps.list') return [number]
    if (name === 'settings.list' || name === 'holidays.list') return []
    if (name === 'queueOptions.list') return options
    if (name === 'queueOptions.create') {
      const made = option(9, null, 4, { title: 'Nova opção', ...given.body })
      options = [...options, { ...made, option: '4' }]
      return made
    }
    if (name === 'queueOptions.update') {
      options = options.map(one =>
        one.id === given.params?.id
          ? option(one.id, one.parentId, Number(one.option), { ...one, ...given.body })
          : one,
      )
      return options[0]
    }
    return null
  })
})

describe('the chatbot editor', () => {
  it('asks for the first options, then for the tree, and marks what leads nowhere', async () => {
    await open()
    expect(sent('queueOptions.list').slice(0, 2)).toEqual([
      { query: { queueId: 1, parentId: -1 } },
      { query: { queueId: 1 } },
    ])
    expect(line(/^2\. Opção 2, Esta opção não leva a nada/)).toBeDefined()
    expect(line(/^1\. Opção 1$/)).toBeDefined()
  })

  it('shows what is typed on the phone at once, saves it with Ctrl+S and asks before it is lost', async () => {
    const router = await open()
    await userEvent.click(line(/Opção 1/))
    const title = screen.getByLabelText('Título')
    await userEvent.clear(title)
    await userEvent.type(title, 'Preços')
    const phone = within(screen.getByRole('region', { name: 'Experimente como cliente' }))
    expect(phone.getByText('Preços', { exact: false })).toBeDefined()
    expect(sent('queueOptions.update')).toEqual([])
    act(() => void router.navigate('/tickets'))
    expect((await screen.findAllByText('Descartar o que não foi salvo?')).length).toBeGreaterThan(0)
    await userEvent.click(screen.getByRole('button', { name: 'Continuar editando' }))
    fireEvent.keyDown(title, { key: 's', ctrlKey: true })
    await waitFor(() =>
      expect(sent('queueOptions.update')).toEqual([{ params: { id: 1 }, body: { title: 'Preços' } }]),
    )
    await waitFor(() => expect(line(/^1\. Preços$/)).toBeDefined())
  })

  it('keeps an empty title from being saved', async () => {
    await open()
    await userEvent.click(line(/Opção 1/))
    await userEvent.clear(screen.getByLabelText('Título'))
    expect(screen.getByText('Obrigatório')).toBeDefined()
    fireEvent.keyDown(screen.getByLabelText('Título'), { key: 's', ctrlKey: true })
    expect(sent('queueOptions.update')).toEqual([])
  })

  it('moves by Alt with an arrow, nests by Tab, lets Tab go after Esc, adds by Enter', async () => {
    await open()
    const second = line(/^2\. Opção 2/)
    act(() => second.focus())
    fireEvent.keyDown(second, { key: 'ArrowUp', altKey: true })
    fireEvent.keyDown(line(/^\d\. Opção 2/), { key: 'Escape' })
    expect(fireEvent.keyDown(line(/^\d\. Opção 2/), { key: 'Tab' })).toBe(true)
    await waitFor(() =>
      expect(sent('queueOptions.update')).toEqual([
        { params: { id: 2 }, body: { parentId: null, option: 1 } },
      ]),
    )
    const third = line(/Opção 3/)
    act(() => screen.getByRole('button', { name: 'Adicionar opção' }).focus())
    act(() => third.focus())
    expect(fireEvent.keyDown(third, { key: 'Tab' })).toBe(false)
    await waitFor(() => expect(sent('queueOptions.update')).toHaveLength(2))
    expect(sent('queueOptions.update')[1]).toMatchObject({ params: { id: 3 }, body: { option: 1 } })
    fireEvent.keyDown(line(/Opção 1/), { key: 'Enter' })
    await waitFor(() =>
      expect(sent('queueOptions.create')).toMatchObject([{ body: { queueId: 1, parentId: null } }]),
    )
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Título')))
  })

  it('says what a colleague changed meanwhile, and loses nothing typed', async () => {
    await open()
    await userEvent.click(line(/Opção 1/))
    await userEvent.type(screen.getByLabelText('Título'), ' minha')
    options = options.map(one => (one.id === 1 ? { ...one, title: 'A dela' } : one))
    await act(() => reloadTree(1))
    expect(screen.getByText('Título: A dela')).toBeDefined()
    expect((screen.getByLabelText('Título') as HTMLInputElement).value).toBe('Opção 1 minha')
    await userEvent.click(screen.getByRole('button', { name: 'Usar o dela' }))
    expect((screen.getByLabelText('Título') as HTMLInputElement).value).toBe('A dela')
  })
})
