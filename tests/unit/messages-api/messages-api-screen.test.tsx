// @vitest-environment jsdom

import {
  type FeedEvent,
  type Webhook,
  type WebhookDelivery,
  webhookDelivery,
  webhook as webhookSchema,
  whatsapp as whatsappSchema,
} from '@contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { MessagesApiScreen } from '@/features/messages-api'
import { flushFeed, receiveFeed } from '@/stores/feed'
import { useServers } from '@/stores/servers'
import { useToastList } from '@/stores/toasts'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const AT = '2026-11-22T12:00:00.000Z'
const hook = (id: number, over: object = {}): Webhook =>
  webhookSchema.parse({
    id,
    name: `Loja ${id}`,
    url: `https://loja${id}.example/turno`,
    messages: true,
    active: true,
    createdAt: AT,
    ...over,
  })
const told = (id: number, over: object = {}): WebhookDelivery =>
  webhookDelivery.parse({
    id,
    webhookId: 1,
    event: 'message.created',
    status: 'delivered',
    attempts: 1,
    answerStatus: 200,
    durationMs: 41,
    createdAt: AT,
    ...over,
  })
let hooks: Webhook[] = []
let log: WebhookDelivery[] = []
const answers: Record<string, (options: { body?: object; params?: { id: number } }) => unknown> = {}
const sent = (name: string) =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options)

let seq = 0
const hears = (event: FeedEvent): void => {
  act(() => {
    receiveFeed({ events: [{ seq: ++seq, event }] })
    flushFeed()
  })
}

async function open(): Promise<void> {
  await openScreen(<MessagesApiScreen />, { user: { id: 1 } })
  await screen.findByRole('heading', { name: 'Documentação para envio de mensagens' })
}
const openWebhooks = async (): Promise<void> => {
  await open()
  await userEvent.click(screen.getByRole('tab', { name: 'Webhooks' }))
}
const copied: string[] = []

beforeEach(() => {
  copied.length = 0
  call.mockReset()
  for (const name of Object.keys(answers)) delete answers[name]
  hooks = []
  log = []
  call.mockImplementation(async (name: string, options: { body?: object } = {}) => {
    const own = answers[name]
    if (own) return own(options)
    if (name === 'externalApi.address') return { address: 'http://127.0.0.1:8080/api' }
    if (name === 'whatsapps.list')
      return [
        whatsappSchema.parse({ id: 1, name: 'Matriz', status: 'CONNECTED', token: 'segredo-da-matriz' }),
      ]
    if (name === 'webhooks.list') return hooks
    if (name === 'deliveries.list') return { records: log, count: log.length, hasMore: false }
    return null
  })
})

const toastTexts = (): string[] => useToastList.getState().toasts.map(({ text }) => text)
/** jsdom has no clipboard. */
const copies = (): void => {
  const writeText = async (text: string): Promise<void> => void copied.push(text)
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
}

