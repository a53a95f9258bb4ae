/** Customers of tickets nobody has accepted are answered by a prompt or an integration (issue 13). */
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { HANDING_OVER } from '../../../electron/server/assist/hand-over'
import { REASONS } from '../../../electron/server/assist/reasons'
import { sealText } from '../../../electron/server/auth/seal'
import { SEALED_FOR } from '../../../electron/server/automation/secrets'
import {
  assists,
  contacts,
  messages,
  prompts,
  queueIntegrations,
  queues,
  tickets,
  whatsapps,
} from '../../../electron/server/db/schema'
import { silentLog } from '../../../electron/server/log'
import { handlers } from '../../../electron/server/routes'
import { startWorkspace } from '../../../electron/server/start'
import { type ChatModelDouble, startChatModelDouble } from '../../support/chat-model-double'
import { BILL_PDF, IXC_TOKEN, type IxcDouble, startIxcDouble } from '../../support/ixc-double'
import { FakeChannel } from './fake-channel'
import { type Harness, startHarness } from './harness'

let h: Harness
let model: ChatModelDouble
let ixc: IxcDouble
beforeAll(async () => {
  model = await startChatModelDouble()
  ixc = await startIxcDouble()
  h = await startHarness({ speechOrigin: model.speechUrl })
  await h.setting(h.one, 'localProviders', 'enabled')
})
afterAll(async () => {
  await h.close()
  await model.close()
  await ixc.close()
})

let people = 0
let number = ''
const say = (body: string): Promise<string> => h.customer(h.one, number, body)
const PATIENCE = { timeout: 20_000, interval: 50 }

async function thread() {
  const rows = await h.db
    .select({ message: messages, ticket: tickets })
    .from(messages)
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .where(eq(contacts.number, number))
    .orderBy(asc(messages.seq))
  const ticket = rows.at(-1)?.ticket
  return {
    ticket: ticket as NonNullable<typeof ticket>,
    said: rows.filter(({ message }) => message.fromMe).map(({ message }) => message),
  }
}
/** Waits until so many answers stand in the thread. */
const answers = (count: number) =>
  vi.waitFor(async () => {
    const now = await thread()
    expect(now.said.map(({ body }) => body).length).toBeGreaterThanOrEqual(count)
    return now
  }, PATIENCE)
const leftCount = (id: string): number => h.channel.sent.filter(one => one.messageId === id).length

async function withPrompt(over: Partial<typeof prompts.$inferInsert> = {}): Promise<number> {
  const { keys } = h.running.app
  const [row] = await h.db
    .insert(prompts)
    .values({
      companyId: h.one.id,
      name: 'Padaria',
      prompt: 'Você atende a padaria de {{firstName}}.',
      baseUrl: model.url,
      apiKeySecret: sealText(keys, SEALED_FOR.model, 'sk-chave'),
      queueId: h.one.vendas,
      ...over,
    })
    .returning()
  const id = row?.id ?? 0
  await h.db.update(queues).set({ promptId: id }).where(eq(queues.id, h.one.suporte))
  return id
}

beforeEach(async () => {
  number = `55119800${String(++people).padStart(5, '0')}`
  model.asked.length = 0
  model.next.length = 0
  model.spoken.length = 0
  model.speechStatus = 200
  ixc.asked.length = 0
  ixc.next.length = 0
  await h.db.update(queues).set({ promptId: null, integrationId: null })
  await h.db.update(whatsapps).set({ promptId: null, integrationId: null })
})

