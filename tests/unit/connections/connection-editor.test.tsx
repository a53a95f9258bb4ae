// @vitest-environment jsdom
import { type FeedEvent, type Whatsapp, whatsapp as whatsappSchema } from '@contract'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { Providers } from '@/app/providers'
import { ConnectionsScreen } from '@/features/connections'
import { promptsDirectory } from '@/stores/automation'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { startPreferences, stopPreferences } from '@/stores/preferences'
import { queuesDirectory } from '@/stores/queues'
import { startSession, stopSession } from '@/stores/session'
import { settingsDirectory } from '@/stores/settings'
import { toasts, useToastList } from '@/stores/toasts'
import { whatsappsDirectory } from '@/stores/whatsapps'
import { useWorkplace } from '@/stores/workplace'
import { aUser, fakeBridge, installBridge } from '../support/fake-bridge'
import { withLayout } from '../support/jsdom'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const line = (id: number, name: string, over: object = {}): Whatsapp =>
  whatsappSchema.parse({
    id,
    name,
    status: 'CONNECTED',
    updatedAt: '2026-03-04T15:05:00.000Z',
    token: 'segredo-1',
    ...over,
  })
const queues = ['Vendas', 'Suporte'].map((name, at) => ({
  id: at + 1,
  name,
  color: '#307efc',
  greetingMessage: '',
  outOfHoursMessage: '',
  schedules: [],
}))
let lines: Whatsapp[] = []
let refusal: ApiError | null = null
let seq = 0

const plan = (over: object = {}) => ({
  ...aUser().company?.plan,
  useOpenAi: true,
  useExternalApi: true,
  ...over,
})

async function open(press: RegExp, flags: object = {}) {
  const fake = fakeBridge({ user: aUser({ profile: 'admin' }) })
  installBridge(fake)
  await Promise.all([startSession(fake.bridge), startPreferences(fake.bridge)])
  useWorkplace.setState({ plan: plan(flags) as never })
  const router = createMemoryRouter([{ path: '*', element: <ConnectionsScreen /> }])
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  await screen.findAllByText(/Matriz/)
  fireEvent.click(screen.getByRole('button', { name: press }))
  const editor = await screen.findByRole('group', {
    name: press.source.includes('Editar') ? /Editar/ : 'Nova conexão',
  })
  return { editor: within(editor), box: editor }
}

/** A field by its label; labels of fields that may be empty say so behind the name. */
const field = <E extends HTMLElement>(
  editor: { getByLabelText: (name: RegExp) => HTMLElement },
  name: string,
): E => editor.getByLabelText(new RegExp(`^${name}`)) as E

beforeEach(() => {
  withLayout()
  refusal = null
  lines = [line(1, 'Matriz', { isDefault: true }), line(2, 'Filial')]
  call.mockImplementation(async (name: string, given?: { params?: { id: number } }) => {
    if (name === 'whatsapps.list') return lines
    if (name === 'whatsapps.get') return lines.find(one => one.id === given?.params?.id)
    if (name === 'whatsapps.traffic') return []
    if (name === 'queues.list') return queues
    if (name === 'prompts.list') return { prompts: [{ id: 7, name: 'Assistente' }], count: 1, hasMore: false }
    if (name === 'whatsapps.renewToken') return line(1, 'Matriz', { token: 'segredo-2' })
    if (name === 'settings.list') return []
    if (refusal) throw refusal
    if (name === 'whatsapps.create') return line(9, 'Nova')
    return line(1, 'Matriz')
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  stopSession()
  stopPreferences()
  for (const directory of [whatsappsDirectory, queuesDirectory, settingsDirectory, promptsDirectory])
    directory.reset()
  useWorkplace.setState({ plan: null })
  toasts.clear()
  call.mockClear()
  resetFeed()
  seq = 0
})

const sent = (name: string): unknown[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, given]) => given)
const refused = (code: string, status = 400, details: object = {}) =>
  new ApiError('refused', code as never, code, status, details as never)