describe('sending', () => {
  it('really sends with the token of the connection that was chosen, and shows status, time and answer', async () => {
    answers['externalApi.send'] = () => ({
      mensagem: 'Mensagem enviada',
      messageIds: ['3EB0'],
      ticketId: 7,
      contactId: 3,
    })
    await open()
    const [text] = screen.getAllByRole('region', { name: '1. Mensagens de texto' })
    const box = within(text as HTMLElement)
    const token = box.getByLabelText('Token cadastrado')
    expect(token).toHaveProperty('type', 'password')
    await userEvent.type(token, 'meu-token')
    await userEvent.type(box.getByLabelText('Número'), '5511944440001')
    await userEvent.type(box.getByLabelText('Mensagem'), "Olá, d'Ávila")
    await userEvent.click(box.getByRole('button', { name: 'Enviar' }))
    expect(await box.findByText(/^200 · \d+ ms$/)).toBeDefined()
    expect(box.getByText(/"messageIds"/)).toBeDefined()
    expect(toastTexts()).toContain('Mensagem enviada com sucesso')
    expect(sent('externalApi.send')).toMatchObject([
      {
        body: { number: '5511944440001', body: "Olá, d'Ávila" },
        headers: {
          'x-connection-token': 'meu-token',
          'idempotency-key': expect.stringMatching(/^[\w-]{36}$/),
        },
      },
    ])
    // The example is the same call; the token stays hidden until it is asked for, and is copied along.
    const code = () => screen.getAllByRole('tabpanel').map(panel => panel.textContent ?? '')
    expect(
      code().some(
        shown => shown.includes('5511944440001') && shown.includes('http://127.0.0.1:8080/api/messages/send'),
      ),
    ).toBe(true)
    expect(code().join()).not.toContain('meu-token')
    copies()
    await userEvent.click(screen.getAllByRole('button', { name: 'Copiar o exemplo' })[0] as HTMLElement)
    expect(copied[0]).toContain('Bearer meu-token')
    await userEvent.click(box.getByRole('button', { name: 'Mostrar o token' }))
    expect(code().join()).toContain('Bearer meu-token')
  })

  it('sends a file as medias, and says what the server refused by its code', async () => {
    answers['externalApi.send'] = () => {
      throw new ApiError('refused', 'ERR_API_TOKEN', '', 401)
    }
    await open()
    const [media] = screen.getAllByRole('region', { name: '2. Mensagens de mídia' })
    const box = within(media as HTMLElement)
    await userEvent.type(box.getByLabelText('Token cadastrado'), 'errado')
    await userEvent.type(box.getByLabelText('Número'), '5511944440001')
    await userEvent.type(box.getByLabelText('Mensagem'), 'O boleto')
    const file = new File(['x'], 'boleto.pdf', { type: 'application/pdf' })
    await userEvent.upload(
      (media as HTMLElement).querySelector('input[type="file"]') as HTMLInputElement,
      file,
    )
    await userEvent.click(box.getByRole('button', { name: 'Enviar' }))
    expect(await box.findByText(/^401 · \d+ ms$/)).toBeDefined()
    expect(box.getByText(/^ERR_API_TOKEN/)).toBeDefined()
    expect(sent('externalApi.send')).toMatchObject([{ files: [file], body: { body: 'O boleto' } }])
  })
})

