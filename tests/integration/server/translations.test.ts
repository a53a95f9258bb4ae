/** Conversations in another language: what is asked, once, and what is kept. */
import type { Message, Ticket } from '@contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { silence } from '../../../electron/copilot/recording'
import { MODEL_TIMEOUTS } from '../../../electron/providers/chat-model'
import {
  copilotCalls,
  copilotSettings,
  messages,
  tickets,
  transcripts,
} from '../../../electron/server/platform/db/schema'
import { deferred } from '../../support/deferred'
import { soon } from '../../support/soon'
import { translating } from '../../support/translating-double'
import { copilotForFile, ON, postLines } from './copilot-for-file'
import type { Person } from './harness'

const { h, model, turnOn, said } = copilotForFile()

beforeEach(async () => {
  model.otherwise = translating
  await turnOn({ translate: ON })
})

interface Answer {
  messages: Message[]
  callId: number | null
  sent: string
  usedShare: number | null
  error: string
}
const translate = (who: Person, ticketId: number, messageIds: readonly string[], language = 'pt') =>
  h.call<Answer>(who, 'copilot.translateMessages', { body: { ticketId, messageIds, language } })
const draft = (who: Person, ticketId: number, texts: readonly string[]) =>
  h.call<{ texts: string[]; language: string; sent: string; error: string }>(who, 'copilot.translateDraft', {
    body: { ticketId, texts },
  })
const kept = async (ticketId: number) =>
  (await h.db.select().from(messages).where(eq(messages.ticketId, ticketId)).orderBy(messages.seq)).map(
    ({ translations }) => translations,
  )
const asked = (at = 0): string => model.asked[at]?.messages.at(-1)?.content ?? ''