describe('the connection editor', () => {
  it('has the fields of the specification in four sections', async () => {
    const { editor } = await open(/Adicionar conexão/)
    for (const title of ['Geral', 'Mensagens', 'Filas e robô', 'Inatividade'])
      expect(editor.getAllByText(title).length).toBeGreaterThan(0)
    const fields = [
      'Nome',
      'Conexão padrão',
      'Token da API de mensagens',
      'Provedor',
      'Mensagem de saudação',
      'Mensagem de fora de expediente',
      'Mensagem de transferência',
      'Mensagem de avaliação',
      'Mensagem de conclusão',
      'Filas',
      'Quantas vezes o menu é enviado',
      'Intervalo entre menus do robô',
      'Mover para a fila de espera após',
      'Fila de espera',
      'Prompt de IA',
      'Encerrar conversas inativas após',
      'Mensagem de inatividade',
    ]
    for (const name of fields) expect(field(editor, name)).toBeDefined()
    expect(field<HTMLInputElement>(editor, 'Provedor').value).toBe('beta')
    expect(field<HTMLInputElement>(editor, 'Quantas vezes o menu é enviado').value).toBe('3')
  })

  it('shows a message with its variables filled while it is typed', async () => {
    const { editor, box } = await open(/Adicionar conexão/)
    const greeting = field<HTMLTextAreaElement>(editor, 'Mensagem de saudação')
    fireEvent.change(greeting, { target: { value: 'Oi, ' } })
    const item = greeting.closest('.ant-form-item') as HTMLElement
    fireEvent.click(within(item).getByRole('button', { name: 'Inserir Primeiro nome' }))
    expect(greeting.value).toContain('{{')
    await waitFor(() => expect(box.textContent).toContain('Oi, Maria'))
  })

  it('asks for nothing but a name, and says what is wrong with it', async () => {
    const { editor } = await open(/Adicionar conexão/)
    fireEvent.click(editor.getByRole('button', { name: 'Adicionar' }))
    expect(await editor.findByText('Obrigatório')).toBeDefined()
    fireEvent.change(field(editor, 'Nome'), { target: { value: 'A' } })
    expect(await editor.findByText('Muito curto!')).toBeDefined()
    fireEvent.change(field(editor, 'Nome'), { target: { value: 'x'.repeat(51) } })
    expect(await editor.findByText('Muito longo!')).toBeDefined()
    fireEvent.change(field(editor, 'Nome'), { target: { value: 'Nova' } })
    fireEvent.click(editor.getByRole('button', { name: 'Adicionar' }))
    await waitFor(() => expect(sent('whatsapps.create')).toHaveLength(1))
  })

  it.each([
    ['ERR_WAPP_NAME_TAKEN', /Já existe uma conexão com este nome/],
    ['ERR_WAPP_GREETING_REQUIRED', /saudação/i],
    ['ERR_NO_OTHER_WHATSAPP', /padrão/i],
  ])('says on the field what %s means and stays', async (code, words) => {
    const { editor } = await open(/Editar Matriz/)
    refusal = refused(code)
    fireEvent.change(field(editor, 'Nome'), { target: { value: 'Matriz 2' } })
    fireEvent.click(editor.getByRole('button', { name: 'Salvar' }))
    const alert = await editor.findAllByText(words)
    expect(alert.some(one => one.closest('.ant-form-item-explain-error'))).toBe(true)
  })

  it('names the limit of the plan', async () => {
    const { editor } = await open(/Adicionar conexão/)
    refusal = refused('ERR_PLAN_LIMIT', 400, { what: 'connections', limit: 2 })
    fireEvent.change(field(editor, 'Nome'), { target: { value: 'Terceira' } })
    fireEvent.click(editor.getByRole('button', { name: 'Adicionar' }))
    expect(await editor.findByText(/O plano permite no máximo 2 conexão/)).toBeDefined()
  })

  it('hides the token, shows it, copies it, and renews it after a question', async () => {
    const { editor } = await open(/Editar Matriz/)
    const token = field<HTMLInputElement>(editor, 'Token da API de mensagens')
    expect([token.type, token.value]).toEqual(['password', 'segredo-1'])
    fireEvent.click(editor.getByRole('button', { name: 'Mostrar token' }))
    expect(token.type).toBe('text')
    fireEvent.click(editor.getByRole('button', { name: 'Ocultar token' }))
    expect(token.type).toBe('password')
    const copied: string[] = []
    vi.stubGlobal(
      'navigator',
      Object.assign(Object.create(navigator), {
        clipboard: { writeText: async (text: string) => void copied.push(text) },
      }),
    )
    fireEvent.click(editor.getByRole('button', { name: 'Copiar token' }))
    expect(copied).toEqual(['segredo-1'])
    fireEvent.click(editor.getByRole('button', { name: 'Renovar token' }))
    expect(sent('whatsapps.renewToken')).toHaveLength(0)
    const question = await screen.findByRole('dialog', { name: 'Renovar o token?' })
    fireEvent.click(within(question).getByRole('button', { name: 'Renovar token' }))
    await waitFor(() => expect(token.value).toBe('segredo-2'))
  })

  it('offers no token and no prompt that the plan leaves out, and names what is missing', async () => {
    const { editor } = await open(/Editar Matriz/, { useOpenAi: false, useExternalApi: false })
    expect(editor.getByRole<HTMLButtonElement>('button', { name: 'Renovar token' }).disabled).toBe(true)
    expect(editor.getByText('O plano da empresa não inclui a API de mensagens.')).toBeDefined()
    expect(field<HTMLInputElement>(editor, 'Prompt de IA').disabled).toBe(true)
    expect(editor.getByText('O plano da empresa não inclui prompts de IA.')).toBeDefined()
    expect(sent('prompts.list')).toHaveLength(0)
  })

  it('says what another admin changed meanwhile, and loses nothing typed', async () => {
    const { editor } = await open(/Editar Matriz/)
    fireEvent.change(field(editor, 'Nome'), { target: { value: 'Minha' } })
    seq += 1
    await act(async () => {
      const whatsapp = { ...lines[0], name: 'Dela', ratingMessage: 'Que nota?' }
      receiveFeed({
        events: [{ seq, event: { channel: 'whatsapp', data: { action: 'update', whatsapp } } as FeedEvent }],
      })
      flushFeed()
    })
    expect(await editor.findByText(/Outra pessoa alterou este registro/)).toBeDefined()
    expect(field<HTMLInputElement>(editor, 'Nome').value).toBe('Minha')
    fireEvent.click(editor.getByRole('button', { name: 'Manter o meu' }))
    // What nobody typed in here follows, so that saving does not put it back.
    expect(field<HTMLTextAreaElement>(editor, 'Mensagem de avaliação').value).toBe('Que nota?')
    fireEvent.click(editor.getByRole('button', { name: 'Salvar' }))
    await waitFor(() =>
      expect(sent('whatsapps.update')).toEqual([{ params: { id: 1 }, body: { name: 'Minha' } }]),
    )
    expect(useToastList.getState().toasts.map(toast => toast.text)).toContain(
      'Operação realizada com sucesso!',
    )
  })
})
