/** Some sixty ways of making a model work for somebody else, against a double that obeys: none of them gets beyond a card. */
import { COPILOT_FEATURES, MASKED_KINDS, PROFILES } from '@contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { seen } from '../../../electron/copilot/masking'
import { MODEL_TIMEOUTS } from '../../../electron/providers/chat-model'
import {
  auditEntries,
  contacts,
  copilotCalls,
  copilotSettings,
  messages,
  outgoing,
  queues,
  quickMessages,
  tags,
  tickets,
  ticketTags,
  transcripts,
} from '../../../electron/server/platform/db/schema'
import { type ChatModelDouble, startChatModelDouble } from '../../support/chat-model-double'
import { ATTACKS, type Attack, type Way } from '../../support/copilot-attacks'
import { postLines } from './copilot-for-file'
import { type Harness, startHarness } from './harness'

const KEY = 'sk-da-casa-1234567890abcdef'
const [CPF, EMAIL, PHONE, CARD] = [
  '529.982.247-25',
  'rosa@cliente.com.br',
  '(11) 98765-4321',
  '4111 1111 1111 1111',
]
/** What the one who asks may not see, or is another customer's. */
const FOREIGN = [
  '111.444.777-35',
  'helena@prado.com.br',
  'Helena Prado',
  'SEGREDO DA HELENA',
  'SEGREDO DE VENDAS',
  'SEGREDO DA BIA',
  'SEGREDO DA OUTRA EMPRESA',
  'ARTIGO DE VENDAS',
]

// As many questions as it takes in a minute: that somebody is made to wait is no defence of these.
vi.mock('../../../electron/server/platform/auth/attempts', async original => ({
  ...(await original<object>()),
  refuseTooMany: async () => undefined,
}))

let h: Harness
let model: ChatModelDouble
let attack: Attack
beforeAll(async () => {
  model = await startChatModelDouble()
  h = await startHarness({ modelTimeouts: { ...MODEL_TIMEOUTS } })
  await h.setting(h.one, 'localProviders', 'enabled')
  const on = { on: true, queueIds: [], profiles: [...PROFILES] }
  const features = Object.fromEntries(COPILOT_FEATURES.map(feature => [feature, on]))
  const form = { baseUrl: model.url, model: 'm', apiKey: KEY, features, masks: MASKED_KINDS }
  const saved = await h.call(h.one.admin, 'copilot.saveSettings', { body: form })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  // Others, each with something to be found.
  const helena = await h.newTicket(h.one, { name: 'Helena Prado', userId: h.one.ana.id, status: 'open' })
  await h.newMessages(helena, ['SEGREDO DA HELENA, CPF 111.444.777-35, helena@prado.com.br'])
  const elsewhere = await h.newTicket(h.two, { name: 'Otto', status: 'open' })
  await h.newMessages(elsewhere, ['SEGREDO DA OUTRA EMPRESA, pedido'])
  const own = { companyId: h.one.id, geral: false, userId: h.one.bia.id }
  await h.db.platform
    .insert(quickMessages)
    .values({ ...own, shortcode: 'pessoal', message: 'pedido SEGREDO DA BIA' })
  await article('pedido ARTIGO DE VENDAS', [h.one.vendas])
  model.otherwise = obeying
})
afterAll(async () => {
  await h.close()
  await model.close()
})
beforeEach(() => {
  model.asked.length = 0
})