describe('messages', () => {
  it('are asked together and in order, kept, told to everybody who sees them, and never asked again', async () => {
    const { ticket, ids } = await said('Hola', '¿Dónde está mi pedido?', '👍', 'Hola')
    const console_ = await h.connect(h.one.ana, [String(ticket.id)])
    const { body } = await translate(h.one.ana, ticket.id, ids)
    expect(asked()).toBe('<m1>Hola</m1>\n<m2>¿Dónde está mi pedido?</m2>')
    expect(body.messages.map(({ translations }) => translations)).toEqual([
      { pt: 'pt: Hola' },
      { pt: 'pt: ¿Dónde está mi pedido?' },
      null,
      { pt: 'pt: Hola' },
    ])
    expect(body.sent).toContain('¿Dónde está mi pedido?')
    const told = await console_.until(({ event, payload }) => {
      const { action, message } = payload as { action: string; message?: Message }
      return event.endsWith('-appMessage') && action === 'update' && message?.id === ids[3]
    })
    expect((told.payload as { message: Message }).message.translations).toEqual({ pt: 'pt: Hola' })
    console_.close()
    const again = await translate(h.one.ana, ticket.id, ids)
    expect(again.body).toMatchObject({ callId: null, sent: '' })
    // Nor the same words of another message.
    const [more = ''] = await h.newMessages(ticket, ['Hola'])
    expect((await translate(h.one.ana, ticket.id, [more])).body.messages[0]?.translations).toEqual({
      pt: 'pt: Hola',
    })
    expect(model.asked.length).toBe(1)
    // Whoever reads another language has one of their own beside it.
    await translate(h.one.ana, ticket.id, ids.slice(0, 1), 'en')
    expect((await kept(ticket.id))[0]).toEqual({ pt: 'pt: Hola', en: 'en: Hola' })
    const page = await h.call<{ messages: Message[] }>(h.one.ana, 'messages.list', {
      params: { ticketId: ticket.id },
    })
    expect(page.body.messages[0]?.translations).toEqual({ pt: 'pt: Hola', en: 'en: Hola' })
  })

  it('of a voice note are those of its transcript, and go when it says something else', async () => {
    const id = await h.customer(h.one, '5511988887777', '', {
      mediaType: 'audio',
      media: { bytes: silence(), mime: 'audio/ogg; codecs=opus', name: 'PTT-1.oga' },
    })
    const [row] = await h.db.select().from(messages).where(eq(messages.id, id))
    if (!row) throw new Error('no message')
    // Whatever its file is called says nothing.
    expect((await translate(h.one.admin, row.ticketId, [id])).body.messages[0]?.translations).toBeNull()
    expect(model.asked).toEqual([])
    const queued = { messageSeq: row.seq, companyId: h.one.id, nextAt: new Date().toISOString() }
    await h.db.platform.insert(transcripts).values({ ...queued, state: 'done', body: 'Quiero mi dinero' })
    const { body } = await translate(h.one.admin, row.ticketId, [id])
    expect(asked()).toBe('<m1>Quiero mi dinero</m1>')
    expect(body.messages[0]?.translations).toEqual({ pt: 'pt: Quiero mi dinero' })
    await h.db.platform
      .update(transcripts)
      .set({ body: 'Otra cosa' })
      .where(eq(transcripts.messageSeq, row.seq))
    await h.db.platform.update(messages).set({ translations: null }).where(eq(messages.seq, row.seq))
    const next = await translate(h.one.admin, row.ticketId, [id])
    expect(next.body.messages[0]?.translations).toEqual({ pt: 'pt: Otra cosa' })
  })

  it('are found by searches, which say so, until the message is changed', async () => {
    const { ticket, ids } = await said('¿Dónde está mi pedido?')
    model.next.push({ kind: 'answer', text: '<m1>Cadê minha encomenda?</m1>' })
    await translate(h.one.ana, ticket.id, ids)
    const found = async (searchParam: string) => {
      const { body } = await h.call<{ tickets: Ticket[] }>(h.one.ana, 'tickets.list', {
        query: { searchParam, showAll: 'true', pageNumber: 1 },
      })
      return body.tickets.find(({ id }) => id === ticket.id)?.messages
    }
    expect(await found('encomenda')).toMatchObject([{ body: 'Cadê minha encomenda?', translated: true }])
    expect(await found('pedido')).toMatchObject([{ body: '¿Dónde está mi pedido?', translated: false }])
    const hits = await h.call<{ hits: { id: string }[] }>(h.one.ana, 'messages.search', {
      params: { ticketId: ticket.id },
      query: { searchParam: 'encomenda' },
    })
    expect(hits.body.hits.map(({ id }) => id)).toEqual(ids)
    await h.running.sink.edited({ whatsappId: h.one.whatsappId, messageId: ids[0] ?? '', body: 'Nada' })
    expect(await found('encomenda')).toBeUndefined()
    // What somebody wrote before it was translated is found, too.
    await h.db.platform.update(tickets).set({ translatedFrom: 'es' }).where(eq(tickets.id, ticket.id))
    await h.call(h.one.ana, 'messages.send', {
      params: { ticketId: ticket.id },
      body: { body: 'Llega mañana', original: 'Amanhece logo', originalLanguage: 'pt' },
    })
    expect(await found('amanhece')).toMatchObject([{ body: 'Amanhece logo', translated: true }])
  })

  it('that two people look at are asked once', async () => {
    const { ticket, ids } = await said('Buenos días a todos')
    const { promise: until, resolve: letGo } = deferred()
    model.next.push({ kind: 'hold', until, text: '<m1>Bom dia a todos</m1>' })
    const both = [translate(h.one.ana, ticket.id, ids), translate(h.one.admin, ticket.id, ids)]
    await soon(() => expect(model.asked.length).toBe(1))
    letGo()
    for (const { body } of await Promise.all(both))
      expect(body.messages[0]?.translations).toEqual({ pt: 'Bom dia a todos' })
    expect(model.asked.length).toBe(1)
  })

  it('that changed meanwhile keep no translation of what they no longer say', async () => {
    const { ticket, ids } = await said('Quiero dos', 'Gracias')
    const { promise: until, resolve: letGo } = deferred()
    model.next.push({ kind: 'hold', until, text: '<m1>Quero dois</m1><m2>Obrigado</m2>' })
    const coming = translate(h.one.ana, ticket.id, ids)
    await soon(() => expect(model.asked.length).toBe(1))
    await h.db.platform
      .update(messages)
      .set({ body: 'Quiero tres' })
      .where(eq(messages.id, ids[0] ?? ''))
    letGo()
    await coming
    expect(await kept(ticket.id)).toEqual([null, { pt: 'Obrigado' }])
  })

  it('leave masked, and each gets back its own data alone', async () => {
    const { ticket, ids } = await said('Mi correo es rosa@x.com', 'Repite [EMAIL_1] por favor')
    model.next.push({
      kind: 'answer',
      text: '<m1>Meu e-mail é [EMAIL_1]</m1><m2>Repita [EMAIL_1] [CPF_1]</m2>',
    })
    const { body } = await translate(h.one.ana, ticket.id, ids)
    expect(JSON.stringify(model.asked)).not.toContain('rosa@x.com')
    expect(asked()).toContain('Repite (EMAIL_1)')
    expect(body.messages.map(({ translations }) => translations?.pt)).toEqual([
      'Meu e-mail é rosa@x.com',
      'Repita [EMAIL_1] [CPF_1]',
    ])
  })

  it.each([
    ['refused for its key', { kind: 'refuse', status: 401 }, 'ERR_AI_KEY'],
    ['garbage', { kind: 'answer', text: '<m2>{"a":[</m1>' }, 'ERR_AI_PROVIDER'],
    ['huge', { kind: 'answer', text: 'a'.repeat(70_000), pieces: 40 }, 'ERR_AI_ENDLESS'],
    ['too long for its text', { kind: 'answer', text: `<m1>${'a'.repeat(900)}</m1>` }, 'ERR_AI_PROVIDER'],
  ] as const)(
    'of a provider that is %s are left as they are, and may be asked again',
    async (_, how, code) => {
      const { ticket, ids } = await said('Hola, ¿qué tal?')
      model.next.push(how)
      const { body } = await translate(h.one.ana, ticket.id, ids)
      expect(body.error).toBe(code)
      expect(await kept(ticket.id)).toEqual([null])
      expect((await h.db.select().from(copilotCalls))[0]).toMatchObject({
        feature: 'translate',
        outcome: 'failed',
      })
      model.next.length = 0
      const again = await translate(h.one.ana, ticket.id, ids)
      expect(again.body.messages[0]?.translations).toEqual({ pt: 'pt: Hola, ¿qué tal?' })
    },
  )

  it('are no longer asked for whoever left, and whoever waited for them asks', async () => {
    const { ticket, ids } = await said('Hasta luego')
    const leaving = new AbortController()
    model.next.push({ kind: 'stall', text: '<m1>' })
    const body = { ticketId: ticket.id, messageIds: ids, language: 'pt' }
    const path = '/api/copilot/translations'
    const request = postLines(h, h.one.ana, path, body, leaving.signal).catch(() => undefined)
    await soon(() => expect(model.asked.length).toBe(1))
    const waiting = translate(h.one.admin, ticket.id, ids)
    await new Promise(resolve => setTimeout(resolve, 30))
    leaving.abort()
    await request
    expect((await waiting).body.messages[0]?.translations).toEqual({ pt: 'pt: Hasta luego' })
    await soon(() => expect(model.left).toBe(1))
    const outcomes = (await h.db.select().from(copilotCalls)).map(({ outcome }) => outcome)
    expect(outcomes.sort()).toEqual(['answered', 'dropped'])
  })

  it('are for whom it is on, who sees the conversation, below the ceiling', async () => {
    const { ticket, ids } = await said('Hola amigo')
    expect((await translate(h.one.caio, ticket.id, ids)).status).toBe(403)
    expect((await translate(h.two.ana, ticket.id, ids)).status).toBe(404)
    // Ids of another conversation are none of this one.
    const other = await said('Secreto de otro')
    const { body } = await translate(h.one.ana, ticket.id, other.ids)
    expect([body.messages, model.asked.length]).toEqual([[], 0])
    await h.db.platform.update(copilotSettings).set({ ceiling: 10 })
    expect((await translate(h.one.ana, ticket.id, ids)).body.error).toBe('ERR_COPILOT_CEILING')
    await h.db.platform
      .update(copilotSettings)
      .set({ features: { translate: { ...ON, profiles: ['admin'] } } })
    expect((await translate(h.one.ana, ticket.id, ids)).body.error).toBe('ERR_COPILOT_OFF')
    expect(model.asked.length).toBe(0)
  })
})