describe('webhooks', () => {
  it('are explained while there is none; a new one shows its secret once, and the code that checks by it', async () => {
    answers['webhooks.create'] = ({ body }) => {
      hooks = [hook(1, body)]
      return { ...hooks[0], secret: 'whsec_abc' }
    }
    await openWebhooks()
    expect(await screen.findByText('Nenhum webhook ainda')).toBeDefined()
    await userEvent.click(screen.getAllByRole('button', { name: 'Adicionar webhook' })[0] as HTMLElement)
    const dialog = await screen.findByRole('dialog')
    const box = within(dialog)
    await userEvent.type(box.getByLabelText('Nome'), 'Loja')
    await userEvent.click(box.getByLabelText('Mensagens'))
    await userEvent.type(box.getByLabelText('Endereço'), 'https://loja.example/turno')
    await userEvent.click(box.getByRole('button', { name: 'Adicionar' }))
    expect(await box.findByText('Escolha ao menos um evento')).toBeDefined()
    await userEvent.click(box.getByLabelText('Mudanças de tickets'))
    await userEvent.click(box.getByRole('button', { name: 'Adicionar' }))
    expect(await screen.findByText('whsec_abc')).toBeDefined()
    expect(sent('webhooks.create')).toEqual([
      {
        body: {
          name: 'Loja',
          url: 'https://loja.example/turno',
          messages: false,
          acks: false,
          tickets: true,
          active: true,
        },
      },
    ])
    expect(screen.getByText(/createHmac\('sha256', secret\)/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Guardei o segredo' }))
    await waitFor(() => expect(screen.queryByText('whsec_abc')).toBeNull())
    expect(await screen.findByText('https://loja.example/turno')).toBeDefined()
  })

  it('are tested, switched off, and say so when the server gave one up', async () => {
    hooks = [hook(1)]
    answers['webhooks.test'] = () => ({ ...told(9, { event: 'ping' }), payload: '{}', answer: 'ok' })
    answers['webhooks.update'] = () => hooks[0]
    await openWebhooks()
    await userEvent.click(
      await screen.findByRole('button', { name: 'Enviar um evento de teste para Loja 1' }),
    )
    await waitFor(() => expect(toastTexts()).toContain('O teste chegou: 200 em 41 ms'))
    answers['webhooks.test'] = () => ({
      ...told(10, { event: 'ping', status: 'failed', answerStatus: null, failure: 'ECONNREFUSED' }),
      payload: '{}',
      answer: '',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Enviar um evento de teste para Loja 1' }))
    await waitFor(() => expect(toastTexts()).toContain('O teste não chegou: ninguém atende nesse endereço'))
    await userEvent.click(screen.getByRole('switch', { name: 'Desligar Loja 1' }))
    await waitFor(() =>
      expect(sent('webhooks.update')).toMatchObject([{ body: { active: false, messages: true } }]),
    )
    hooks = [hook(1, { active: false, gaveUp: true })]
    hears({ channel: 'webhook', data: { action: 'update', webhook: hooks[0] as Webhook } })
    expect(await screen.findByText(/^Loja 1 foi desligado: nada chegou a ele por um dia/)).toBeDefined()
  })

  it('show in the log what was sent and answered, follow it live, and send again', async () => {
    hooks = [hook(1)]
    log = [
      told(5, { status: 'failed', attempts: 11, answerStatus: 503 }),
      told(4, { event: 'ticket.updated' }),
    ]
    const detail = { payload: '{"id":5,"event":"message.created"}', answer: 'fora do ar' }
    answers['deliveries.get'] = () => ({ ...log[0], ...detail })
    answers['deliveries.resend'] = () => ({ ...told(5, { attempts: 12 }), ...detail, answer: 'ok' })
    await openWebhooks()
    expect(await screen.findByText('Ticket alterado')).toBeDefined()
    expect(screen.getByText('2 entregas')).toBeDefined()
    await userEvent.click(screen.getByText('Falhou'))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText('fora do ar')).toBeDefined()
    expect(within(dialog).getByText(/"event": "message.created"/)).toBeDefined()
    await userEvent.click(within(dialog).getByRole('button', { name: /Enviar de novo/ }))
    await waitFor(() => expect(toastTexts()).toContain('Entregue: 200'))
    expect(sent('deliveries.resend')).toEqual([{ params: { id: 5 } }])
    log = [told(6, { event: 'message.ack' }), ...log]
    hears({ channel: 'webhook', data: { action: 'deliveries', webhookId: 1 } })
    expect(await screen.findByText('Confirmação')).toBeDefined()
  })

  it('are not offered where the server has none', async () => {
    const facts = {
      version: '',
      adapter: 'legacy' as const,
      capabilities: { webhooks: 'missing', describedApi: 'missing' },
    }
    useServers.setState({
      state: {
        current: 'https://velho.example',
        locked: false,
        servers: [{ key: 'https://velho.example', address: 'https://velho.example' }],
        facts,
        clockOffsetMs: 0,
      } as never,
    })
    await open()
    expect(screen.getAllByText('https://velho.example/api/messages/send').length).toBeGreaterThan(0)
    expect(screen.queryByText(/Idempotency-Key/)).toBeNull()
    await userEvent.click(screen.getByRole('tab', { name: 'Webhooks' }))
    expect(screen.getByText('Este servidor não avisa outros programas do que acontece.')).toBeDefined()
    expect(sent('webhooks.list')).toEqual([])
  })

  it('name the address the API was found at, not the one people know', async () => {
    const facts = { version: '', adapter: 'turno' as const, capabilities: { describedApi: 'native' } }
    const found = { key: 'k', address: 'https://casa.example/', api: 'https://casa.example/api/' }
    const state = { current: 'k', locked: false, servers: [found], facts, clockOffsetMs: 0 }
    useServers.setState({ state: state as never })
    await open()
    expect(screen.getAllByText('https://casa.example/api/messages/send').length).toBeGreaterThan(0)
    expect(screen.getByText('https://casa.example/api/openapi.json')).toBeDefined()
  })
})