describe('a prompt', () => {
  it('answers once through the outbox with what the dialog says, and adds its tokens up', async () => {
    const id = await withPrompt({ maxTokens: 55, temperature: 0.3, maxMessages: 3, model: 'modelo-proprio' })
    model.next.push({ kind: 'answer', text: 'Temos pão de queijo.' })
    await say('Tem pão de queijo?')
    const { ticket, said } = await answers(1)
    expect(said.map(({ body }) => body)).toEqual(['Temos pão de queijo.'])
    expect(leftCount(said[0]?.id ?? '')).toBe(1)
    expect(ticket).toMatchObject({
      status: 'pending',
      useIntegration: true,
      promptId: id,
      queueId: h.one.suporte,
    })
    expect(model.asked[0]).toMatchObject({
      model: 'modelo-proprio',
      max_tokens: 55,
      temperature: 0.3,
      authorization: 'Bearer sk-chave',
    })
    expect(model.asked[0]?.messages[0]?.content).toMatch(/^Você atende a padaria de \S/)
    await say('E bolo?')
    await answers(2)
    await say('Quanto custa?')
    await answers(3)
    // maxMessages of history: two that were said before, and the question.
    expect(model.asked[2]?.messages.slice(1).map(({ content }) => content)).toEqual([
      'E bolo?',
      'Olá! Como posso ajudar?',
      'Quanto custa?',
    ])
    const [row] = await h.db.select().from(prompts).where(eq(prompts.id, id))
    expect(row).toMatchObject({ promptTokens: 120, completionTokens: 30, totalTokens: 150 })
  })

  it('hands over when the model asks: to the queue of the prompt, with a note, and is silent from then on', async () => {
    await withPrompt()
    model.next.push({
      kind: 'answer',
      text: 'Ação: Transferir para o setor de atendimento\nJá chamo alguém!',
    })
    await say('Meu pedido veio errado')
    const { ticket, said } = await answers(1)
    expect(said[0]?.body).toBe('Já chamo alguém!')
    expect(ticket).toMatchObject({
      status: 'pending',
      queueId: h.one.vendas,
      useIntegration: false,
      handoverNote: REASONS.model,
    })
    const heard = await h.call<{ handover: unknown }>(h.one.caio, 'tickets.get', {
      params: { id: ticket.id },
    })
    expect(heard.body.handover).toMatchObject({ note: REASONS.model })
    await say('Alô?')
    const [row] = await h.db.select().from(assists).where(eq(assists.ticketId, ticket.id))
    expect(row).toMatchObject({ status: 'done' })
    expect(model.asked).toHaveLength(1)
  })

  it('hands over when the customer asks, without asking the model', async () => {
    await withPrompt()
    await say('Quero falar com um atendente')
    const { ticket, said } = await answers(1)
    expect([said[0]?.body, ticket.queueId, ticket.handoverNote]).toEqual([
      HANDING_OVER,
      h.one.vendas,
      REASONS.customer,
    ])
    expect(model.asked).toEqual([])
  })

  it.each([
    ['waits as it is told on 429', [{ kind: 'refuse', status: 429, retryAfter: 0 } as const]],
    ['asks again after 500', [{ kind: 'refuse', status: 500 } as const]],
    ['asks again when the connection was cut', [{ kind: 'cut', text: 'Temos' } as const]],
    ['asks again when an answer trails off', [{ kind: 'trail', text: 'Temos' } as const]],
  ])('%s, and answers once', async (_name, faults) => {
    await withPrompt()
    model.next.push(...faults, { kind: 'answer', text: 'Temos sim.' })
    await say('Tem broa?')
    const { said } = await answers(1)
    expect(said.map(({ body }) => body)).toEqual(['Temos sim.'])
    expect(model.asked.length).toBe(2)
  })

  it('hands over when the key is refused, with a note that says so', async () => {
    await withPrompt()
    model.next.push({ kind: 'refuse', status: 401 })
    await say('Oi')
    const { ticket, said } = await answers(1)
    expect([said[0]?.body, ticket.handoverNote]).toEqual([HANDING_OVER, REASONS.key])
  })

  it('says nothing when somebody accepted the ticket meanwhile', async () => {
    await withPrompt()
    let letGo = (): void => undefined
    const until = new Promise<void>(resolve => {
      letGo = resolve
    })
    model.next.push({ kind: 'hold', until, text: 'Tarde demais' })
    await say('Oi')
    await vi.waitFor(() => expect(model.asked).toHaveLength(1), PATIENCE)
    const { id } = await h.db
      .select({ id: tickets.id })
      .from(tickets)
      .innerJoin(contacts, eq(contacts.id, tickets.contactId))
      .where(eq(contacts.number, number))
      .then(([row]) => row as { id: number })
    await h.call(h.one.ana, 'tickets.update', {
      params: { id },
      body: { status: 'open', userId: h.one.ana.id },
    })
    letGo()
    await vi.waitFor(async () => {
      const [row] = await h.db.select().from(assists).where(eq(assists.ticketId, id))
      expect(row?.status).toBe('done')
    }, PATIENCE)
    expect((await thread()).said.map(({ body }) => body)).not.toContain('Tarde demais')
  })

  it('speaks as a voice note where it has a voice, and writes when the voice fails', async () => {
    const { keys } = h.running.app
    await withPrompt({
      voice: 'pt-BR-FranciscaNeural',
      voiceRegion: 'brazilsouth',
      voiceKeySecret: sealText(keys, SEALED_FOR.speech, 'voz-1'),
    })
    model.next.push({ kind: 'answer', text: 'Pão & bolo' })
    await say('O que tem?')
    const spoken = await answers(1)
    expect(spoken.said[0]).toMatchObject({ body: '', mediaType: 'audio', mediaMime: 'audio/ogg' })
    expect(model.spoken).toEqual([
      {
        voice: 'pt-BR-FranciscaNeural',
        text: 'Pão &amp; bolo',
        key: 'voz-1',
        format: 'ogg-24khz-16bit-mono-opus',
      },
    ])
    model.speechStatus = 500
    model.next.push({ kind: 'answer', text: 'Escrito, então.' })
    await say('Pode escrever?')
    expect((await answers(2)).said[1]?.body).toBe('Escrito, então.')
  })

  it('of a connection answers in the place of the menu; without a key nobody answers', async () => {
    const id = await withPrompt()
    await h.db.update(queues).set({ promptId: null })
    await h.db.update(whatsapps).set({ promptId: id }).where(eq(whatsapps.id, h.one.whatsappId))
    await say('Olá')
    await answers(1)
    expect(model.asked).toHaveLength(1)
    await h.db.update(prompts).set({ apiKeySecret: '', baseUrl: '' }).where(eq(prompts.id, id))
    number = `${number}9`
    await say('Olá')
    expect((await thread()).said.map(({ body }) => body)).not.toContain(HANDING_OVER)
    expect(await h.db.$count(assists, eq(assists.ticketId, (await thread()).ticket.id))).toBe(0)
  })
})