describe('a conversation', () => {
  it('is translated for everybody who sees it once it is switched on, and no more once it is switched off', async () => {
    const { ticket } = await said('Hola')
    const console_ = await h.connect(h.one.admin, [String(ticket.id)])
    const set = (language: string | null, who = h.one.ana) =>
      h.call<{ ticket: Ticket }>(who, 'copilot.translateTicket', { body: { ticketId: ticket.id, language } })
    const on = await set('es')
    expect(on.body.ticket).toMatchObject({ translatedFrom: 'es', updatedAt: ticket.updatedAt })
    const told = await console_.until(({ event, payload }) => {
      const { ticket: now } = payload as { ticket?: Ticket }
      return event.endsWith('-ticket') && now?.translatedFrom === 'es'
    })
    expect(told).toBeTruthy()
    console_.close()
    expect((await draft(h.one.ana, ticket.id, ['Bom dia', 'Foto do produto'])).body).toMatchObject({
      texts: ['es: Bom dia', 'es: Foto do produto'],
      language: 'es',
    })
    expect((await set('es', h.one.caio)).status).toBe(403)
    expect((await set(null)).body.ticket.translatedFrom).toBeNull()
    expect((await draft(h.one.ana, ticket.id, ['Bom dia'])).body.error).toBe('ERR_COPILOT_OFF')
  })
})

