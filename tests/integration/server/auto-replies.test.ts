/** Customers of tickets nobody has accepted are answered by a prompt or an integration. */
import { readFile } from 'node:fs/promises'
import { HANDOVER_REASONS } from '@contract'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MODEL_TIMEOUTS } from '../../../electron/providers/chat-model'
import { HANDING_OVER } from '../../../electron/server/automation/auto-replies/hand-over'
import { SEALED_FOR } from '../../../electron/server/automation/integrations/secrets'
import { handlers } from '../../../electron/server/doors/routes'
import { silentLog } from '../../../electron/server/log'
import { sealText } from '../../../electron/server/platform/auth/seal'
import {
  articles,
  autoReplies,
  contacts,
  messages,
  prompts,
  queueIntegrations,
  queues,
  tickets,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import { startWorkspace } from '../../../electron/server/start'
import { type ChatModelDouble, OGG, startChatModelDouble } from '../../support/chat-model-double'
import { deferred } from '../../support/deferred'
import { BILL_PDF, IXC_TOKEN, type IxcDouble, startIxcDouble } from '../../support/ixc-double'
import { soon, soonTicking } from '../../support/soon'
import { FakeChannel } from './fake-channel'
import { type Harness, startHarness } from './harness'

let h: Harness
let model: ChatModelDouble
let ixc: IxcDouble
/** How long models may take, short where a test is about it. */
const timeouts = { ...MODEL_TIMEOUTS }
beforeAll(async () => {
  model = await startChatModelDouble()
  ixc = await startIxcDouble()
  h = await startHarness({ speechOrigin: () => model.speechUrl, modelTimeouts: timeouts })
  await h.setting(h.one, 'localProviders', 'enabled')
})
afterAll(async () => {
  await h.close()
  await model.close()
  await ixc.close()
})

const soonAnswered = soonTicking(() => h.tick('message.auto-reply'))

/** How that webservice refuses. */
const ERROR = '{"type":"error","message":"Cliente bloqueado para consulta"}'

let people = 0
let number = ''
const say = (body: string): Promise<string> => h.customer(h.one, number, body)

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
  soonAnswered(async () => {
    const now = await thread()
    expect(now.said.map(({ body }) => body).length).toBeGreaterThanOrEqual(count)
    // What is stored leaves after it: what has not failed is on its way.
    const late = now.said.filter(({ id, failure }) => failure === null && leftCount(id) === 0)
    expect(late).toEqual([])
    return now
  })
const leftCount = (id: string): number => h.channel.sent.filter(one => one.messageId === id).length

async function withPrompt(over: Partial<typeof prompts.$inferInsert> = {}): Promise<number> {
  const { keys } = h.running.app
  const row = await h.insert(prompts, {
    companyId: h.one.id,
    name: 'Padaria',
    prompt: 'Você atende a padaria de {{firstName}}.',
    baseUrl: model.url,
    apiKeySecret: sealText(keys, SEALED_FOR.model, 'sk-chave'),
    queueId: h.one.vendas,
    ...over,
  })
  const id = row.id
  await h.update(queues, { promptId: id }, eq(queues.id, h.one.suporte))
  return id
}

beforeEach(async () => {
  number = `55119800${String(++people).padStart(5, '0')}`
  model.asked.length = 0
  model.next.length = 0
  model.spoken.length = 0
  model.speechStatus = 200
  Object.assign(timeouts, MODEL_TIMEOUTS, { pause: 10 })
  ixc.asked.length = 0
  ixc.next.length = 0
  await h.update(queues, { promptId: null, integrationId: null })
  await h.update(whatsapps, { promptId: null, integrationId: null })
})

describe('a prompt', () => {
  it('answers once through the outbox with what the dialog says, and adds its tokens up', async () => {
    const id = await withPrompt({ maxTokens: 55, temperature: 0.3, maxMessages: 3, model: 'modelo-proprio' })
    model.next.push({ kind: 'answer', text: 'Temos pão de queijo.' })
    await say('Tem pão de queijo?')
    const { ticket, said } = await answers(1)
    expect(said.map(({ body }) => body)).toEqual(['Temos pão de queijo.'])
    await expect.poll(() => leftCount(said[0]?.id ?? '')).toBe(1)
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

  it('answers from the articles of its queue that hold, without the numbers of its sources', async () => {
    const make = (title: string, more: object = {}) =>
      h.call(h.one.admin, 'articles.create', {
        body: { title, text: `${title}, {{firstName}}.`, ...more },
      })
    await make('Entrega de pão grátis')
    await make('Entrega de pão no suporte', { queueIds: [h.one.suporte] })
    await make('Entrega de pão em vendas', { queueIds: [h.one.vendas] })
    await make('Entrega de pão no ano passado', { validUntil: '2020-12-31' })
    await withPrompt()
    model.next.push({ kind: 'answer', text: 'A entrega é grátis [1]. Vale hoje [1, 2]!', pieces: 9 })
    await say('Vocês fazem entrega de pães?')
    const { said } = await answers(1)
    expect(said.map(({ body }) => body)).toEqual(['A entrega é grátis. Vale hoje!'])
    const asked = model.asked[0]?.messages[0]?.content ?? ''
    expect(asked).toMatch(/Fontes:\n\n<dados>\n\[1\] Artigo Entrega de pão/)
    expect(asked).toMatch(/Entrega de pão grátis, \S+\./)
    expect(asked).toContain('Entrega de pão no suporte')
    for (const other of ['em vendas', 'ano passado']) expect(asked).not.toContain(other)
    await h.db.platform.delete(articles)
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
      handoverNote: HANDOVER_REASONS.model,
    })
    const heard = await h.call<{ handover: unknown }>(h.one.caio, 'tickets.get', {
      params: { id: ticket.id },
    })
    expect(heard.body.handover).toMatchObject({ note: HANDOVER_REASONS.model })
    await say('Alô?')
    const [row] = await h.db.select().from(autoReplies).where(eq(autoReplies.ticketId, ticket.id))
    expect(row).toMatchObject({ status: 'done' })
    expect(model.asked).toHaveLength(1)
  })

  it('hands over where so much was answered that a robot may be asking, without asking the model', async () => {
    await withPrompt()
    await say('Oi')
    const { ticket, said } = await answers(1)
    const [first] = said
    if (!first) throw new Error('nothing said')
    const { seq: _seq, id: _id, ...words } = first
    for (let n = 0; n < 29; n += 1)
      await h.insert(messages, { ...words, id: `${first.id}-${n}`, clientId: `assist:${ticket.id}:x${n}:0` })
    model.asked.length = 0
    await say('Oi de novo')
    await soonAnswered(async () =>
      expect((await thread()).ticket).toMatchObject({ handoverNote: HANDOVER_REASONS.robot, userId: null }),
    )
    expect(model.asked).toEqual([])
  })

  it('hands over when the customer asks, without asking the model', async () => {
    await withPrompt()
    await say('Quero falar com um atendente')
    const { ticket, said } = await answers(1)
    expect([said[0]?.body, ticket.queueId, ticket.handoverNote]).toEqual([
      HANDING_OVER,
      h.one.vendas,
      HANDOVER_REASONS.customer,
    ])
    expect(model.asked).toEqual([])
  })

  it('asks again when the connection was cut, and answers once', async () => {
    await withPrompt()
    model.next.push({ kind: 'cut', text: 'Temos' }, { kind: 'answer', text: 'Temos sim.' })
    await say('Tem broa?')
    const { said } = await answers(1)
    expect(said.map(({ body }) => body)).toEqual(['Temos sim.'])
    expect(model.asked.length).toBe(2)
  })

  it.each([
    ['falls silent in the middle of an answer', { kind: 'stall', text: 'Temos' }, 'silent', 1],
    ['has no credit left', { kind: 'refuse', status: 429, retryAfter: 0.01 }, 'busy', 9],
    ['refuses the key', { kind: 'refuse', status: 401 }, 'key', 1],
    ['does not come to an end', { kind: 'answer', text: 'sem fim '.repeat(150_000) }, 'failed', 1],
  ] as const)(
    'hands over when the provider %s, once, without its half words, with a note that says so',
    async (_, how, reason, times) => {
      await withPrompt()
      if (how.kind === 'stall') timeouts.between = 60
      for (let i = 0; i < 9; i++) model.next.push(how)
      await say('Tem alguém?')
      const { ticket, said } = await answers(1)
      expect(said.map(({ body }) => body)).toEqual([HANDING_OVER])
      expect([ticket.handoverNote, ticket.queueId, ticket.useIntegration]).toEqual([
        HANDOVER_REASONS[reason],
        h.one.vendas,
        false,
      ])
      await expect.poll(() => leftCount(said[0]?.id ?? '')).toBe(1)
      // Nobody begins anew afterwards.
      await h.tick('message.auto-reply')
      expect(model.asked).toHaveLength(times)
      const [row] = await h.db.select().from(autoReplies).where(eq(autoReplies.ticketId, ticket.id))
      expect(row?.status).toBe('done')
    },
  )

  it('asks a person in the end, also when the customer goes on writing meanwhile', async () => {
    await withPrompt()
    Object.assign(timeouts, { pause: 300 })
    for (let i = 0; i < 12; i++) model.next.push({ kind: 'refuse', status: 400 })
    await say('Oi')
    for (const more of ['Alô?', 'Tem alguém aí?', 'Vou embora']) {
      await soonAnswered(() => expect(model.asked.length).toBeGreaterThan(0))
      await say(more)
    }
    const { ticket, said } = await answers(1)
    expect([said.length, ticket.handoverNote]).toEqual([1, HANDOVER_REASONS.failed])
    expect(model.asked.length).toBeLessThanOrEqual(4)
  })

  it('answers what the customer wrote meanwhile as the question it is, whatever was stored last', async () => {
    await withPrompt({ maxMessages: 2 })
    const { promise: until, resolve: letGo } = deferred()
    model.next.push({ kind: 'hold', until, text: 'Temos pão.' })
    await say('Tem pão?')
    await soonAnswered(() => expect(model.asked).toHaveLength(1))
    await say('E bolo?')
    letGo()
    await answers(2)
    expect(model.asked[1]?.messages.slice(1)).toEqual([
      { role: 'assistant', content: 'Temos pão.' },
      { role: 'user', content: 'E bolo?' },
    ])
    expect(model.asked).toHaveLength(2)
  })

  it('says nothing when somebody accepted the ticket meanwhile', async () => {
    await withPrompt()
    const { promise: until, resolve: letGo } = deferred()
    model.next.push({ kind: 'hold', until, text: 'Tarde demais' })
    await say('Oi')
    await soonAnswered(() => expect(model.asked).toHaveLength(1))
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
    await soonAnswered(async () => {
      const [row] = await h.db.select().from(autoReplies).where(eq(autoReplies.ticketId, id))
      expect(row?.status).toBe('done')
    })
    expect((await thread()).said.map(({ body }) => body)).not.toContain('Tarde demais')
  })

  it('that is switched off answers no more, also what it is being asked; its customers wait for a person at once', async () => {
    await withPrompt()
    await say('Oi')
    const { ticket } = await answers(1)
    const { promise: until, resolve: letGo } = deferred()
    model.next.push({ kind: 'hold', until, text: 'Tarde demais' })
    await say('Tem pão?')
    await soonAnswered(() => expect(model.asked).toHaveLength(2))
    await h.update(queues, { promptId: null }, eq(queues.id, h.one.suporte))
    letGo()
    await soonAnswered(async () =>
      expect(await h.ticket(ticket.id)).toMatchObject({
        useIntegration: false,
        queueId: h.one.suporte,
        handoverNote: HANDOVER_REASONS.off,
      }),
    )
    const bodies = (await answers(2)).said.map(({ body }) => body)
    expect(bodies).not.toContain('Tarde demais')
    expect(bodies.at(-1)).toBe(HANDING_OVER)
    await say('Alguém?')
    await h.tick('message.auto-reply')
    expect(model.asked).toHaveLength(2)
  })

  it('that is switched off leaves all its customers to people, without a word to who has not written since, also while a number takes nothing', async () => {
    await withPrompt()
    await say('Oi')
    const first = await answers(1)
    number = `${number}7`
    await say('Oi')
    const second = await answers(1)
    await h.update(queues, { promptId: null }, eq(queues.id, h.one.suporte))
    // One has written since, and is told that a person comes.
    await h.update(autoReplies, { askedSeq: 1_000_000 }, eq(autoReplies.ticketId, second.ticket.id))
    const { promise: taken, resolve: letGo } = deferred()
    const send = h.channel.send.bind(h.channel)
    h.channel.send = async message => {
      await taken
      await send(message)
    }
    try {
      await h.tick('message.auto-reply-off')
      for (const { ticket } of [first, second])
        await soon(async () => expect((await h.ticket(ticket.id)).handoverNote).toBe(HANDOVER_REASONS.off))
    } finally {
      letGo()
      h.channel.send = send
    }
    expect((await answers(2)).said.at(-1)?.body).toBe(HANDING_OVER)
    number = number.slice(0, -1)
    expect((await thread()).said).toHaveLength(1)
  })

  it('that took the place of another goes on where that one was', async () => {
    await withPrompt()
    await say('Oi')
    await answers(1)
    const other = await withPrompt({ name: 'Confeitaria', prompt: 'Você atende a confeitaria.' })
    await say('E bolo?')
    const { ticket } = await answers(2)
    expect(ticket.promptId).toBe(other)
    expect(JSON.stringify(model.asked.at(-1))).toContain('confeitaria')
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
    // The words stay with it for whoever reads along; the customer gets the sound alone.
    expect(spoken.said[0]).toMatchObject({
      body: 'Pão & bolo',
      mediaType: 'audio',
      mediaMime: 'audio/ogg',
    })
    const [left] = h.channel.sent.filter(one => one.messageId === spoken.said[0]?.id)
    expect(left).toMatchObject({
      body: '',
      mediaType: 'audio',
      media: { mime: 'audio/ogg', size: OGG.length },
    })
    expect(await readFile(left?.media?.path ?? '')).toEqual(OGG)
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
    model.speechStatus = 200
    // Half of it would be lost in a voice note.
    model.next.push({ kind: 'answer', text: 'ba '.repeat(1_400).trim() })
    await say('Conte tudo')
    expect((await answers(3)).said[2]).toMatchObject({ mediaType: 'extendedTextMessage' })
    // The model is told what it said itself.
    expect(model.asked[1]?.messages.slice(1)).toEqual([
      { role: 'user', content: 'O que tem?' },
      { role: 'assistant', content: 'Pão & bolo' },
      { role: 'user', content: 'Pode escrever?' },
    ])
  })

  it('of a connection answers in the place of the menu; without a key nobody answers', async () => {
    const id = await withPrompt()
    await h.update(queues, { promptId: null })
    await h.update(whatsapps, { promptId: id }, eq(whatsapps.id, h.one.whatsappId))
    await say('Olá')
    await answers(1)
    expect(model.asked).toHaveLength(1)
    await h.update(prompts, { apiKeySecret: '', baseUrl: '' }, eq(prompts.id, id))
    number = `${number}9`
    await say('Olá')
    expect((await thread()).said.map(({ body }) => body)).not.toContain(HANDING_OVER)
    expect(await h.db.$count(autoReplies, eq(autoReplies.ticketId, (await thread()).ticket.id))).toBe(0)
  })
})

describe('an integration with IXC', () => {
  beforeEach(() => {
    for (const contract of ixc.contracts) contract.status_internet = 'CA'
    const [maria] = ixc.customers
    // Written as a person types it.
    if (maria) maria.telefone_celular = number.replace(/^55(\d\d)(\d{5})(\d{4})$/, '($1) $2-$3')
  })
  async function withIxc(over: Partial<typeof queueIntegrations.$inferInsert> = {}): Promise<void> {
    const row = await h.insert(queueIntegrations, {
      companyId: h.one.id,
      type: 'IXC',
      name: 'Boletos',
      ixcBaseUrl: ixc.url,
      ixcApiKeySecret: sealText(h.running.app.keys, SEALED_FOR.ixc, IXC_TOKEN),
      ixcRetryAttempts: 2,
      ixcFallbackQueueId: h.one.vendas,
      ...over,
    })
    await h.update(queues, { integrationId: row.id ?? null }, eq(queues.id, h.one.suporte))
  }

  it('tells a stranger’s phone nothing of a record before a second fact, and lets it try five times a day', async () => {
    await withIxc()
    const [maria] = ixc.customers
    if (maria) maria.telefone_celular = '(21) 3333-4444'
    await say('529.982.247-25')
    const asked = await answers(1)
    expect(asked.said[0]?.body).toMatch(/data de nascimento/)
    await say('01/01/1990')
    expect((await answers(2)).said[1]?.body).toContain('não conferem')
    expect(ixc.asked.map(({ resource }) => resource)).toEqual(['cliente', 'cliente'])
    await say('7/3/1985')
    expect((await answers(3)).said[2]?.body).toMatch(/Olá, Maria!/)

    // Two phones that guess: the sixth try at the record is no longer looked at, were it right.
    const guess = async (words: string[]): Promise<void> => {
      number = `55119800${String(++people).padStart(5, '0')}`
      await say('529.982.247-25')
      await answers(1)
      for (const [at, word] of words.entries()) {
        await say(word)
        await answers(at + 2)
      }
    }
    await guess(['02/01/1990', '03/01/1990', '04/01/1990'])
    expect((await thread()).ticket.handoverNote).toBe(HANDOVER_REASONS.proof)
    await guess(['7/3/1985'])
    const { ticket, said } = await thread()
    expect([ticket.queueId, ticket.handoverNote]).toEqual([h.one.vendas, HANDOVER_REASONS.proof])
    expect(said.map(({ body }) => body).join()).not.toMatch(/Maria|R\$/)
  })

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
    for (const { id } of sent.said) await expect.poll(() => leftCount(id)).toBe(1)
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
    expect(ticket.handoverNote).toBe(`${HANDOVER_REASONS.customer}\nIXC 12: Maria da Silva`)
  })

  it.each([
    ['answers with an error of its own', [{ text: ERROR }, { text: ERROR }], HANDOVER_REASONS.ixcFailed],
    ['answers with a page instead', [{ text: '<html>Manutenção</html>' }], HANDOVER_REASONS.ixcFailed],
    ['refuses the key', [401], HANDOVER_REASONS.ixcKey],
    ['fails as often as it is tried', [500, 500], HANDOVER_REASONS.ixcFailed],
    ['does not answer in the time of the integration', ['silent', 'silent'], HANDOVER_REASONS.ixcSilent],
  ] as const)('hands over with a note that says so when the provider %s', async (_name, faults, note) => {
    // Only what never comes may be waited for so shortly: a slow machine answers later than this.
    await withIxc(note === HANDOVER_REASONS.ixcSilent ? { ixcTimeout: 150 } : {})
    ixc.next.push(...(faults as unknown as IxcDouble['next']))
    await say('52998224725')
    const { ticket, said } = await answers(1)
    expect([said.length, ticket.queueId, ticket.handoverNote]).toEqual([1, h.one.vendas, note])
    // What another try cannot change is asked once.
    expect(ixc.asked).toHaveLength(typeof faults[0] === 'object' ? 1 : faults.length)
  })

  it('sends the bill alone where it has no Pix code', async () => {
    await withIxc()
    await say('52998224725')
    await answers(1)
    ixc.next.push({ text: BILL_PDF.toString('base64') }, { text: ERROR })
    await say('2')
    const more = await answers(3)
    expect(more.said.slice(1).map(({ mediaName, body }) => mediaName ?? body)).toEqual([
      'fatura-2026-12-10.pdf',
      expect.stringContaining('Posso ajudar em algo mais?'),
    ])
  })

  it('unlocks on trust once: an answer that is lost is read from the contract, a refusal goes to a person', async () => {
    await withIxc()
    const blocked = ixc.contracts[0] as IxcDouble['contracts'][number]
    blocked.status_internet = 'CA'
    await say('52998224725')
    await answers(1)
    ixc.next.push('lost')
    await say('D')
    expect((await answers(2)).said[1]?.body).toContain('liberado em confiança')
    const asked = () => ixc.asked.filter(({ resource }) => resource === 'desbloqueio_confianca').length
    expect(asked()).toBe(1)
    blocked.status_internet = 'CA'
    ixc.unlocks = false
    number = `${number}8`
    for (const customer of ixc.customers) customer.telefone_celular = number
    await say('52998224725')
    await answers(1)
    await say('D')
    const { ticket } = await answers(2)
    expect(ticket.handoverNote).toContain(HANDOVER_REASONS.unlock)
    expect(asked()).toBe(2)
    ixc.unlocks = true
  })
})

it('a question that a server left unanswered is answered by the next one, once', async () => {
  const own = await startHarness()
  await own.setting(own.one, 'localProviders', 'enabled')
  const prompt = { companyId: own.one.id, name: 'P', baseUrl: model.url, queueId: own.one.vendas }
  const { id } = await own.insert(prompts, prompt)
  await own.update(queues, { promptId: id }, eq(queues.id, own.one.suporte))
  model.next.push({ kind: 'hold', until: new Promise(() => undefined), text: 'nunca' })
  await own.customer(own.one, '5511977770000', 'Oi')
  await soon(() => expect(model.asked).toHaveLength(1))
  await own.running.close()
  const channels: FakeChannel[] = []
  const next = await startWorkspace({
    folder: own.folder,
    log: silentLog,
    handlers,
    createChannel: ({ sink }) => {
      channels.push(new FakeChannel(sink))
      return channels[0] as FakeChannel
    },
  })
  await soon(() => expect(channels[0]?.sent.map(({ body }) => body)).toEqual(['Olá! Como posso ajudar?']))
  await next.close()
  expect(model.asked).toHaveLength(2)
})
