// @vitest-environment jsdom
import { type FeedEvent, type Whatsapp, whatsapp as whatsappSchema } from '@contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConnectionsScreen } from '@/features/connections'
import { phaseOf } from '@/features/connections/qr-dialog'
import { furtherActions } from '@/features/connections/status'
import { WebNotice } from '@/features/connections/web-notice'
import { flushFeed, receiveFeed } from '@/stores/feed'
import { useToastList } from '@/stores/toasts'
import { openScreen, said } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const line = (id: number, name: string, over: object = {}): Whatsapp =>
  whatsappSchema.parse({
    id,
    name,
    status: 'CONNECTED',
    number: `551198765432${id}`,
    updatedAt: '2026-03-04T15:05:00.000Z',
    token: 'segredo',
    ...over,
  })
let lines: Whatsapp[] = []
let seq = 0
/** A live event, as main delivers it. */
const live = (event: FeedEvent): Promise<void> =>
  act(async () => {
    seq += 1
    receiveFeed({ events: [{ seq, event }] })
    flushFeed()
  })

async function open(profile = 'admin') {
  await openScreen(<ConnectionsScreen />, { user: { profile } })
  await screen.findAllByText(/Matriz/)
}

beforeEach(() => {
  lines = [line(1, 'Matriz', { isDefault: true }), line(2, 'Filial')]
  call.mockImplementation(async (name: string) => {
    if (name === 'whatsapps.list') return lines
    if (name === 'whatsapps.traffic')
      return [{ whatsappId: 1, incoming: Array(24).fill(2), outgoing: Array(24).fill(1) }]
    if (name === 'whatsapps.tickets') return { open: 2, pending: 1, closed: 9 }
    if (['queues.list', 'settings.list', 'whatsapps.pairByCode'].includes(name)) return []
    return null
  })
})
afterEach(() => {
  vi.useRealTimers()
  call.mockClear()
})

/** Some calls are answered in another way. */
function answering(others: Record<string, (given: { query: { by: string } }) => unknown>): void {
  const usual = call.getMockImplementation()
  call.mockImplementation(async (name: string, given: { query: { by: string } }) =>
    (others[name] ?? (() => usual?.(name, given)))(given),
  )
}
const sent = (name: string): unknown[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options)
const rowsShown = () => screen.getAllByRole('row').slice(1)
const session = (id: number, over: object): Promise<void> =>
  live({
    channel: 'whatsappSession',
    data: { action: 'update', session: { ...lines.find(one => one.id === id), ...over } },
  } as FeedEvent)

