/** Transcripts: who may ask, what leaves, what is kept and found, what they cost, and what goes wrong at the provider. */
import { webhookData, webhookEnvelope } from '@contract'
import { and, eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { silence } from '../../../electron/copilot/recording'
import { oggFile } from '../../../electron/ogg'
import { MODEL_TIMEOUTS } from '../../../electron/providers/chat-model'
import { payloadOf } from '../../../electron/server/automation/webhooks/payload'
import {
  copilotCalls,
  messages,
  queues,
  tickets,
  transcripts,
  webhookDeliveries,
} from '../../../electron/server/platform/db/schema'
import { deferred } from '../../support/deferred'
import { pdfOf } from '../../support/documents'
import { soonTicking } from '../../support/soon'
import { copilotForFile, ON, postLines } from './copilot-for-file'
import type { Person } from './harness'

const { h, model, timeouts } = copilotForFile({ modelTimeouts: { ...MODEL_TIMEOUTS, pause: 10 } })

const soon = soonTicking(() => Promise.all(['transcript.make', 'message.auto-reply'].map(h.tick)))
const OFF = { ...ON, on: false }
const form = (more: object = {}) => ({
  baseUrl: model.url,
  model: 'modelo-da-casa',
  apiKey: 'sk-da-casa-123456',
  features: { suggest: ON, rewrite: OFF, transcribe: ON },
  ...more,
})
const save = (more: object = {}) => h.call(h.one.admin, 'copilot.saveSettings', { body: form(more) })

let numbers = 0
/** A customer's voice note. */
async function voiceNote(bytes: Uint8Array = silence(), more: object = {}) {
  numbers += 1
  const number = `55119${String(numbers).padStart(8, '0')}`
  const id = await h.customer(h.one, number, '', {
    mediaType: 'audio',
    // As WhatsApp's own voice notes are called: servers that go by the name refuse it.
    media: { bytes, mime: 'audio/ogg; codecs=opus', name: 'PTT-20261127.oga' },
    ...more,
  })
  const [row] = await h.db.select().from(messages).where(eq(messages.id, id))
  if (!row) throw new Error('no message')
  await h.db.platform.update(tickets).set({ queueId: h.one.suporte }).where(eq(tickets.id, row.ticketId))
  return row
}
type Row = Awaited<ReturnType<typeof voiceNote>>
const ask = (who: Person, messageId: string) => h.call(who, 'copilot.transcribe', { body: { messageId } })
const kept = async ({ seq }: Row) => {
  const [row] = await h.db.select().from(transcripts).where(eq(transcripts.messageSeq, seq))
  return row
}
const ended = (row: Row) =>
  soon(async () => {
    const found = await kept(row)
    if (!found || found.state === 'queued') throw new Error('still queued')
    return found
  })
const calls = () => h.db.select().from(copilotCalls).where(eq(copilotCalls.companyId, h.one.id))

describe('a transcript that is asked for', () => {
  it('leaves as a file with the name of what it is, comes back live, and is found by its words', async () => {
    await save()
    const row = await voiceNote()
    const console_ = await h.connect(h.one.ana, [String(row.ticketId), 'pending'])
    model.nextHeard.push({
      kind: 'say',
      text: ' Quero trocar o liquidificador. ',
      more: { language: 'portuguese', duration: 3.2 },
    })
    const asked = await ask(h.one.ana, row.id)
    expect(asked.body.message).toMatchObject({ id: row.id, transcript: { state: 'queued' } })
    await ended(row)
    const [file] = model.heard
    expect(file).toMatchObject({
      name: 'audio.ogg',
      mime: 'audio/ogg',
      authorization: 'Bearer sk-da-casa-123456',
      fields: { model: 'whisper-1', response_format: 'verbose_json' },
    })
    expect(file?.fields).not.toHaveProperty('language')
    expect(file?.bytes.equals(Buffer.from(silence()))).toBe(true)
    const told = await console_.until(
      ({ payload }) =>
        (payload.message as { transcript?: { state: string } } | undefined)?.transcript?.state === 'done',
    )
    console_.close()
    expect(told.payload.message).toMatchObject({
      transcript: {
        text: 'Quero trocar o liquidificador.',
        language: 'pt',
        model: 'whisper-1',
        sentTo: new URL(model.url).host,
      },
    })
    const found = await h.call<{ hits: { id: string }[] }>(h.one.ana, 'messages.search', {
      params: { ticketId: row.ticketId },
      query: { searchParam: 'LIQUIDIFICADÓR' },
    })
    expect(found.body.hits.map(({ id }) => id)).toEqual([row.id])
    const listed = await h.call<{ tickets: object[] }>(h.one.admin, 'tickets.list', {
      query: { searchParam: 'liquidificador', showAll: 'true' },
    })
    expect(listed.body.tickets).toMatchObject([
      { id: row.ticketId, messages: [{ id: row.id, heard: true, body: 'Quero trocar o liquidificador.' }] },
    ])
    expect(await calls()).toMatchObject([
      {
        feature: 'transcribe',
        userId: h.one.ana.id,
        ticketId: row.ticketId,
        outcome: 'answered',
        seconds: 4,
      },
    ])
    // Once it is there, nobody pays for it again.
    await ask(h.one.bia, row.id)
    expect(model.heard.length).toBe(1)
  })

  it('is for the queues and profiles an administrator chose, and for whoever sees the conversation', async () => {
    await save({ features: { transcribe: { ...ON, queueIds: [h.one.suporte], profiles: ['user'] } } })
    const row = await voiceNote()
    expect((await ask(h.one.admin, row.id)).body.error).toBe('ERR_COPILOT_OFF')
    expect((await ask(h.one.caio, row.id)).status).toBe(403)
    expect((await ask(h.two.ana, row.id)).body.error).toBe('ERR_NO_MESSAGE_FOUND')
    const [text] = await h.newMessages(await h.ticket(row.ticketId), ['Oi'])
    expect((await ask(h.one.ana, text ?? '')).body.error).toBe('ERR_TRANSCRIPT_FILE')
    expect(model.heard).toEqual([])
    expect((await ask(h.one.ana, row.id)).status).toBe(200)
    await ended(row)
  })

  it('goes to a provider of its own with its own key, which stays with its address', async () => {
    const own = { transcriptionBaseUrl: `${model.url}/`, transcriptionModel: 'gpt-4o-transcribe' }
    await save({ ...own, transcriptionApiKey: 'sk-dos-audios-1' })
    const kept = await save(own)
    expect(kept.body).toMatchObject({ hasTranscriptionKey: true, transcriptionModel: 'gpt-4o-transcribe' })
    expect(JSON.stringify(kept.body)).not.toContain('sk-dos')
    const row = await voiceNote()
    await ask(h.one.ana, row.id)
    await ended(row)
    expect(model.heard[0]).toMatchObject({
      authorization: 'Bearer sk-dos-audios-1',
      fields: { model: 'gpt-4o-transcribe', response_format: 'json' },
    })
    const moved = await save({ transcriptionBaseUrl: `${model.url}/other` })
    expect(moved.body).toMatchObject({ hasTranscriptionKey: false })
    expect((await save({ transcriptionBaseUrl: 'ftp://x' })).status).toBe(400)
  })

  it('goes in pieces where it is long, says how far it is, and goes on from there when it is asked again', async () => {
    await save()
    const long = oggFile({
      packets: Array.from({ length: 1_500 * 50 }, () => new Uint8Array([0xf8, 0xff, 0xfe])),
      packetSamples: 960,
      preSkip: 0,
      samples: 1_500 * 48_000,
      inputRate: 48_000,
    })
    const row = await voiceNote(long)
    model.nextHeard.push({ kind: 'say', text: 'Primeira parte' }, { kind: 'refuse', status: 400 })
    await ask(h.one.ana, row.id)
    expect(await ended(row)).toMatchObject({
      state: 'failed',
      failure: 'ERR_TRANSCRIPT_FILE',
      body: 'Primeira parte',
      pieces: 3,
      piecesDone: 1,
    })
    for (const text of ['segunda', 'terceira.']) model.nextHeard.push({ kind: 'say', text })
    await ask(h.one.ana, row.id)
    await soon(async () => expect((await kept(row))?.state).toBe('done'))
    expect(await kept(row)).toMatchObject({ body: 'Primeira parte segunda terceira.', piecesDone: 3 })
    expect(model.heard.length).toBe(4)
    expect((await calls()).map(({ seconds }) => seconds)).toEqual([600, 0, 600, 300])
  })

  it.each([
    ['the key is refused', { kind: 'refuse', status: 401 } as const, 'ERR_AI_KEY', 1],
    ['the server fails, three times', { kind: 'refuse', status: 500 } as const, 'ERR_AI_PROVIDER', 3],
  ])('fails in words where %s, and can be asked for again', async (_name, behaviour, failure, times) => {
    await save()
    // A person may ask so often in a minute.
    const { bia } = h.one
    const row = await voiceNote()
    for (let at = 0; at < times; at += 1) model.nextHeard.push(behaviour)
    await ask(bia, row.id)
    expect(await ended(row)).toMatchObject({ state: 'failed', failure })
    expect(model.heard.length).toBe(times)
    await ask(bia, row.id)
    await soon(async () => expect((await kept(row))?.state).toBe('done'))
  })

  it('of a PDF is read on the server: nothing is asked of a model, and suggestions rest on it', async () => {
    await save({ transcribesArrivals: true, features: { transcribe: ON, suggest: ON }, masks: ['cpf'] })
    const pdf = (bytes: Uint8Array) =>
      voiceNote(bytes, {
        mediaType: 'application',
        media: { bytes, mime: 'application/pdf', name: 'comprovante.pdf' },
      })
    const row = await pdf(pdfOf([[[12, 'Comprovante de R$ 350,00']], [[12, 'Segunda folha 529.982.247-25']]]))
    const text = 'Comprovante de R$ 350,00 Segunda folha 529.982.247-25'
    expect(await ended(row)).toMatchObject({ state: 'done', body: text, model: '', sentTo: '' })
    expect([model.heard, model.asked, await calls()]).toEqual([[], [], []])
    await postLines(h, h.one.admin, '/api/copilot/suggestions', { ticketId: row.ticketId })
    expect(JSON.stringify(model.asked)).toContain('Segunda folha [CPF_1]')
    expect(JSON.stringify(model.asked)).not.toContain('529.982')
    const found = await h.call<{ hits: unknown[] }>(h.one.admin, 'messages.search', {
      params: { ticketId: row.ticketId },
      query: { searchParam: 'segunda folha' },
    })
    expect(found.body.hits).toHaveLength(1)
    // Pages that are pictures, and what is no PDF, say so.
    expect(await ended(await pdf(pdfOf([[]])))).toMatchObject({ failure: 'ERR_TRANSCRIPT_SCANNED' })
    const broken = Buffer.from('%PDF-1.7 and then nothing that anybody could read')
    expect(await ended(await pdf(broken))).toMatchObject({ failure: 'ERR_UNREADABLE_DOCUMENT' })
    const page = Array.from({ length: 50 }, () => [12, 'palavra '.repeat(12)] as const)
    const long = pdfOf([page, page, page, page, page, page])
    expect((await ended(await pdf(long))).body).toHaveLength(20_001)
  })

  it('stops at the month’s ceiling, which counts its tokens', async () => {
    await save({ ceiling: 100 })
    const row = await voiceNote()
    model.nextHeard.push({
      kind: 'say',
      text: 'Oi',
      more: { usage: { type: 'tokens', input_tokens: 70, output_tokens: 20 } },
    })
    await ask(h.one.ana, row.id)
    await ended(row)
    const settings = await h.call<{ used: object }>(h.one.admin, 'copilot.settings')
    expect(settings.body.used).toMatchObject({ calls: 1, tokens: 90, seconds: 1, dollars: 0, unpriced: 0 })
    const next = await voiceNote()
    await ask(h.one.ana, next.id)
    expect(await ended(next)).toMatchObject({ state: 'failed', failure: 'ERR_COPILOT_CEILING' })
    expect(model.heard.length).toBe(1)
  })

  it('is told to other programs, and goes with its message', async () => {
    await save()
    const row = await voiceNote()
    const hook = { name: 'Pedidos', url: 'http://127.0.0.1:9/', messages: true, acks: false, tickets: false }
    await h.call(h.one.admin, 'webhooks.create', { body: hook })
    model.nextHeard.push({ kind: 'say', text: 'Segredo falado' })
    await ask(h.one.ana, row.id)
    await ended(row)
    const told = await h.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.messageSeq, row.seq))
    expect(told.map(({ event }) => event)).toEqual(['message.transcribed'])
    const payload: unknown = JSON.parse((told[0] && (await payloadOf(h.db, told[0]))) ?? '')
    const { message, transcript } = webhookEnvelope
      .extend({ data: webhookData.transcript.strict() })
      .parse(payload).data
    expect([message.id, transcript.text]).toEqual([row.id, 'Segredo falado'])
    const found = async (searchParam: string) =>
      (
        await h.call<{ hits: { id: string }[] }>(h.one.ana, 'messages.search', {
          params: { ticketId: row.ticketId },
          query: { searchParam },
        })
      ).body.hits.length
    const { whatsappId } = h.one
    await h.running.sink.edited({ whatsappId, messageId: row.id, body: 'Com legenda' })
    expect([await found('falado'), await found('legenda')]).toEqual([1, 1])
    const other = await voiceNote()
    await ask(h.one.ana, other.id)
    await ended(other)
    await h.running.sink.revoked({ whatsappId, messageId: other.id })
    expect(await kept(other)).toBeUndefined()
  })
})