describe('an integration with IXC', () => {
  async function withIxc(over: Partial<typeof queueIntegrations.$inferInsert> = {}): Promise<void> {
    const [row] = await h.db
      .insert(queueIntegrations)
      .values({
        companyId: h.one.id,
        type: 'IXC',
        name: 'Boletos',
        ixcBaseUrl: ixc.url,
        ixcApiKeySecret: sealText(h.running.app.keys, SEALED_FOR.ixc, IXC_TOKEN),
        ixcRetryAttempts: 2,
        ixcFallbackQueueId: h.one.vendas,
        ...over,
      })
      .returning()
    await h.db
      .update(queues)
      .set({ integrationId: row?.id ?? null })
      .where(eq(queues.id, h.one.suporte))
  }

  it('finds the customer, lists the bills, sends the chosen one as PDF with its Pix code, and unlocks', async () => {
    await withIxc()
    await say('Oi, quero a segunda via')
    expect((await answers(1)).said[0]?.body).toContain('CPF ou o CNPJ')
    await say('529.982.247-25')
    const list = await answers(2)
    expect(list.said[1]?.body).toMatch(/Olá, Maria!/)
    expect(list.said[1]?.body).toContain('R$ 99,90')
    await say('1')
    const sent = await answers(6)
    const [file, , code] = sent.said.slice(2)
    expect(file).toMatchObject({ mediaMime: 'application/pdf', mediaName: 'fatura-2026-11-10.pdf' })
    expect(file?.mediaSize).toBe(BILL_PDF.length)
    expect(code?.body).toBe('00020126PIX900')
    for (const { id } of sent.said) expect(leftCount(id)).toBe(1)
    await say('D')
    expect((await answers(7)).said.at(-1)?.body).toContain('liberado em confiança')
    expect(ixc.asked.map(({ resource }) => resource)).toEqual([
      'cliente',
      'fn_areceber',
      'cliente_contrato',
      'get_boleto',
      'get_pix',
      'desbloqueio_confianca',
    ])
    expect(ixc.asked[0]?.body.query).toBe('529.982.247-25')
    await say('0')
    const { ticket } = await answers(8)
    expect(ticket.queueId).toBe(h.one.vendas)
    expect(ticket.handoverNote).toBe(`${REASONS.customer}\nIXC 12: Maria da Silva`)
  })

  it('hands over to the fallback queue with a note after its tries', async () => {
    await withIxc()
    ixc.next.push(500, 500)
    await say('52998224725')
    const { ticket } = await answers(1)
    expect(ixc.asked).toHaveLength(2)
    expect([ticket.queueId, ticket.handoverNote]).toEqual([h.one.vendas, REASONS.ixcSilent])
  })

  it('tries again as often as it is set, and goes on when the provider answers', async () => {
    await withIxc()
    ixc.next.push(503)
    await say('52998224725')
    expect((await answers(1)).said[0]?.body).toContain('R$ 99,90')
  })
})

it('a question that a server left unanswered is answered by the next one, once', async () => {
  const own = await startHarness()
  await own.setting(own.one, 'localProviders', 'enabled')
  const [row] = await own.db
    .insert(prompts)
    .values({ companyId: own.one.id, name: 'P', baseUrl: model.url, queueId: own.one.vendas })
    .returning()
  await own.db
    .update(queues)
    .set({ promptId: row?.id ?? null })
    .where(eq(queues.id, own.one.suporte))
  model.next.push({ kind: 'hold', until: new Promise(() => undefined), text: 'nunca' })
  await own.customer(own.one, '5511977770000', 'Oi')
  await vi.waitFor(() => expect(model.asked).toHaveLength(1), PATIENCE)
  await own.running.close()
  let channel: FakeChannel | undefined
  const again = await startWorkspace({
    folder: own.folder,
    log: silentLog,
    handlers,
    createChannel: ({ sink }) => {
      channel = new FakeChannel(sink)
      return channel
    },
  })
  await vi.waitFor(
    () => expect(channel?.sent.map(({ body }) => body)).toEqual(['Olá! Como posso ajudar?']),
    PATIENCE,
  )
  await again.close()
  expect(model.asked).toHaveLength(2)
})