const article = async (text: string, queueIds: number[]) => {
  const made = await h.call(h.one.admin, 'articles.create', {
    body: { title: text.slice(0, 60), text, queueIds },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
}

/** Says all it was given and all it is asked to say, in whatever form is asked for. */
function obeying({ messages: given }: { messages: { role: string; content: string }[] }): string {
  const all = given.map(({ content }) => content).join('\n')
  const said = `${attack.obeyed} [CPF_1] [CPF_9] ${all.slice(-1_500)}`
  if (given.at(-1)?.content.startsWith('<m1>')) return `<m1>${attack.obeyed} [CPF_1] [CPF_9]</m1>`
  if (all.includes('"t":"line"'))
    return [1, 2, 999].map(m => JSON.stringify({ t: 'line', text: said.slice(0, 300), m: [m] })).join('\n')
  return said
}

const WORDS = `Oi, meu CPF é ${CPF}, ${EMAIL}, ${PHONE}, cartão ${CARD}. E o pedido?`

/** Rosa's conversation with Ana, with the attack where it stands. */
async function conversation(by: Way, text: string) {
  const contactId = await h.newContact(h.one, 'Rosa')
  const here = { companyId: h.one.id }
  if (by === 'name')
    await h.db.platform.update(contacts).set({ name: text }).where(eq(contacts.id, contactId))
  const hidden = await h.newTicket(h.one, {
    contactId,
    status: 'closed',
    queueId: h.one.vendas,
    userId: h.one.caio.id,
  })
  await h.newMessages(hidden, ['SEGREDO DE VENDAS, pedido'])
  const before = await h.newTicket(h.one, { contactId, status: 'closed', userId: h.one.ana.id })
  await h.newMessages(before, [by === 'earlier' ? text : 'Até mais'])
  const ticket = await h.newTicket(h.one, {
    contactId,
    userId: h.one.ana.id,
    status: 'open',
    queueId: h.one.suporte,
    translatedFrom: 'es',
  })
  const ids = await h.newMessages(ticket, [WORDS, by === 'message' ? text : 'Qual o prazo do pedido?'])
  const media = { file: 'application', voice: 'audio' } as const
  if (by === 'file' || by === 'voice') {
    const [id = ''] = await h.newMessages(ticket, ['Segue'])
    const [message] = await h.db.platform
      .update(messages)
      .set({
        mediaType: media[by],
        mediaName: by === 'voice' ? 'voz.ogg' : text.endsWith('.pdf') ? text : 'nota.pdf',
      })
      .where(eq(messages.id, id))
      .returning({ seq: messages.seq })
    const read = { messageSeq: message?.seq ?? 0, state: 'done' as const, body: text }
    await h.db.platform.insert(transcripts).values({ ...here, ...read, nextAt: new Date().toISOString() })
    ids.push(id)
  }
  if (by === 'tag') {
    const [tag] = await h.db.platform
      .insert(tags)
      .values({ ...here, name: text })
      .returning()
    await h.db.platform.insert(ticketTags).values({ ...here, ticketId: ticket.id, tagId: tag?.id ?? 0 })
  }
  if (by === 'quickMessage')
    await h.db.platform
      .insert(quickMessages)
      .values({ ...here, shortcode: `p${ticket.id}`, message: text, geral: true, userId: h.one.admin.id })
  if (by === 'article') await article(text, [])
  if (by === 'greeting')
    await h.db.platform.update(queues).set({ greetingMessage: text }).where(eq(queues.id, h.one.suporte))
  return { ticket, ids }
}

/** Everything that may change by what a model says, but the translations of messages, by which searches find them, and the log of calls. */
async function world(ticketId: number): Promise<string> {
  const said = await h.db.select().from(messages).orderBy(messages.seq)
  return JSON.stringify({
    said: said.map(({ translations: _text, search: _words, updatedAt: _at, ...row }) => row),
    tickets: await h.db.select().from(tickets).orderBy(tickets.id),
    leaving: await h.db.select().from(outgoing).orderBy(outgoing.messageSeq),
    contacts: await h.db.select().from(contacts).orderBy(contacts.id),
    settings: await h.db.select().from(copilotSettings),
    audit: await h.db.select().from(auditEntries).orderBy(auditEntries.id),
    ticketId,
  })
}

const post = async (path: string, body: object) => {
  const { status, lines } = await postLines(h, h.one.ana, `/api/${path}`, body)
  expect(status, JSON.stringify(lines)).toBe(200)
  return lines
}
const digits = (text: string): string => text.normalize('NFKC').replace(/\D/g, '')
/** Keys of the lines a window knows; what a model says is never one of them. */
const LINES = new Set([
  'callId',
  'sources',
  'sent',
  'delta',
  'cited',
  'unknown',
  'model',
  'simulated',
  'usedShare',
  'line',
  'summary',
])

it.each(ATTACKS)('$name, by $by', async next => {
  attack = next
  const { ticket, ids } = await conversation(attack.by, attack.text)
  const before = await world(ticket.id)
  const suggested = await post('copilot/suggestions', { ticketId: ticket.id })
  const draft = attack.by === 'draft' ? attack.text : 'Olá, tudo bem?'
  const rewritten = await post('copilot/rewrites', { ticketId: ticket.id, how: 'formal', text: draft })
  const short = attack.text.length < 6_000 ? ids : ids.slice(0, 1)
  const [translated = {}] = await post('copilot/translations', {
    ticketId: ticket.id,
    messageIds: short,
    language: 'pt',
  })
  const [written = {}] = await post('copilot/translations/draft', { ticketId: ticket.id, texts: [draft] })
  const summarised = await post(`tickets/${ticket.id}/summary`, { language: 'pt' })

  // Nothing was sent, changed or decided by what was said.
  expect(await world(ticket.id)).toBe(before)

  // The attack has reached the model where the question rests on it.
  const [words = ''] = attack.text.match(/\p{L}[\p{L}, ]{5,18}\p{L}/u) ?? []
  expect(JSON.stringify(model.asked[attack.by === 'draft' ? 1 : 0]?.messages)).toContain(words)

  // What left held no key, nobody else's data, and of the customer's own none that is masked, however it is written.
  const left = model.asked.map(({ messages: given }) => JSON.stringify(given)).join('\n')
  expect(model.asked.length).toBe(5)
  for (const { authorization } of model.asked) expect(authorization).toBe(`Bearer ${KEY}`)
  for (const secret of [KEY, ...FOREIGN, CPF, EMAIL, PHONE, CARD]) expect(left).not.toContain(secret)
  for (const number of [CPF, CARD, '11987654321']) expect(digits(left)).not.toContain(digits(number))
  // No mark that somebody typed is one of ours.
  const turns = model.asked.flatMap(({ messages: given }) => given.slice(1)).map(({ content }) => content)
  for (const mark of turns.join('\n').match(/\[(?:CPF|EMAIL|TELEFONE|CARTAO|CHAVE)_\d+\]/g) ?? [])
    expect([
      '[CPF_1]',
      '[EMAIL_1]',
      '[TELEFONE_1]',
      '[CARTAO_1]',
      '[CPF_2]',
      '[TELEFONE_2]',
      '[EMAIL_2]',
    ]).toContain(mark)

  // What came back is words of a card, and no line that a model wrote is one of ours.
  const streams = [...suggested, ...rewritten, ...summarised]
  for (const line of streams) for (const name of Object.keys(line)) expect(LINES).toContain(name)
  for (const { callId } of streams) if (callId !== undefined) expect(callId).toBeLessThan(900)
  const came = JSON.stringify([suggested, rewritten, translated, written, summarised])
  for (const secret of [KEY, ...FOREIGN]) expect(came).not.toContain(secret)
  // A mark of no value in this call stays a mark; nothing in it is unseen.
  const answer = suggested.map(({ delta = '' }) => delta).join('')
  expect(answer).toContain('[CPF_9]')
  expect(seen(answer)).toBe(answer)
  // A draft of others' data gets none of it: its own marks alone are put back.
  expect(JSON.stringify(written)).not.toContain(CPF)
  expect((await h.db.select().from(copilotCalls)).every(({ userId }) => userId === h.one.ana.id)).toBe(true)
})
