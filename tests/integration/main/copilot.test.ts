/** The copilot of this computer, for older servers: from the call of a window to what the model is sent, and back. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { silence } from '../../../electron/copilot/recording'
import { createCalls } from '../../../electron/main/copilot/calls'
import { createLocalCopilot } from '../../../electron/main/copilot/copilot'
import { createGrounding } from '../../../electron/main/copilot/grounding'
import { type CopilotPolicy, readCopilotPolicy } from '../../../electron/main/copilot/policy'
import { openCopilotSettings } from '../../../electron/main/copilot/settings'
import { createSummaries } from '../../../electron/main/copilot/summaries'
import type { LocalAnswer } from '../../../electron/main/local-answer'
import { type LocalStore, openLocalStore } from '../../../electron/main/local-store'
import { type Message, PROFILES } from '../../../src/contract'
import { type ChatModelDouble, startChatModelDouble } from '../../support/chat-model-double'
import { pdfOf } from '../../support/documents'
import { openStore } from '../../support/open-store'
import { mainSide, nodeFetch, startServer, type TestServer } from './helpers'

const ON = { on: true, queueIds: [], profiles: [...PROFILES] }
const OFF = { ...ON, on: false }

let model: ChatModelDouble
let server: TestServer
let side: ReturnType<typeof mainSide>
let store: LocalStore
let dataDir: string
let hasKeyring: boolean
let told: Message[]
let warnings: number
const keyring = {
  isAsyncEncryptionAvailable: async () => hasKeyring,
  encryptStringAsync: async (text: string) => Buffer.from(`sealed:${[...text].reverse().join('')}`),
  decryptStringAsync: async (sealed: Buffer) => ({
    shouldReEncrypt: false,
    result: [...sealed.toString().slice('sealed:'.length)].reverse().join(''),
  }),
}

const opened = (policy: CopilotPolicy | null = null): LocalAnswer => {
  const { client, session, log } = side
  const { db, cache, words, scope } = store
  return createLocalCopilot({
    settings: openCopilotSettings({ dataDir, open: openStore, keyring, policy, log }),
    calls: createCalls({ db, scope, almostUsed: () => (warnings += 1) }),
    grounding: createGrounding({ client, cache, log }),
    summaries: createSummaries({ db, cache, scope }),
    words,
    client,
    cache,
    tell: message => told.push(message),
    scope,
    user: () => session.state().user,
    fetch: nodeFetch,
    log,
  })
}

async function asked(copilot: LocalAnswer, method: string, path: string, body?: object) {
  const request = new Request(`app://turno/api${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = await copilot(request, path.split('?', 1)[0] ?? '')
  if (!answer) throw new Error('not the copilot’s call')
  const text = await answer.text()
  return { status: answer.status, text, json: () => JSON.parse(text) as Record<string, unknown> }
}
const lines = (text: string): Record<string, unknown>[] =>
  text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)
const form = (more: object = {}) => ({
  baseUrl: model.url,
  model: 'llama',
  features: { suggest: ON, rewrite: ON, summarise: ON, transcribe: ON, translate: ON },
  ceiling: null,
  masks: ['cpf'],
  ...more,
})
const save = (copilot: LocalAnswer, more: object = {}) => asked(copilot, 'PUT', '/copilot', form(more))

const now = new Date().toISOString()
const contact = { id: 7, name: 'Rosa', number: '5511999990007' }
const ticket = (more: object = {}) => ({
  id: 5,
  uuid: 'aaaa-5',
  status: 'open',
  unreadMessages: 0,
  contactId: 7,
  contact,
  queueId: 3,
  code: 'P-5',
  tags: [{ id: 1, name: 'VIP', color: '#000000' }],
  createdAt: now,
  updatedAt: now,
  ...more,
})
const message = (id: string, body: string, more: object = {}) => ({
  id,
  ticketId: 5,
  body,
  fromMe: false,
  createdAt: now,
  updatedAt: now,
  ...more,
})

beforeAll(async () => {
  model = await startChatModelDouble()
})
afterAll(() => model.close())

beforeEach(async () => {
  model.asked.length = 0
  model.next.length = 0
  hasKeyring = true
  told = []
  warnings = 0
  model.heard.length = 0
  model.nextHeard.length = 0
  server = await startServer()
  side = mainSide(server.origin)
  dataDir = mkdtempSync(join(tmpdir(), 'turno-copilot-'))
  await side.session.start()
  store = await openLocalStore({
    dataDir,
    serverKey: server.origin,
    session: side.session,
    request: ({ path, ...init }) => side.client.fetch(path, { ...init, signedIn: true }),
    aheadMs: () => null,
    clientIds: () => true,
    onOutboxChange: () => undefined,
    onMessage: () => undefined,
    log: side.log,
  })
  const give = (call: string, body: unknown) =>
    server.routes.set(call, (_request, response) => server.json(response, 200, body))
  give('GET /api/queue', [{ id: 3, name: 'Suporte', greetingMessage: 'Fale com o suporte.', schedules: [] }])
  give('GET /api/quick-messages/list', [
    { id: 9, shortcode: 'prazo', message: 'O prazo de entrega é de 3 dias.' },
  ])
  give('GET /api/contacts/7/tickets', {
    tickets: [ticket(), ticket({ id: 4, uuid: 'aaaa-4', status: 'closed', code: 'P-4' })],
    count: 2,
    hasMore: false,
  })
  await side.session.signIn('ana@demo.turno', 'right')
  await store.settled()
  store.cache.rememberTickets([ticket()])
  store.cache.rememberMessages([
    message('m1', 'Qual o prazo da minha entrega? Meu CPF é 529.982.247-25'),
    message('o1', 'A troca foi feita.', { ticketId: 4, fromMe: true }),
  ])
})
afterEach(async () => {
  await store.close()
  side.session.stop()
  await server.stop()
})

describe('the copilot of this computer', () => {
  it('is off until somebody sets it', async () => {
    const copilot = opened()
    expect((await asked(copilot, 'GET', '/copilot/offers')).json()).toMatchObject({
      features: { suggest: OFF, rewrite: OFF },
    })
    const refused = await asked(copilot, 'POST', '/copilot/suggestions', { ticketId: 5 })
    expect(refused).toMatchObject({ status: 403, text: '{"error":"ERR_COPILOT_OFF"}' })
    expect(model.asked).toEqual([])
  })

  it('suggests from what this computer has seen, without leaving a trace on the server', async () => {
    const copilot = opened()
    await save(copilot)
    model.next.push({ kind: 'answer', text: 'Olá! Chega em 3 dias [1]. Seu CPF [CPF_1] confere.', pieces: 4 })
    const answer = lines((await asked(copilot, 'POST', '/copilot/suggestions', { ticketId: 5 })).text)
    const [question] = model.asked
    const sent = JSON.stringify(question?.messages)
    expect(sent).not.toContain('529.982.247-25')
    for (const known of ['[CPF_1]', '3 dias', 'Fale com o suporte.', 'A troca foi feita.', 'Rosa', 'VIP'])
      expect(sent).toContain(known)
    expect(answer[0]).toMatchObject({
      callId: 1,
      sources: [
        { kind: 'quickMessage', id: 9, title: '/prazo' },
        { kind: 'queue', id: 3 },
        { kind: 'ticket', id: 4, uuid: 'aaaa-4' },
      ],
    })
    expect(answer.map(({ delta }) => delta ?? '').join('')).toBe(
      'Olá! Chega em 3 dias. Seu CPF 529.982.247-25 confere.',
    )
    expect(answer.at(-1)).toMatchObject({ cited: [1], unknown: false, usedShare: null })
    // Reading a conversation there would mark it as read.
    expect(server.calls.filter(call => call.includes('/messages'))).toEqual([])
  })

  it('goes without a list that the server does not give', async () => {
    server.routes.set('GET /api/quick-messages/list', (_request, response) => server.json(response, 500, {}))
    const copilot = opened()
    await save(copilot)
    const answer = lines((await asked(copilot, 'POST', '/copilot/suggestions', { ticketId: 5 })).text)
    expect(answer[0]).toMatchObject({ sources: [{ kind: 'queue' }, { kind: 'ticket' }] })
  })

  it('rewrites, counts, and stops at the ceiling', async () => {
    const copilot = opened()
    await save(copilot, { ceiling: 1_200 })
    const body = { ticketId: 5, how: 'correct', text: 'vc pode esperar' }
    model.next.push({ kind: 'answer', text: 'Você pode esperar.' })
    const first = lines((await asked(copilot, 'POST', '/copilot/rewrites', body)).text)
    expect(first.map(({ delta }) => delta ?? '').join('')).toBe('Você pode esperar.')
    await asked(copilot, 'PUT', '/copilot/calls/1', { outcome: 'changed', changed: 20 })
    const { used } = (await asked(copilot, 'GET', '/copilot')).json()
    expect(used).toMatchObject({ calls: 1, changed: 1, dollars: 0, unpriced: 0 })
    await save(copilot, { ceiling: 100 })
    const refused = lines((await asked(copilot, 'POST', '/copilot/rewrites', body)).text)
    expect(refused).toEqual([{ error: 'ERR_COPILOT_CEILING' }])
    expect(model.asked).toHaveLength(1)
    expect((await asked(copilot, 'GET', '/copilot')).json().used).toMatchObject({ calls: 1 })
    expect((await asked(copilot, 'PUT', '/copilot/calls/99', { outcome: 'taken' })).status).toBe(409)
  })

  it('says why there is no answer', async () => {
    const copilot = opened()
    await save(copilot)
    model.next.push({ kind: 'refuse', status: 401 })
    const answer = lines((await asked(copilot, 'POST', '/copilot/suggestions', { ticketId: 5 })).text)
    expect(answer.at(-1)).toEqual({ error: 'ERR_AI_KEY' })
    expect((await asked(copilot, 'GET', '/copilot')).json().used).toMatchObject({ failed: 1, tokens: 0 })
  })

  it('gives the question up when the window stops reading', async () => {
    const copilot = opened()
    await save(copilot)
    model.left = 0
    model.next.push({ kind: 'drip', text: 'devagar e sempre', everyMs: 50 })
    const path = '/copilot/suggestions'
    const request = new Request(`app://turno/api${path}`, {
      method: 'POST',
      body: JSON.stringify({ ticketId: 5 }),
    })
    const reader = (await copilot(request, path))?.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await expect.poll(() => model.left).toBe(1)
    await expect
      .poll(async () => (await asked(copilot, 'GET', '/copilot')).json().used)
      .toMatchObject({ calls: 1, dropped: 1 })
  })

  it('summarises what was seen, renews it by what came after, and forgets it with the person', async () => {
    const copilot = opened()
    await save(copilot)
    const summarise = () => asked(copilot, 'POST', '/tickets/5/summary', { language: 'pt' })
    const kept = async () =>
      JSON.parse((await asked(copilot, 'GET', '/copilot/summaries?ticketIds=[5]')).text)
    const line = (kind: string, text: string, ...m: number[]) => JSON.stringify({ t: kind, text, m })
    expect(await kept()).toEqual([])
    model.next.push({
      kind: 'answer',
      text: [line('line', 'Quer saber o prazo; CPF [CPF_1].', 1), line('open', 'De outro lugar', 9)].join(
        '\n',
      ),
    })
    const first = lines((await summarise()).text)
    expect(JSON.stringify(model.asked)).not.toContain('529.982.247-25')
    const whole = { kind: 'line', text: 'Quer saber o prazo; CPF 529.982.247-25.', messageIds: ['m1'] }
    expect(first.at(-1)).toMatchObject({ summary: { ticketId: 5, lines: [whole], newer: 0, dropped: 0 } })
    // Nothing has changed: nothing is asked.
    await summarise()
    expect(model.asked).toHaveLength(1)
    store.cache.rememberMessages([
      message('m2', 'E o frete?', { createdAt: new Date(Date.now() + 1_000).toISOString() }),
    ])
    expect(await kept()).toMatchObject([{ lines: [whole], newer: 1 }])
    model.next.push({ kind: 'answer', text: line('line', 'Quer saber prazo e frete.', 1, 2) })
    const renewed = lines((await summarise()).text)
    expect(renewed.at(-1)).toMatchObject({ summary: { lines: [{ messageIds: ['m1', 'm2'] }], newer: 0 } })
    const rows = async () => JSON.stringify(await store.db.all('SELECT summary FROM summaries'))
    store.cache.rememberMessages([message('m2', 'E o frete?', { isEdited: true })])
    await store.cache.flush()
    expect(await rows()).toContain('Quer saber prazo e frete.')
    store.cache.rememberMessages([message('m1', '', { isDeleted: true })])
    await store.cache.flush()
    expect(await rows()).not.toContain('frete')
    expect(await kept()).toMatchObject([{ lines: [], dropped: 1 }])
    await store.forgetContact(7, [5])
    expect(await kept()).toEqual([])
    expect(server.calls.filter(call => call.includes('/messages'))).toEqual([])
  })

  const voiceNote = (more: object = {}) =>
    message('v1', '', { mediaType: 'audio', mediaUrl: '/public/PTT-1.oga', mediaDuration: 1, ...more })
  /** What this computer adds to what the server says of a voice note. */
  const overheard = async () => {
    const answer = Response.json({ messages: [voiceNote()], ticket: ticket() })
    const body = (await (await store.words.answer(answer)).json()) as {
      messages: Message[]
      ticket: { translatedFrom?: string }
    }
    return { note: body.messages[0], ticket: body.ticket }
  }
  const file = (bytes: Uint8Array) =>
    server.routes.set('GET /public/PTT-1.oga', (_request, response) => response.end(bytes))

  it('writes down what a voice note says, keeps it, finds it, and forgets it with the person', async () => {
    const copilot = opened()
    await save(copilot, { transcriptionBaseUrl: `${model.url}/`, transcriptionApiKey: 'sk-ouvido-1234' })
    file(silence())
    store.cache.rememberMessages([voiceNote()])
    model.nextHeard.push({ kind: 'say', text: 'Quero trocar a geladeira', more: { language: 'portuguese' } })
    const first = (await asked(copilot, 'POST', '/copilot/transcripts', { messageId: 'v1' })).json()
    expect(first).toMatchObject({ message: { id: 'v1', transcript: { state: 'queued' } } })
    await expect.poll(() => told.at(-1)?.transcript?.state).toBe('done')
    const kept = { state: 'done', text: 'Quero trocar a geladeira', language: 'pt', model: 'whisper-1' }
    expect(told.at(-1)?.transcript).toMatchObject({ ...kept, sentTo: new URL(model.url).host })
    expect(model.heard).toMatchObject([{ name: 'audio.ogg', authorization: 'Bearer sk-ouvido-1234' }])
    // Whatever that server says later knows nothing of it.
    expect((await overheard()).note?.transcript).toMatchObject(kept)
    expect(store.words.event({ action: 'update', message: voiceNote({ ack: 3 }) })).toMatchObject({
      message: { ack: 3, transcript: kept },
    })
    expect((await store.cache.search('geladeira', 5)).messages).toMatchObject([
      { messageId: 'v1', isHeard: true },
    ])
    // Asked for once; read by suggestions.
    await asked(copilot, 'POST', '/copilot/transcripts', { messageId: 'v1' })
    expect(model.heard).toHaveLength(1)
    await asked(copilot, 'POST', '/copilot/suggestions', { ticketId: 5 })
    expect(JSON.stringify(model.asked)).toContain('Quero trocar a geladeira')
    expect((await asked(copilot, 'GET', '/copilot')).json().used).toMatchObject({ calls: 2, seconds: 1 })
    // After a start, too.
    await store.words.open(store.scope() ?? 0)
    expect((await overheard()).note?.transcript).toMatchObject(kept)
    await store.forgetContact(7, [5])
    expect((await overheard()).note?.transcript).toBeUndefined()
    // What was under way then brings nothing back.
    const late = told.at(-1)?.transcript as NonNullable<Message['transcript']>
    await store.words.keepTranscript(voiceNote() as unknown as Message, late)
    expect(await store.db.all('SELECT * FROM added_words')).toEqual([])
  })

  it('reads a PDF by itself: nothing leaves, and what says nothing or is none is said', async () => {
    const copilot = opened()
    await save(copilot, {})
    const pdf = { mediaType: 'application', mediaName: 'pedido.pdf', mediaMime: 'application/pdf' }
    const read = async (id: string, bytes: Uint8Array) => {
      file(bytes)
      store.cache.rememberMessages([voiceNote({ id, ...pdf })])
      await asked(copilot, 'POST', '/copilot/transcripts', { messageId: id })
      await expect
        .poll(() => told.at(-1))
        .toMatchObject({ id, transcript: { state: expect.stringMatching(/done|failed/) } })
      return told.at(-1)?.transcript
    }
    expect(await read('p1', pdfOf([[[12, 'Pedido 4711: duas cadeiras']]]))).toMatchObject({
      state: 'done',
      text: 'Pedido 4711: duas cadeiras',
      model: '',
      sentTo: '',
    })
    expect((await store.cache.search('cadeiras', 5)).messages).toMatchObject([{ messageId: 'p1' }])
    expect(await read('p2', Buffer.from('%PDF-1.7 e mais nada'))).toMatchObject({
      failure: 'ERR_UNREADABLE_DOCUMENT',
    })
    expect([model.asked, model.heard]).toEqual([[], []])
    expect((await asked(copilot, 'GET', '/copilot')).json().used).toMatchObject({ calls: 0 })
  })

  it('tells windows that most of the ceiling is used, also where nobody is answered', async () => {
    const copilot = opened()
    await save(copilot, { transcriptionBaseUrl: `${model.url}/`, ceiling: 100 })
    const share = async () => (await asked(copilot, 'GET', '/copilot/offers')).json().usedShare
    file(silence())
    store.cache.rememberMessages([voiceNote(), voiceNote({ id: 'v2' })])
    const hear = async (messageId: string, tokens: number) => {
      model.nextHeard.push({
        kind: 'say',
        text: 'Oi',
        more: { usage: { input_tokens: tokens, output_tokens: 0 } },
      })
      await asked(copilot, 'POST', '/copilot/transcripts', { messageId })
      await expect.poll(() => told.at(-1)?.transcript?.state).toBe('done')
    }
    await hear('v1', 70)
    expect([warnings, await share()]).toEqual([0, 0.7])
    told.length = 0
    await hear('v2', 15)
    expect([warnings, await share()]).toEqual([1, 0.85])
    await save(copilot, { ceiling: null })
    expect(await share()).toBeNull()
  })

  it('says why a voice note has no words, asks again on a press, and goes on where it was', async () => {
    const copilot = opened()
    await save(copilot)
    store.cache.rememberMessages([voiceNote()])
    const press = () => asked(copilot, 'POST', '/copilot/transcripts', { messageId: 'v1' })
    await press()
    await expect.poll(() => told.at(-1)?.transcript).toMatchObject({ failure: 'ERR_WAPP_DOWNLOAD_MEDIA' })
    file(silence())
    model.nextHeard.push({ kind: 'refuse', status: 401 })
    await press()
    await expect.poll(() => told.at(-1)?.transcript).toMatchObject({ state: 'failed', failure: 'ERR_AI_KEY' })
    // The program ended while it was asked for: the next run takes it up.
    await store.words.keepTranscript(voiceNote() as unknown as Message, {
      ...(told.at(-1)?.transcript as NonNullable<Message['transcript']>),
      state: 'queued',
    })
    model.nextHeard.push({ kind: 'say', text: 'Bom dia' })
    await asked(opened(), 'GET', '/copilot/offers')
    await expect.poll(() => told.at(-1)?.transcript).toMatchObject({ state: 'done', text: 'Bom dia' })
  })

  it('asks again where that may help, keeps the pieces it has, and tells nobody else', async () => {
    const copilot = opened()
    await save(copilot)
    file(silence())
    store.cache.rememberMessages([voiceNote()])
    model.nextHeard.push({ kind: 'refuse', status: 503 }, { kind: 'say', text: 'Bom dia' })
    await asked(copilot, 'POST', '/copilot/transcripts', { messageId: 'v1' })
    await expect.poll(() => told.at(-1)?.transcript?.state).toBe('done')
    expect(model.heard).toHaveLength(2)
    const half = { text: 'Parte um', language: 'pt', model: 'w', sentTo: '', pieces: 2, piecesDone: 1 }
    const kept = { ...half, state: 'failed' as const, failure: 'ERR_AI_KEY' as const }
    store.cache.rememberMessages([voiceNote({ id: 'v3' })])
    await store.words.keepTranscript(voiceNote({ id: 'v3' }) as unknown as Message, kept, true)
    const again = await asked(copilot, 'POST', '/copilot/transcripts', { messageId: 'v3' })
    expect(again.json()).toMatchObject({ message: { transcript: { ...half, state: 'queued' } } })
    expect(model.asked).toEqual([])
    // Whoever pressed has left before it failed.
    let end = (): void => {}
    let isSaid = false
    server.routes.set('GET /public/PTT-1.oga', (_request, response) => {
      end = () => server.json(response, 404, {})
      response.on('finish', () => (isSaid = true))
    })
    store.cache.rememberMessages([voiceNote({ id: 'v2' })])
    await asked(copilot, 'POST', '/copilot/transcripts', { messageId: 'v2' })
    await expect.poll(() => server.calls.filter(call => call.includes('PTT-1')).length).toBeGreaterThan(2)
    await side.session.signOut()
    await store.settled()
    end()
    await expect.poll(() => isSaid).toBe(true)
    await store.settled()
    expect(told.filter(({ id }) => id === 'v2')).toEqual([])
  })

  it('translates what is said here, once for all windows', async () => {
    const copilot = opened()
    await save(copilot)
    await asked(copilot, 'PUT', '/copilot/translations', { ticketId: 5, language: 'es' })
    const post = (messageIds: string[]) =>
      asked(copilot, 'POST', '/copilot/translations', { ticketId: 5, messageIds, language: 'en' })
    // Of another conversation.
    expect((await post(['o1'])).json()).toMatchObject({ messages: [], callId: null })
    expect(model.asked).toEqual([])
    const words = 'Qual o prazo?'
    store.cache.rememberMessages([message('m3', words)])
    model.next.push({ kind: 'answer', text: '<m1>When?</m1>' })
    await Promise.all([post(['m3']), post(['m3'])])
    expect(model.asked).toHaveLength(1)
    expect(store.words.message({ ...message('m3', words) })).toMatchObject({
      translations: { en: 'When?' },
    })
    expect(store.words.message({ ...message('m3', words, { isDeleted: true }) })).not.toHaveProperty(
      'translations',
    )
  })

  it('translates a conversation, both ways, and keeps what was written', async () => {
    const copilot = opened()
    await save(copilot)
    const body = { ticketId: 5, language: 'es' }
    expect((await asked(copilot, 'PUT', '/copilot/translations', body)).json()).toMatchObject({
      ticket: { id: 5, translatedFrom: 'es' },
    })
    expect((await overheard()).ticket.translatedFrom).toBe('es')
    const wanted = { ticketId: 5, messageIds: ['m1'], language: 'en' }
    model.next.push({ kind: 'answer', text: '<m1>When does it arrive? My CPF is [CPF_1]</m1>' })
    const answer = (await asked(copilot, 'POST', '/copilot/translations', wanted)).json()
    const text = 'When does it arrive? My CPF is 529.982.247-25'
    expect(answer).toMatchObject({ callId: 1, messages: [{ id: 'm1', translations: { en: text } }] })
    expect(JSON.stringify(model.asked)).not.toContain('529.982.247-25')
    // Once; and no more of a message that says something else by now.
    expect((await asked(copilot, 'POST', '/copilot/translations', wanted)).json()).toMatchObject({
      callId: null,
    })
    const [seen] = (await store.cache.thread(5, { before: null, limit: 5 })).messages
    expect(seen?.translations).toEqual({ en: text })
    expect(store.words.message({ ...message('m1', 'Outra coisa') })).toMatchObject({ translations: null })
    model.next.push({ kind: 'answer', text: '<m1>Llega mañana</m1>' })
    const draft = await asked(copilot, 'POST', '/copilot/translations/draft', {
      ticketId: 5,
      texts: ['Arrives tomorrow'],
    })
    expect(draft.json()).toMatchObject({ texts: ['Llega mañana'], language: 'es' })
    await asked(copilot, 'PUT', '/copilot/translations', { ticketId: 5, language: null })
    expect((await overheard()).ticket.translatedFrom).toBeUndefined()
    const off = await asked(copilot, 'POST', '/copilot/translations/draft', { ticketId: 5, texts: ['Bye'] })
    expect(off.text).toBe('{"error":"ERR_COPILOT_OFF"}')
  })

  it('keeps the key sealed, for the address it was given for', async () => {
    const copilot = opened()
    const saved = (await save(copilot, { apiKey: 'sk-segredo-1234' })).json()
    expect(saved).toMatchObject({ hasApiKey: true, fixed: false })
    expect(JSON.stringify(saved)).not.toContain('segredo')
    expect(readFileSync(join(dataDir, 'copilot.json'), 'utf8')).not.toContain('segredo')
    // After a start, too.
    const later = opened()
    await asked(later, 'POST', '/copilot/test', form())
    expect(model.asked.at(-1)?.authorization).toBe('Bearer sk-segredo-1234')
    const moved = await save(later, { baseUrl: 'https://modelo.example/v1' })
    expect(moved).toMatchObject({ status: 400, text: '{"error":"ERR_VALIDATION","field":"apiKey"}' })
  })

  it('holds the key in memory alone where the system has no keyring', async () => {
    hasKeyring = false
    const copilot = opened()
    expect((await save(copilot, { apiKey: 'sk-segredo-1234' })).json()).toMatchObject({ hasApiKey: true })
    expect(readFileSync(join(dataDir, 'copilot.json'), 'utf8')).not.toContain('segredo')
    expect((await asked(opened(), 'GET', '/copilot')).json()).toMatchObject({ hasApiKey: false })
  })

  it('is set by the administrator of the computer, but for the key', async () => {
    const configured = (value: unknown) => {
      const policyFile = join(dataDir, 'policy.json')
      writeFileSync(policyFile, JSON.stringify({ copilot: value }))
      const places = {
        policyFile,
        serverUrl: undefined,
        explicitFile: undefined,
        userFile: '',
        shippedFile: '',
      }
      return readCopilotPolicy(places, side.log)
    }
    const copilot = opened(configured({ features: ['suggest'], baseUrl: model.url, model: 'casa' }))
    expect((await asked(copilot, 'GET', '/copilot/offers')).json()).toMatchObject({
      features: { suggest: { on: true }, rewrite: { on: false } },
    })
    await save(copilot, { baseUrl: 'https://fora.example/v1', apiKey: 'sk-da-casa-1234' })
    await asked(copilot, 'POST', '/copilot/suggestions', { ticketId: 5 })
    expect(model.asked.at(-1)).toMatchObject({ model: 'casa', authorization: 'Bearer sk-da-casa-1234' })
    expect((await asked(copilot, 'GET', '/copilot')).json()).toMatchObject({
      fixed: true,
      baseUrl: model.url,
    })
    // The key does not follow a policy to another address.
    const other = opened(configured({ features: ['suggest'], baseUrl: `${model.url}/outro` }))
    expect((await asked(other, 'GET', '/copilot')).json()).toMatchObject({ hasApiKey: false })
    await asked(other, 'POST', '/copilot/suggestions', { ticketId: 5 })
    expect(JSON.stringify(model.asked.at(-1))).not.toContain('sk-da-casa')
    // What cannot be understood is off.
    const odd = opened(configured({ features: ['everything'] }))
    expect((await asked(odd, 'POST', '/copilot/suggestions', { ticketId: 5 })).status).toBe(403)
  })

  it('refuses what is no form, and leaves other calls alone', async () => {
    const copilot = opened()
    expect((await asked(copilot, 'POST', '/copilot/suggestions', { ticketId: 'x' })).status).toBe(400)
    expect((await asked(copilot, 'GET', '/copilot/unknown')).status).toBe(404)
    for (const host of ['8.8.8.8', 'modelo.example.com', '[::ffff:8.8.8.8]'])
      expect((await save(copilot, { baseUrl: `http://${host}/v1` })).status).toBe(409)
    for (const host of ['10.0.0.9', 'ollama', 'ollama.local', '[fd00::1]', 'modelo.localhost'])
      expect((await save(copilot, { baseUrl: `http://${host}/v1` })).status).toBe(200)
    expect(await copilot(new Request('app://turno/api/tickets'), '/tickets')).toBeNull()
    expect(await copilot(new Request('app://turno/api/tickets/5'), '/tickets/5')).toBeNull()
  })
})
