// @vitest-environment jsdom
import { type FeedEvent, type Whatsapp, whatsapp as whatsappSchema } from '@contract'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { Providers } from '@/app/providers'
import { ConnectionsScreen } from '@/features/connections'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { startPreferences, stopPreferences } from '@/stores/preferences'
import { queuesDirectory } from '@/stores/queues'
import { startSession, stopSession } from '@/stores/session'
import { settingsDirectory } from '@/stores/settings'
import { toasts, useToastList } from '@/stores/toasts'
import { whatsappsDirectory } from '@/stores/whatsapps'
import { aUser, fakeBridge, installBridge } from '../support/fake-bridge'
import { withLayout } from '../support/jsdom'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const line = (id: number, name: string, over: object = {}): Whatsapp =>
  whatsappSchema.parse({
    id,
    name,
    status: 'CONNECTED',
    number: '5511987654321',
    updatedAt: '2026-03-04T15:05:00.000Z',
    token: 'segredo',
    ...over,
  })
let lines: Whatsapp[] = []
let refusal: ApiError | null = null
let seq = 0
/** A live event, as main delivers it. */
const live = (event: FeedEvent): Promise<void> =>
  act(async () => {
    seq += 1
    receiveFeed({ events: [{ seq, event }] })
    flushFeed()
  })

async function open(profile = 'admin') {
  const fake = fakeBridge({ user: aUser({ profile }) })
  installBridge(fake)
  await Promise.all([startSession(fake.bridge), startPreferences(fake.bridge)])
  const router = createMemoryRouter([{ path: '*', element: <ConnectionsScreen /> }])
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  await screen.findAllByText(/Matriz/)
}

beforeEach(() => {
  withLayout()
  refusal = null
  lines = [line(1, 'Matriz', { isDefault: true }), line(2, 'Filial')]
  call.mockImplementation(async (name: string, options: { params?: { id: number } } = {}) => {
    if (name === 'whatsapps.list') return lines
    if (name === 'whatsapps.traffic')
      return [{ whatsappId: 1, incoming: Array(24).fill(2), outgoing: Array(24).fill(1) }]
    if (name === 'whatsapps.get') return lines.find(one => one.id === options.params?.id)
    if (name === 'whatsapps.tickets') return { open: 2, pending: 1, closed: 9 }
    if (name === 'whatsapps.renewToken') return { ...lines[0], token: 'novo-segredo' }
    if (name === 'queues.list' || name === 'settings.list') return []
    if (refusal) throw refusal
    return name === 'whatsapps.create' ? line(9, 'Nova', { status: 'OPENING' }) : null
  })
})
afterEach(() => {
  stopSession()
  stopPreferences()
  for (const directory of [whatsappsDirectory, queuesDirectory, settingsDirectory]) directory.reset()
  toasts.clear()
  call.mockClear()
  resetFeed()
  seq = 0
})

const sent = (name: string): unknown[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options)
const said = (): string[] => useToastList.getState().toasts.map(toast => toast.text)
const rowsShown = () => screen.getAllByRole('row').slice(1)
const session = (id: number, over: object): Promise<void> =>
  live({
    channel: 'whatsappSession',
    data: { action: 'update', session: { ...lines.find(one => one.id === id), ...over } },
  } as FeedEvent)

