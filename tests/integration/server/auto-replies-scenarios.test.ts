/**
 * Scenarios through the whole server as the people of a company see it: a customer talks to the AI and is handed
 * over; a customer fetches a bill. What is set up, is set up by an administrator's calls; what is seen, is heard on the
 * sockets and read by the calls of the agents' consoles.
 */
import type { Prompt, QueueIntegration } from '@contract'
import { HANDOVER_REASONS } from '@contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HANDING_OVER } from '../../../electron/server/automation/auto-replies/hand-over'
import { type ChatModelDouble, startChatModelDouble } from '../../support/chat-model-double'
import { BILL_PDF, IXC_TOKEN, type IxcDouble, startIxcDouble } from '../../support/ixc-double'
import { soon } from '../../support/soon'
import { type Harness, type Listener, startHarness } from './harness'

let h: Harness
let model: ChatModelDouble
let ixc: IxcDouble
beforeAll(async () => {
  model = await startChatModelDouble()
  ixc = await startIxcDouble()
  h = await startHarness()
  const root = await h.superOf(h.one)
  const body = { value: 'enabled' }
  await h.call(root, 'settings.update', { params: { key: 'localProviders' }, body })
})
afterAll(async () => {
  await h.close()
  await model.close()
  await ixc.close()
})

interface Bubble {
  id: string
  body: string
  fromMe: boolean
  mediaUrl: string | null
  mediaName: string | null
  ack: number
}
interface Ticket {
  id: number
  status: string
  queueId: number
  lastMessage: string
  handover: { note: string } | null
}

/** Bubbles a console has heard of, in their order. */
const bubbles = (console: Listener): Bubble[] =>
  console
    .of('appMessage')
    .filter(({ action }) => action === 'create')
    .map(({ message }) => message as Bubble)
const until = (console: Listener, count: number): Promise<Bubble[]> =>
  soon(() => {
    expect(bubbles(console).length).toBeGreaterThanOrEqual(count)
    return bubbles(console)
  })
const threadOf = async (who: Harness['one']['ana'], ticketId: number): Promise<Bubble[]> =>
  (await h.call<{ messages: Bubble[] }>(who, 'messages.list', { params: { ticketId } })).body.messages
const idOf = async (who: Harness['one']['ana']): Promise<number> => {
  const { body } = await h.call<{ tickets: Ticket[] }>(who, 'tickets.list', { query: { status: 'pending' } })
  return body.tickets[0]?.id ?? 0
}

it('a customer talks to the AI and is handed over', async () => {
  const { admin, ana, caio, suporte, vendas, whatsappId } = h.one
  const made = await h.call<Prompt>(admin, 'prompts.create', {
    body: {
      name: 'Padaria',
      prompt: 'Você atende os clientes da padaria Aurora e só fala de pães, bolos e horários.',
      apiKey: 'sk-da-padaria-01',
      baseUrl: model.url,
      queueId: vendas,
    },
  })
  const serves = await h.call(admin, 'queues.update', {
    params: { id: suporte },
    body: { promptId: made.body.id },
  })
  expect([made.status, serves.status]).toEqual([200, 200])
  const client = await h.connect(ana)
  const sales = await h.connect(caio)
  const number = '5511933331111'

  model.next.push({ kind: 'answer', text: 'Temos pão de queijo desde as 7h.' })
  await h.customer(h.one, number, 'Bom dia, tem pão de queijo?')
  const [question, answer] = await until(client, 2)
  expect([question, answer]).toMatchObject([
    { fromMe: false, body: 'Bom dia, tem pão de queijo?' },
    { fromMe: true, body: 'Temos pão de queijo desde as 7h.', mediaUrl: null },
  ])
  // It waits as before for a person, and its ticks come as with any other message.
  const ticketId = await idOf(ana)
  await h.running.sink.acks([{ whatsappId, messageId: answer?.id ?? '', ack: 4 }])
  expect((await threadOf(ana, ticketId)).map(({ body, ack }) => [body, ack])).toEqual([
    ['Bom dia, tem pão de queijo?', expect.any(Number)],
    ['Temos pão de queijo desde as 7h.', 4],
  ])
  expect(h.channel.sent.map(({ body, to }) => [body, to.number])).toEqual([
    ['Temos pão de queijo desde as 7h.', number],
  ])
  expect(bubbles(sales)).toEqual([])

  model.next.push({
    kind: 'answer',
    text: 'Ação: Transferir para o setor de atendimento. Já chamo a equipe de vendas!',
  })
  await h.customer(h.one, number, 'Quero encomendar um bolo para sábado')
  // The queue of the prompt has it now: it comes to the one console, with its last words, and leaves the other.
  expect((await until(sales, 1))[0]?.body).toBe('Já chamo a equipe de vendas!')
  const news = await sales.until(
    ({ event, payload }) =>
      event.endsWith('-ticket') && (payload.ticket as Ticket | undefined)?.queueId === vendas,
  )
  expect(news.payload.ticket).toMatchObject({ id: ticketId, status: 'pending' })
  const got = await h.call<Ticket>(caio, 'tickets.get', { params: { id: ticketId } })
  expect(got.body).toMatchObject({ queueId: vendas, handover: { note: HANDOVER_REASONS.model } })
  expect((await threadOf(caio, ticketId)).map(({ body, fromMe }) => [fromMe, body])).toEqual([
    [false, 'Bom dia, tem pão de queijo?'],
    [true, 'Temos pão de queijo desde as 7h.'],
    [false, 'Quero encomendar um bolo para sábado'],
    [true, 'Já chamo a equipe de vendas!'],
  ])

  await h.call(caio, 'tickets.update', {
    params: { id: ticketId },
    body: { status: 'open', userId: caio.id },
  })
  await h.customer(h.one, number, 'Oi, é comigo?')
  await h.call(caio, 'messages.send', { params: { ticketId }, body: { body: 'É sim! Qual sabor?' } })
  await sales.settled()
  // Nobody talks over a person, and no word of the AI comes twice.
  expect(model.asked).toHaveLength(2)
  expect((await threadOf(caio, ticketId)).slice(4).map(({ body }) => body)).toEqual([
    'Oi, é comigo?',
    'É sim! Qual sabor?',
  ])
  expect(h.channel.sent.map(({ body }) => body)).toHaveLength(3)
  const listed = await h.call<{ prompts: Prompt[] }>(admin, 'prompts.list')
  expect(listed.body.prompts[0]?.totalTokens).toBe(100)
  client.close()
  sales.close()
})