describe('what an agent writes', () => {
  const open = async () => {
    const made = await said('Hola')
    await h.db.platform.update(tickets).set({ translatedFrom: 'es' }).where(eq(tickets.id, made.ticket.id))
    return made.ticket
  }

  it('comes whole or not at all', async () => {
    const ticket = await open()
    model.next.push({ kind: 'answer', text: '<m1>Buenos días</m1>' })
    expect((await draft(h.one.ana, ticket.id, ['Bom dia', 'Até logo'])).body.error).toBe('ERR_AI_PROVIDER')
    expect((await draft(h.one.ana, ticket.id, ['a'.repeat(4_000), 'b'.repeat(4_000)])).body.error).toBe(
      'ERR_MESSAGE_TOO_LONG',
    )
  })

  it('is kept with the message it became, and is gone once that says something else', async () => {
    const ticket = await open()
    const sent = await h.call<{ message: Message }>(h.one.ana, 'messages.send', {
      params: { ticketId: ticket.id },
      body: { body: 'Buenos días', original: 'Bom dia', originalLanguage: 'pt', clientId: 'traduzida-1' },
    })
    expect(sent.body.message).toMatchObject({ body: 'Buenos días', translations: { pt: 'Bom dia' } })
    expect(model.asked.length).toBe(0)
    const edited = await h.call<{ message: Message }>(h.one.ana, 'messages.edit', {
      params: { id: sent.body.message.id },
      body: { body: 'Buenas tardes' },
    })
    expect(edited.body.message).toMatchObject({ body: 'Buenas tardes', translations: null })
  })
})

describe('questions of a server that was killed', () => {
  it('are over after the time they had, and count no more than what had left', async () => {
    const { ticket, ids } = await said('Hola, buenos días')
    const forgotten = {
      companyId: h.one.id,
      ticketId: ticket.id,
      feature: 'suggest' as const,
      promptTokens: 50,
      completionTokens: 900,
    }
    const old = new Date(Date.now() - MODEL_TIMEOUTS.whole - 60_000).toISOString()
    await h.db.platform.insert(copilotCalls).values([
      { ...forgotten, createdAt: old },
      { ...forgotten, completionTokens: 30 },
    ])
    await h.db.platform.update(copilotSettings).set({ ceiling: 900 })
    expect((await translate(h.one.ana, ticket.id, ids)).status).toBe(200)
    const rows = await h.db.select().from(copilotCalls).orderBy(copilotCalls.id)
    expect(rows.map(row => [row.outcome, row.promptTokens, row.completionTokens])).toEqual([
      ['failed', 50, 0],
      ['asked', 50, 30],
      ['answered', 40, 10],
    ])
  })
})