describe('a transcript that comes by itself', () => {
  it('is made of customers’ recordings as they come, where the company wants it', async () => {
    await save()
    const before = await voiceNote()
    await save({ transcribesArrivals: true })
    const row = await voiceNote()
    expect(await ended(row)).toMatchObject({ state: 'done', userId: null })
    expect(await kept(before)).toBeUndefined()
    expect(await calls()).toMatchObject([{ userId: null, feature: 'transcribe' }])
  })

  it('of one company holds up no other’s, however slow its provider is', async () => {
    await save({ transcribesArrivals: true })
    const { promise: until, resolve: release } = deferred()
    const slow = await Promise.all(
      [1, 2, 3].map(async () => {
        model.nextHeard.push({ kind: 'hold', until, text: 'enfim' })
        return await voiceNote()
      }),
    )
    await soon(() => expect(model.heard.length).toBe(2))
    await h.call(h.two.admin, 'copilot.saveSettings', { body: form() })
    const id = await h.customer(h.two, '5511900000099', '', {
      mediaType: 'audio',
      media: { bytes: silence(), mime: 'audio/ogg', name: 'a.ogg' },
    })
    const [theirs] = await h.db.select().from(messages).where(eq(messages.id, id))
    model.nextHeard.length = 0
    await h.call(h.two.admin, 'copilot.transcribe', { body: { messageId: id } })
    expect(await ended(theirs as Row)).toMatchObject({ state: 'done' })
    expect((await kept(slow[2] as Row))?.state).toBe('queued')
    release()
    for (const row of slow) expect(await ended(row)).toMatchObject({ state: 'done' })
  })
})