describe('the connections screen', () => {
  it('gives each status exactly the buttons of the specification’s table', async () => {
    const buttons = {
      qrcode: ['QR Code'],
      DISCONNECTED: ['Tentar novamente', 'Novo QR'],
      CONNECTED: ['Desconectar'],
      PAIRING: ['Desconectar'],
      TIMEOUT: ['Desconectar'],
      OPENING: ['Conectando'],
    }
    lines = Object.keys(buttons).map((status, at) => line(at + 1, `Matriz ${status}`, { status }))
    await open()
    for (const [status, expected] of Object.entries(buttons)) {
      const row = rowsShown().find(one => one.textContent?.includes(`Matriz ${status}`))
      const found = within(row as HTMLElement)
        .getAllByRole('button')
        .map(button => button.textContent)
        .filter(Boolean)
      expect(found, status).toEqual(expected)
    }
    const busy = screen.getByRole('button', { name: 'Conectando: Matriz OPENING' })
    expect(busy).toHaveProperty('disabled', true)
  })

  it('puts a broken one first, says since when, why and what to do, and takes what was lost back when it returns', async () => {
    await open()
    expect(rowsShown()[0]?.textContent).toContain('Matriz')
    const statusSince = new Date(Date.now() - 3 * 86_400_000).toISOString()
    await session(2, { status: 'TIMEOUT', statusReason: 'codeExpired', statusSince })
    const [first] = rowsShown()
    expect(first?.textContent).toContain('Filial')
    expect(first?.textContent).toContain('há 3 dias')
    expect(first?.textContent).toContain('Ninguém leu o código a tempo. Desconecte e gere um novo QR.')
    await session(2, { status: 'CONNECTED', statusReason: '', statusSince })
    expect(rowsShown()[0]?.textContent).toContain('Matriz')
  })

  it('shows the last day and the last update as the specification writes it', async () => {
    await open()
    expect(await screen.findByRole('img', { name: 'Últimas 24 h: 48 recebidas, 24 enviadas' })).toBeDefined()
    expect(screen.getAllByText(/^04\/03\/26 \d\d:05$/)).toHaveLength(2)
    expect(screen.getByText('Padrão')).toBeDefined()
  })

  it('restarts with the words of the specification', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Reiniciar conexões' }))
    expect(sent('whatsapps.restart')).toHaveLength(1)
    expect(useToastList.getState().toasts).toMatchObject([
      { tone: 'warning', text: 'Aguarde... reiniciando...' },
    ])
  })

  it('offers nothing that its rules refuse', async () => {
    await open('user')
    for (const name of [/Adicionar/, /Reiniciar/, /Desconectar/, /^Editar/, /^Excluir/])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(sent('whatsapps.traffic')).toEqual([])
  })

  it('says what becomes of the conversations before it deletes', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Excluir Matriz' }))
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('Exclusão de Registro')
    expect(question.textContent).toContain('3 conversas em aberto ou em espera ficam sem número')
    expect(question.textContent).toContain('9 conversas encerradas são mantidas.')
    expect(question.textContent).toContain('Outra conexão passa a ser a padrão.')
    await userEvent.click(within(question).getByRole('button', { name: 'Excluir Matriz' }))
    await waitFor(() => expect(sent('whatsapps.remove')).toEqual([{ params: { id: 1 } }]))
  })
})

describe('the QR dialog', () => {
  const code = (until: number) => ({
    status: 'qrcode',
    qrcode: `2@${until}`,
    qrcodeUntil: new Date(Date.now() + until).toISOString(),
    updatedAt: new Date().toISOString(),
  })

  it('draws the live code, counts down to the next, and closes by itself after it worked', async () => {
    lines = [line(1, 'Matriz', { ...code(15_000), number: null })]
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'QR Code: Matriz' }))
    const drawn = () => screen.getByRole('img', { name: 'Código QR de Matriz' }).innerHTML
    const first = drawn()
    expect(screen.getByRole('timer').textContent).toMatch(/Novo código em 1[45] s/)
    await session(1, code(20_000))
    expect(drawn()).not.toBe(first)
    await session(1, { status: 'PAIRING', qrcode: '', qrcodeUntil: null })
    expect(screen.getByText('Código lido. Pareando…')).toBeDefined()
    await session(1, { status: 'CONNECTED', qrcode: '', number: '5511987654321' })
    const dialog = screen.getByRole('dialog')
    expect(within(dialog).getByText('Pronto! Número conectado')).toBeDefined()
    expect(within(dialog).getByText('+55 (11) 98765-4321')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 6_000 })
  })

  it('closes with a word when the code ended and nobody paired', async () => {
    lines = [line(1, 'Matriz', code(15_000))]
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'QR Code: Matriz' }))
    await session(1, { status: 'TIMEOUT', statusReason: 'codeExpired', qrcode: '', qrcodeUntil: null })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(said()).toEqual(['A leitura de Matriz terminou sem conectar.'])
  })

  it('says that a code renews itself where the server does not tell when', async () => {
    lines = [line(1, 'Matriz', { ...code(15_000), qrcodeUntil: null })]
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'QR Code: Matriz' }))
    expect(await screen.findByText('O código se renova sozinho.')).toBeDefined()
    expect(screen.queryByRole('timer')).toBeNull()
  })
})