it('a customer fetches a bill', async () => {
  const { admin, ana, caio, suporte, vendas } = h.one
  h.channel.sent.length = 0
  const form = { ixcBaseUrl: ixc.url, ixcApiKey: IXC_TOKEN, ixcFallbackQueueId: vendas }
  const tested = await h.call(admin, 'integrations.test', { body: form })
  expect(tested.body).toMatchObject({ ok: true })
  const made = await h.call<QueueIntegration>(admin, 'integrations.create', {
    body: { name: 'Segunda via', ...form },
  })
  await h.call(admin, 'queues.update', {
    params: { id: suporte },
    body: { promptId: null, integrationId: made.body.id },
  })
  ixc.asked.length = 0
  const client = await h.connect(ana)
  const sales = await h.connect(caio)
  const number = '5511933332222'
  for (const customer of ixc.customers) customer.telefone_celular = '(11) 93333-2222'
  const say = (body: string) => h.customer(h.one, number, body)

  await say('oi, preciso do boleto')
  expect((await until(client, 2)).at(-1)?.body).toContain('CPF ou o CNPJ')
  await say('529.982.247-25')
  const list = (await until(client, 4)).at(-1)?.body ?? ''
  expect(list).toContain('Olá, Maria!')
  expect(list).toMatch(/\*1\* - R\$ 99,90[\s\S]*\*2\* - R\$ 129,90[\s\S]*\*D\*[\s\S]*\*0\*/)
  await say('1')
  const sent = (await until(client, 9)).slice(5)
  expect(sent.map(({ mediaName, body }) => mediaName ?? body)).toEqual([
    'fatura-2026-11-10.pdf',
    'Para pagar com Pix, copie o código da próxima mensagem:',
    '00020126PIX900',
    expect.stringContaining('Posso ajudar em algo mais?'),
  ])
  // The agent who looks on opens the very file, and the customer got it once.
  const pdf = await h.raw(ana, sent[0]?.mediaUrl ?? '')
  expect(Buffer.from(await pdf.arrayBuffer())).toEqual(BILL_PDF)
  expect(h.channel.sent.filter(({ media }) => media?.mime === 'application/pdf')).toHaveLength(1)
  await say('d')
  expect((await until(client, 11)).at(-1)?.body).toContain('liberado em confiança')
  await say('0')
  expect((await until(sales, 1))[0]?.body).toBe(HANDING_OVER)
  const id = await idOf(caio)
  const got = await h.call<Ticket>(caio, 'tickets.get', { params: { id } })
  expect(got.body).toMatchObject({
    queueId: vendas,
    handover: { note: `${HANDOVER_REASONS.customer}\nIXC 12: Maria da Silva` },
  })
  expect(ixc.asked.map(({ resource }) => resource)).toEqual([
    'cliente',
    'fn_areceber',
    'cliente_contrato',
    'get_boleto',
    'get_pix',
    'desbloqueio_confianca',
  ])
  client.close()
  sales.close()
})