describe('who answers in a person’s place', () => {
  const withPrompt = async () => {
    const made = await h.call(h.one.admin, 'prompts.create', {
      body: { name: 'Padaria', queueId: h.one.vendas, baseUrl: model.url, apiKey: 'sk-do-prompt-12345' },
    })
    await h.db.platform.update(queues).set({ promptId: Number(made.body.id) })
  }
  const answers = (row: Row) =>
    soon(async () => {
      const own = and(eq(messages.ticketId, row.ticketId), eq(messages.fromMe, true))
      const [said] = await h.db.select().from(messages).where(own)
      if (!said) throw new Error('no answer')
      return said.body
    })
  afterEach(() => h.db.platform.update(queues).set({ promptId: null }))

  it('waits for what was said, asks for it, and answers that', async () => {
    await save()
    await withPrompt()
    model.nextHeard.push({ kind: 'say', text: 'Vocês têm pão de queijo?', waitMs: 700 })
    model.next.push({ kind: 'answer', text: 'Temos!' })
    const row = await voiceNote()
    expect(await answers(row)).toBe('Temos!')
    expect(model.asked.length).toBe(1)
    expect(model.asked[0]?.messages.at(-1)?.content).toBe('[áudio] Vocês têm pão de queijo?')
  })

  it.each([
    ['fails', { kind: 'refuse', status: 401 } as const],
    ['takes too long', { kind: 'hold', until: new Promise(() => {}), text: '' } as const],
  ])('answers without it where it %s', async (_name, behaviour) => {
    Object.assign(timeouts, { hearing: 500 })
    await save()
    await withPrompt()
    model.nextHeard.push(behaviour)
    model.next.push({ kind: 'answer', text: 'Pode escrever?' })
    const row = await voiceNote()
    expect(await answers(row)).toBe('Pode escrever?')
    expect(model.asked[0]?.messages.at(-1)?.content).toBe('[áudio]')
  })

  it('gives a customer to a person who says that they want one', async () => {
    await save()
    await withPrompt()
    model.nextHeard.push({ kind: 'say', text: 'Quero falar com um atendente' })
    const row = await voiceNote()
    await soon(async () => expect((await h.ticket(row.ticketId)).queueId).toBe(h.one.vendas))
    expect(model.asked).toEqual([])
  })

  it('waits for nothing where recordings are not transcribed', async () => {
    await save({ features: { transcribe: OFF } })
    await withPrompt()
    const row = await voiceNote()
    expect(await answers(row)).toBe('Olá! Como posso ajudar?')
    expect(model.heard).toEqual([])
  })

  it('waits once more, and no longer, for what was asked for before the clock was set back', async () => {
    Object.assign(timeouts, { hearing: 500 })
    await save()
    await withPrompt()
    const held = deferred<void>()
    model.nextHeard.push({ kind: 'hold', until: held.promise, text: 'Tarde demais.' })
    model.next.push({ kind: 'answer', text: 'Pode escrever?' })
    const row = await voiceNote()
    await soon(() => expect(model.heard.length).toBe(1))
    await h.update(transcripts, { createdAt: '2091-05-04T12:00:00.000Z' })
    expect(await answers(row)).toBe('Pode escrever?')
    held.resolve()
  })
})