describe('the connection editor', () => {
  const edit = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name: `Editar ${name}` }))
    return screen.findByRole('group', { name: `Editar ${name}` })
  }

  it('sends only what was changed, and lands a refusal on its field', async () => {
    await open()
    const editor = await edit('Matriz')
    const name = within(editor).getByLabelText('Nome')
    await userEvent.clear(name)
    await userEvent.type(name, 'Filial')
    refusal = new ApiError('refused', 'ERR_NO_OTHER_WHATSAPP', '', 400)
    await userEvent.keyboard('{Control>}s{/Control}')
    await waitFor(() => {
      const found = [...editor.querySelectorAll('.ant-form-item')].filter(one =>
        one.querySelector('.ant-form-item-explain-error'),
      )
      expect(found.map(one => one.querySelector('label')?.textContent)).toEqual([
        expect.stringContaining('Conexão padrão'),
      ])
    })
    expect(sent('whatsapps.update')[0]).toEqual({ params: { id: 1 }, body: { name: 'Filial' } })
  })

  it('hides the token, and renews it after a question', async () => {
    await open()
    const editor = await edit('Matriz')
    const token = within(editor).getByLabelText(/^Token/) as HTMLInputElement
    expect([token.type, token.value]).toEqual(['password', 'segredo'])
    await userEvent.click(within(editor).getByRole('button', { name: 'Mostrar token' }))
    expect(token.type).toBe('text')
    await userEvent.click(within(editor).getByRole('button', { name: 'Renovar token' }))
    const question = await screen.findByText('Renovar o token?')
    const asked = question.closest('[role=dialog]') as HTMLElement
    await userEvent.click(within(asked).getByRole('button', { name: 'Renovar token' }))
    await waitFor(() => expect(token.value).toBe('novo-segredo'))
    expect(sent('whatsapps.renewToken')).toEqual([{ params: { id: 1 } }])
  })

  it('shows a text as its customer reads it, variables filled', async () => {
    await open()
    const editor = await edit('Matriz')
    const closing = within(editor).getByLabelText('Mensagem de conclusão')
    await userEvent.type(closing, 'Até logo, ')
    const field = closing.closest('.ant-form-item') as HTMLElement
    await userEvent.click(within(field).getByRole('button', { name: 'Inserir Primeiro nome' }))
    expect((closing as HTMLTextAreaElement).value).toBe('Até logo, {{firstName}}')
    const moment = within(editor).getByRole('region', { name: 'Ao encerrar' })
    expect(moment.textContent).toContain('Até logo, Maria')
  })

  it('adds one with the defaults of the specification, leaves the token to the server, and shows its code', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar conexão' }))
    const editor = await screen.findByRole('group', { name: 'Nova conexão' })
    await userEvent.type(within(editor).getByLabelText('Nome'), 'Nova')
    lines = [...lines, line(9, 'Nova', { status: 'OPENING' })]
    await live({ channel: 'whatsapp', data: { action: 'create', whatsapp: lines[2] } } as FeedEvent)
    await userEvent.click(within(editor).getByRole('button', { name: 'Adicionar' }))
    expect(await screen.findByText('Buscando o código…')).toBeDefined()
    const [{ body }] = sent('whatsapps.create') as [{ body: Record<string, unknown> }]
    expect(body).toMatchObject({ name: 'Nova', provider: 'beta', maxUseBotQueues: 3, isDefault: false })
    expect(body).not.toHaveProperty('token')
  })
})