describe('the connections screen', () => {
  it('says of two connected ones that they have one number, with the ninth digit or without', async () => {
    lines = [
      line(1, 'Matriz'),
      line(2, 'Filial', { number: '551187654321' }),
      line(3, 'Loja', { status: 'qrcode' }),
    ]
    for (const one of [lines[0], lines[2]]) if (one) one.number = '5511987654321'
    await open()
    expect(screen.getByText(/O mesmo número de Filial/)).toBeTruthy()
    expect(screen.getByText(/O mesmo número de Matriz/)).toBeTruthy()
    expect(screen.queryByText(/O mesmo número de Loja/)).toBeNull()
  })

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
    const statusSince = new Date(Date.now() - 3.1 * 86_400_000).toISOString()
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
    expect(
      await screen.findByRole('img', { name: 'Últimas 24 h. Recebidas: 48. Enviadas: 24.' }),
    ).toBeDefined()
    expect(screen.getAllByText('04/03/26 12:05')).toHaveLength(2)
    expect(screen.getByText('Padrão')).toBeDefined()
  })

  it.each([
    ['2027-11-03', false],
    ['2027-11-05', true],
  ])('tells of the end of Meta’s version a year ahead: on %s %s', async (day, tells) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(new Date(`${day}T12:00:00Z`))
    const version = { name: 'v26.0', endsOn: '2028-11-04' }
    answering({ 'whatsapps.cloudUse': () => ({ version, numbers: [] }) })
    lines = [line(1, 'Matriz', { provider: 'cloud' })]
    await open()
    await waitFor(() => expect(sent('whatsapps.cloudUse')).toHaveLength(1))
    const told = 'A versão v26.0 da API da Meta termina em 04/11/2028'
    expect(screen.queryAllByText(told)).toHaveLength(tells ? 1 : 0)
  })

  it('tells what a number of Meta’s used of its free messages, warns near their end, and shows the costs', async () => {
    const figures = (free: number, charged: number) => ({
      free,
      charged,
      amount: charged * 0.035,
      missing: 0,
    })
    const rowsBy: Record<string, object[]> = {
      connection: [{ key: '1', name: 'Matriz', figures: figures(810, 1_000) }],
      queue: [
        { key: '0', name: '', figures: figures(0, 1_000) },
        { key: '4', name: 'Vendas', figures: figures(810, 0) },
      ],
    }
    const rates = { currency: 'BRL', service: 35, utility: null, marketing: null, authentication: null }
    const costs = (by: string) => ({ rows: rowsBy[by], total: figures(810, 1_000), rates })
    const version = { name: 'v26.0', endsOn: '9999-01-01' }
    const numbers = [{ whatsappId: 1, service: 810, charged: 3 }]
    answering({
      'whatsapps.cloudUse': () => ({ version, numbers }),
      'reports.costs': ({ query }) => costs(query.by),
    })
    const locked = line(2, 'Filial', { newChats: { state: 'locked', until: '2099-01-01T00:00:00.000Z' } })
    lines = [line(1, 'Matriz', { provider: 'cloud', statusReason: 'unpaid' }), locked]
    await open()
    expect(await screen.findByText('810 de 1.000 grátis')).toBeDefined()
    expect(screen.getByText('3 cobradas')).toBeDefined()
    expect(screen.getByText('Matriz: 810 de 1.000 mensagens grátis usadas neste mês')).toBeDefined()
    // A row has no room for what to do, and until when.
    const told = screen.getAllByRole('alert').map(one => one.textContent)
    expect(told).toContainEqual(expect.stringMatching(/^Matriz.*Cadastre uma forma de pagamento/))
    expect(told).toContainEqual(expect.stringMatching(/^Filial.*não deixa este número escrever/))
    await userEvent.click(screen.getByRole('button', { name: 'Custo das mensagens' }))
    const dialog = await screen.findByRole('dialog')
    const matriz = await within(dialog).findByRole('row', { name: /Matriz/ })
    expect(matriz.textContent).toMatch(/8101\.000≈ R\$\s35,00/)
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'Separar por' }))
    await userEvent.click(await screen.findByText('Fila'))
    expect((await within(dialog).findByRole('row', { name: /Vendas/ })).textContent).toContain('8100')
    expect(within(dialog).getByRole('row', { name: /Sem fila/ }).textContent).toContain('01.000')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Tabela de preços' }))
    const service = await screen.findByRole('spinbutton', { name: 'Atendimento' })
    await userEvent.clear(service)
    await userEvent.type(service, '40,5')
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    await waitFor(() =>
      expect(sent('whatsapps.saveCloudRates')).toEqual([{ body: { ...rates, service: 40.5 } }]),
    )
  })

  it('restarts with the words of the specification', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Reiniciar conexões' }))
    // Live numbers go off for a moment: nobody does that by a slip of the pointer.
    const question = await screen.findByRole('dialog')
    expect(sent('whatsapps.restart')).toHaveLength(0)
    expect(question.textContent).toMatch(/conectados? fica/)
    await userEvent.click(within(question).getByRole('button', { name: 'Reiniciar conexões' }))
    await waitFor(() => expect(sent('whatsapps.restart')).toHaveLength(1))
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
    expect(question.textContent).toContain('Deseja realmente excluir esse registro?\nMatriz\n')
    expect(question.textContent).toContain('3 tickets abertos ou em espera ficam sem número')
    expect(question.textContent).toContain('9 tickets resolvidos são mantidos.')
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
    // The clock goes on when it is told to, however long the screen takes to open.
    vi.useFakeTimers({ toFake: ['Date'] })
    lines = [line(1, 'Matriz', { ...code(15_000), number: null })]
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'QR Code: Matriz' }))
    const drawn = () => screen.getByRole('img', { name: 'Código QR de Matriz' }).innerHTML
    const first = drawn()
    expect(screen.getByRole('timer').textContent).toMatch(/Novo código em 15 s/)
    vi.setSystemTime(Date.now() + 3_000)
    await waitFor(() => expect(screen.getByRole('timer').textContent).toMatch(/Novo código em 12 s/))
    await session(1, code(20_000))
    expect(drawn()).not.toBe(first)
    await session(1, { status: 'PAIRING', qrcode: '', qrcodeUntil: null })
    expect(screen.getByText('Código lido. Pareando…')).toBeDefined()
    await session(1, { status: 'CONNECTED', qrcode: '', number: '5511987654321' })
    const dialog = screen.getByRole('dialog')
    expect(within(dialog).getByText('Pronto! Número conectado')).toBeDefined()
    expect(within(dialog).getByText('+55 (11) 98765-4321')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('closes with a word when the code ended and nobody paired', async () => {
    lines = [line(1, 'Matriz', code(15_000))]
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'QR Code: Matriz' }))
    await session(1, { status: 'TIMEOUT', statusReason: 'codeExpired', qrcode: '', qrcodeUntil: null })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(said()).toEqual(['A leitura de Matriz terminou sem conectar.'])
  })

  it('stays and says what the phone may have asked for when a second code just ended', async () => {
    lines = [line(1, 'Matriz', code(15_000))]
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'QR Code: Matriz' }))
    await session(1, { status: 'DISCONNECTED', statusReason: 'passkey', qrcode: '', qrcodeUntil: null })
    expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toContain('chave de acesso')
    expect(said()).toEqual([])
  })

  it('waits for a connection that was added a moment ago and is not heard of yet', () => {
    expect(phaseOf(undefined, false)).toBe('waiting')
    expect(phaseOf(undefined, true)).toBe('ended')
  })
})