describe('the settings’ button', () => {
  it('sends a second of silence, and says what comes back', async () => {
    model.nextHeard.push({ kind: 'say', text: 'Obrigado.' }, { kind: 'refuse', status: 401 })
    const tried = await h.call(h.one.admin, 'copilot.testTranscription', { body: form() })
    expect(tried.body).toMatchObject({ text: 'Obrigado.', model: 'whisper-1' })
    expect(model.heard[0]).toMatchObject({ name: 'audio.ogg', mime: 'audio/ogg' })
    const refused = await h.call(h.one.admin, 'copilot.testTranscription', { body: form() })
    expect(refused.body.error).toBe('ERR_AI_KEY')
  })
})

describe('a picture', () => {
  it('is read by the model that answers, where somebody asks', async () => {
    await save()
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    const row = await voiceNote(png, {
      mediaType: 'image',
      media: { bytes: png, mime: 'image/png', name: 'f.png' },
    })
    model.next.push({ kind: 'answer', text: 'NOTA FISCAL 42' })
    await ask(h.one.ana, row.id)
    expect(await ended(row)).toMatchObject({ state: 'done', body: 'NOTA FISCAL 42', model: 'modelo-da-casa' })
    expect(model.heard).toEqual([])
    expect(JSON.stringify(model.asked[0]?.messages.at(-1)?.content)).toContain(
      `data:image/png;base64,${png.toString('base64')}`,
    )
  })
})