const PAIRED = ['text', 'pairingQr', 'pairingCode']
const celular = (over: object = {}): Whatsapp =>
  line(1, 'Celular', { status: 'qrcode', qrcode: '2@abc', capabilities: PAIRED, ...over })
async function openCode(): Promise<void> {
  await openScreen(<ConnectionsScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'QR Code: Celular' }))
  await screen.findByRole('dialog', { name: 'Conectar Celular' })
}

describe('pairing without a camera', () => {
  beforeEach(() => {
    lines = [celular()]
  })

  it('asks for the phone’s number, refuses one that is none, and shows the code large until it is paired', async () => {
    await openCode()
    await userEvent.click(screen.getByRole('button', { name: 'Sem câmera? Conectar com um código' }))
    const phone = screen.getByLabelText('Número do celular, com país e DDD')
    expect(document.activeElement).toBe(phone)
    await userEvent.type(phone, '123{Enter}')
    expect(await screen.findByText('Escreva o número com país e DDD.')).toBeDefined()
    expect(sent('whatsapps.pairByCode')).toEqual([])
    await userEvent.clear(phone)
    await userEvent.type(phone, '+55 11 98765-4321{Enter}')
    await waitFor(() =>
      expect(sent('whatsapps.pairByCode')).toEqual([{ params: { id: 1 }, body: { phone: '5511987654321' } }]),
    )
    await session(1, { status: 'PAIRING', qrcode: 'TURN2026' })
    const code = await screen.findByRole('status', { name: 'Código de Celular' })
    expect(code.textContent).toBe('TURN-2026')
    await session(1, { status: 'PAIRING', qrcode: '' })
    expect(screen.queryByRole('status', { name: 'Código de Celular' })).toBeNull()
    await session(1, { status: 'CONNECTED', qrcode: '', number: '5511987654321' })
    expect(await screen.findByText('Pronto! Número conectado')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Gerar código' })).toBeNull()
  })

  it.each([
    ['cannot', ['text', 'pairingQr']],
    ['does not say what it can', null],
  ])('is not offered for a number that %s', async (_name, capabilities) => {
    lines = [celular({ capabilities })]
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
