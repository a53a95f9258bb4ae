/** The copilot: who may ask, what leaves, what comes back, what it costs. */
import { byFeature, FEATURE_OFF, MASKED_KINDS } from '@contract'
import { eq } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  articles,
  copilotCalls,
  plans,
  quickMessages,
  tickets,
} from '../../../electron/server/platform/db/schema'
import { copilotForFile, ON, postLines } from './copilot-for-file'
import type { Person } from './harness'

const { h, model, said } = copilotForFile()

const form = (more: object = {}) => ({
  baseUrl: model.url,
  model: 'modelo-da-casa',
  apiKey: 'sk-da-casa-123456',
  features: { suggest: ON, rewrite: ON },
  masks: MASKED_KINDS,
  ...more,
})
const save = (more: object = {}, who = h.one.admin) =>
  h.call(who, 'copilot.saveSettings', { body: form(more) })
const post = (who: Person, path: string, body: object) => postLines(h, who, `/api/copilot/${path}`, body)
const suggest = (who: Person, ticketId: number, more: object = {}) =>
  post(who, 'suggestions', { ticketId, ...more })
const shown = (all: readonly Record<string, unknown>[]): string => all.map(({ delta = '' }) => delta).join('')
const calls = () => h.db.select().from(copilotCalls).where(eq(copilotCalls.companyId, h.one.id))

describe('its settings', () => {
  it('are off until an administrator sets them, kept without showing the key, and told to everybody', async () => {
    const offers = await h.call(h.one.ana, 'copilot.offers')
    expect(offers.body).toEqual({
      features: byFeature(() => FEATURE_OFF),
      usedShare: null,
      stopped: [],
      transcribesOpen: false,
    })
    const ticket = await h.newTicket(h.one, { userId: h.one.ana.id, status: 'open' })
    expect((await suggest(h.one.ana, ticket.id)).lines[0]).toMatchObject({ error: 'ERR_COPILOT_OFF' })
    const console_ = await h.connect(h.one.ana)
    const saved = await save({ ceiling: 5_000 })
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject({ hasApiKey: true, ceiling: 5_000, used: { calls: 0, tokens: 0 } })
    expect(JSON.stringify(saved.body)).not.toContain('sk-da-casa')
    await console_.until(({ event }) => event.endsWith('-copilot'))
    console_.close()
    // A key is for its address, and stays where none is given.
    const kept = await save({ apiKey: '' })
    expect(kept.body).toMatchObject({ hasApiKey: true })
    const moved = await save({ apiKey: '', baseUrl: `${model.url}/other` })
    expect([moved.status, moved.body.field]).toEqual([400, 'apiKey'])
  })

  it('stay where a console of an earlier version, which does not know them, saves the others', async () => {
    const later = {
      transcriptionBaseUrl: `${model.url}/voz`,
      transcriptionModel: 'ouvinte',
      transcribesArrivals: true,
      embeddingBaseUrl: `${model.url}/vetores`,
      embeddingModel: 'significado',
      alone: { tag: 80, queue: null, priority: 90 },
    }
    const keys = { transcriptionApiKey: 'sk-da-voz-123456', embeddingApiKey: 'sk-dos-vetores-1' }
    expect((await save({ ...later, ...keys })).status).toBe(200)
    const saved = await save({ model: 'outro-modelo' })
    expect(saved.body).toMatchObject({
      ...later,
      model: 'outro-modelo',
      hasTranscriptionKey: true,
      hasEmbeddingKey: true,
    })
    // One that knows them empties them.
    expect((await save({ embeddingModel: '', embeddingBaseUrl: '' })).body).toMatchObject({
      ...later,
      embeddingBaseUrl: '',
      embeddingModel: '',
    })
  })

  it('are administrators’ of plans that have AI, and name queues and prompts of their own company', async () => {
    expect((await save({}, h.one.sup)).status).toBe(403)
    const foreign = await save({ features: { suggest: { ...ON, queueIds: [h.two.vendas] }, rewrite: ON } })
    expect(foreign.body.error).toBe('ERR_NO_QUEUE_FOUND')
    expect((await save({ promptId: 999 })).body.error).toBe('ERR_NO_PROMPT_FOUND')
    await h.db.platform.update(plans).set({ useOpenAi: false })
    expect((await save()).body.error).toBe('ERR_PLAN_LACKS')
    await h.db.platform.update(plans).set({ useOpenAi: true })
  })

  it('are tried with one question, as the form has them', async () => {
    const tried = await h.call(h.one.admin, 'copilot.test', { body: form({ apiKey: 'sk-nunca-guardada' }) })
    expect(tried.body).toMatchObject({
      text: 'Olá! Como posso ajudar?',
      model: 'modelo-da-casa',
      tokens: 50,
      // It does not repeat what stood at the beginning of a long question.
      readsAll: false,
    })
    expect(model.asked[0]?.authorization).toBe('Bearer sk-nunca-guardada')
    model.next.push({ kind: 'refuse', status: 401 })
    expect((await h.call(h.one.admin, 'copilot.test', { body: form() })).body.error).toBe('ERR_AI_KEY')
  })

  it('tell a model that cuts long questions from one that reads them whole', async () => {
    const longest = (sent: { content: string }[]) => sent.map(({ content }) => content).join('').length
    /** As some servers do: of the conversation only what fits is kept, the newest first. */
    const answers = (mostChars: number) => (asked: { messages: { content: string }[] }) => {
      const kept = asked.messages.filter((_, at, all) => longest(all.slice(at)) <= mostChars)
      return kept.map(({ content }) => /palavra: (\w+)/.exec(content)?.[1]).find(Boolean) ?? 'Não sei.'
    }
    const before = model.otherwise
    onTestFinished(() => {
      model.otherwise = before
    })
    const tried = async (mostChars: number) => {
      model.otherwise = answers(mostChars)
      return (await h.call(h.one.admin, 'copilot.test', { body: form() })).body.readsAll
    }
    expect(await tried(16_000)).toBe(false)
    expect(longest(model.asked.at(-1)?.messages ?? [])).toBeGreaterThan(20_000)
    expect(await tried(200_000)).toBe(true)
  })

  it('may use the key, address and model of a prompt', async () => {
    const made = await h.call(h.one.admin, 'prompts.create', {
      body: {
        name: 'Chave',
        queueId: h.one.suporte,
        apiKey: 'sk-do-prompt-12345',
        baseUrl: model.url,
        model: 'm2',
      },
    })
    await save({ promptId: made.body.id, baseUrl: '', model: '', apiKey: '' })
    const { ticket } = await said('Oi')
    await suggest(h.one.ana, ticket.id)
    expect(model.asked[0]).toMatchObject({ authorization: 'Bearer sk-do-prompt-12345', model: 'm2' })
  })
})

describe('a suggestion', () => {
  it('is for the queues and profiles an administrator chose', async () => {
    await save({
      features: { suggest: { ...ON, queueIds: [h.one.vendas], profiles: ['user'] }, rewrite: ON },
    })
    const [here, there] = [
      await h.newTicket(h.one, { queueId: h.one.vendas, status: 'open' }),
      await h.newTicket(h.one, { queueId: h.one.suporte, status: 'open' }),
    ]
    expect((await suggest(h.one.caio, here.id)).status).toBe(200)
    expect((await suggest(h.one.ana, there.id)).lines[0]).toMatchObject({ error: 'ERR_COPILOT_OFF' })
    expect((await suggest(h.one.admin, here.id)).lines[0]).toMatchObject({ error: 'ERR_COPILOT_OFF' })
    const offers = await h.call<{ features: { suggest: unknown } }>(h.one.sup, 'copilot.offers')
    expect(offers.body.features.suggest).toEqual(FEATURE_OFF)
    // And only of what one may see.
    expect((await suggest(h.one.ana, here.id)).status).toBe(403)
    expect((await suggest(h.two.caio, here.id)).status).toBe(404)
  })

  it('rests on what the agent may see, with its sources, and without the personal data that is masked', async () => {
    await save()
    const values = {
      companyId: h.one.id,
      shortcode: 'troca',
      message: 'Trocas em até 30 dias, {{firstName}}.',
    }
    await h.db.platform.insert(quickMessages).values([
      { ...values, geral: true, userId: h.one.admin.id },
      { ...values, shortcode: 'troca2', message: 'Troca secreta da Bia', geral: false, userId: h.one.bia.id },
    ])
    const contactId = await h.newContact(h.one, 'Rosa Lima')
    const ticket = await h.newTicket(h.one, { contactId, userId: h.one.ana.id, status: 'open' })
    const mine = await h.newTicket(h.one, {
      contactId,
      status: 'closed',
      queueId: h.one.suporte,
      code: '777',
    })
    const theirs = await h.newTicket(h.one, {
      contactId,
      status: 'closed',
      queueId: h.one.vendas,
      code: '888',
    })
    await h.newMessages(mine, ['Paguei o boleto antigo'])
    await h.newMessages(theirs, ['Segredo das vendas'])
    await h.newMessages(ticket, ['Quero fazer uma troca. Meu CPF é 529.982.247-25, fone (11) 98765-4321'])
    model.next.push({ kind: 'answer', text: 'Claro! [1] Confirmo o CPF [CPF_1].', pieces: 7 })
    const { lines: told } = await suggest(h.one.ana, ticket.id)
    const [first] = told as [{ sources: { kind: string; title: string }[]; sent: string }]
    expect(first.sources.map(({ title }) => title)).toEqual(['/troca', '777'])
    expect(shown(told)).toBe('Claro! Confirmo o CPF 529.982.247-25.')
    expect(told.at(-1)).toMatchObject({
      cited: [1],
      unknown: false,
      model: 'modelo-da-casa',
      usedShare: null,
    })
    const left = JSON.stringify(model.asked)
    expect(left).toContain('Trocas em até 30 dias, Rosa.')
    for (const secret of ['529.982', '98765', 'secreta', 'Segredo']) expect(left).not.toContain(secret)
    for (const { content } of model.asked[0]?.messages ?? []) expect(first.sent).toContain(content)
    const [call] = await calls()
    expect(call).toMatchObject({
      userId: h.one.ana.id,
      ticketId: ticket.id,
      feature: 'suggest',
      outcome: 'answered',
    })
    expect(call).toMatchObject({ promptTokens: 40, completionTokens: 10 })
  })

  it('rests on the articles of the conversation’s queue that hold and that the agent may read', async () => {
    await save()
    const make = (title: string, more: object = {}) =>
      h.call(h.one.admin, 'articles.create', { body: { title, text: `${title}.`, ...more } })
    await make('Garantia de todos')
    await make('Garantia do suporte', { queueIds: [h.one.suporte] })
    await make('Garantia de vendas', { queueIds: [h.one.vendas] })
    await make('Garantia vencida', { validUntil: '2020-01-01' })
    const sourcesOf = async (who: Person, queueId: number) => {
      const ticket = await h.newTicket(h.one, { userId: who.id, status: 'open', queueId })
      await h.newMessages(ticket, ['Qual a garantia?'])
      const [first] = (await suggest(who, ticket.id)).lines as [
        { sources: { kind: string; title: string }[] },
      ]
      return first.sources.filter(({ kind }) => kind === 'article').map(({ title }) => title)
    }
    expect((await sourcesOf(h.one.ana, h.one.suporte)).sort()).toEqual([
      'Garantia de todos',
      'Garantia do suporte',
    ])
    // In a conversation of sales that Ana holds, she is still of support.
    expect(await sourcesOf(h.one.ana, h.one.vendas)).toEqual(['Garantia de todos'])
    expect((await sourcesOf(h.one.admin, h.one.vendas)).sort()).toEqual([
      'Garantia de todos',
      'Garantia de vendas',
    ])
    await h.db.platform.delete(articles)
  })

  it('says why there is none', async () => {
    await save()
    const { ticket } = await said('Oi')
    model.next.push({ kind: 'trail', text: 'Temos pão de' })
    expect((await suggest(h.one.ana, ticket.id)).lines.at(-1)).toMatchObject({ error: 'ERR_AI_PROVIDER' })
    expect(await calls()).toMatchObject([{ outcome: 'failed' }])
  })

  it('stops at the month’s ceiling, also where several are asked at once', async () => {
    await save({ ceiling: 1_600 })
    const { ticket } = await said('Oi')
    const all = await Promise.all(Array.from({ length: 6 }, () => suggest(h.one.ana, ticket.id)))
    const refused = all.filter(({ lines: [line] }) => line?.error === 'ERR_COPILOT_CEILING')
    // How many come through depends on how they overlap; never more than the ceiling lets.
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(6)
    const used = (await calls()).map(one => (one.promptTokens ?? 0) + (one.completionTokens ?? 0))
    expect(used.reduce((sum, tokens) => sum + tokens, 0)).toBeLessThanOrEqual(1_600)
    expect(all.map(({ lines: told }) => told.at(-1)?.usedShare).find(Boolean)).toBeGreaterThan(0)
  })

  it('takes a ceiling in dollars where the price is known, which in one’s own network is none', async () => {
    const dollars = { ceilingUnit: 'dollars', ceiling: 5 }
    const far = await save({ ...dollars, baseUrl: 'https://modelo.example/v1', apiKey: 'sk-1234567890' })
    expect(far.body.error).toBe('ERR_COPILOT_PRICE')
    expect((await save(dollars)).status).toBe(200)
    const { ticket } = await said('Oi')
    expect((await suggest(h.one.ana, ticket.id)).lines.at(-1)).toMatchObject({ usedShare: 0 })
    // Calls of which nobody knows the price do not hide what the others cost.
    const companyId = h.one.id
    const one = { companyId, userId: null, ticketId: ticket.id, feature: 'suggest', model: '' } as const
    const used = { ...one, promptTokens: 1, completionTokens: 1, outcome: 'answered' } as const
    await h.db.platform.insert(copilotCalls).values([
      { ...used, costMicros: null },
      { ...used, costMicros: 6_000_000 },
    ])
    expect((await suggest(h.one.ana, ticket.id)).lines).toMatchObject([{ error: 'ERR_COPILOT_CEILING' }])
    expect((await h.call<{ used: object }>(h.one.admin, 'copilot.settings')).body.used).toMatchObject({
      dollars: 6,
      unpriced: 1,
    })
  })
})

describe('most of the ceiling used', () => {
  it('is published once, and read by administrators alone', async () => {
    await save({ ceiling: 100_000 })
    await h.db.platform
      .insert(copilotCalls)
      .values({ companyId: h.one.id, feature: 'suggest', outcome: 'taken', promptTokens: 79_990 })
    const ticket = await h.newTicket(h.one, { userId: h.one.bia.id, status: 'open' })
    await h.newMessages(ticket, ['Oi'])
    const shareFor = async (who: Person) => (await h.call(who, 'copilot.offers')).body.usedShare
    expect(await shareFor(h.one.admin)).toBeCloseTo(0.7999, 3)
    const console_ = await h.connect(h.one.admin)
    await suggest(h.one.bia, ticket.id)
    await console_.until(({ event }) => event.endsWith('-copilot'))
    await suggest(h.one.bia, ticket.id)
    await suggest(h.one.bia, ticket.id)
    expect(await shareFor(h.one.admin)).toBeGreaterThan(0.8)
    expect(await shareFor(h.one.ana)).toBeNull()
    await console_.settled()
    expect(console_.of('copilot')).toHaveLength(1)
    console_.close()
  })
})

describe('a text written anew', () => {
  it('keeps what is masked, and says nothing of the conversation’s own data', async () => {
    await save()
    const { ticket } = await said('Hello, do you ship to Lisbon?')
    model.next.push({ kind: 'answer', text: 'Please write to [EMAIL_1].' })
    const answer = await post(h.one.ana, 'rewrites', {
      ticketId: ticket.id,
      how: 'customer',
      text: 'escreve pra loja@x.com.br',
    })
    expect(shown(answer.lines)).toBe('Please write to loja@x.com.br.')
    const left = JSON.stringify(model.asked)
    expect(left).toContain('do you ship to Lisbon')
    expect(left).not.toContain('loja@x.com.br')
    expect(
      (await post(h.one.caio, 'rewrites', { ticketId: ticket.id, how: 'shorter', text: 'oi' })).status,
    ).toBe(403)
  })
})

describe('a text in the customer’s language', () => {
  it('is asked for with the customer’s words, however much agents wrote since, and with the language where it is known', async () => {
    await save()
    const { ticket } = await said('Hello, do you ship to Lisbon?')
    await h.newMessages(ticket, Array(10).fill('Um momento.'), true)
    const asked = async (how: string) => {
      model.next.push({ kind: 'answer', text: 'Yes, we do.' })
      const answer = await post(h.one.admin, 'rewrites', { ticketId: ticket.id, how, text: 'Sim, enviamos.' })
      expect(shown(answer.lines)).toBe('Yes, we do.')
      return JSON.stringify(model.asked.at(-1)?.messages)
    }
    expect(await asked('shorter')).not.toContain('ship to Lisbon')
    const unknown = await asked('customer')
    expect(unknown).toContain('Cliente: Hello, do you ship to Lisbon?')
    expect(unknown).toContain('idioma em que o cliente escreve')
    expect(unknown).not.toContain('inglês')
    await h.update(tickets, { translatedFrom: 'en' }, eq(tickets.id, ticket.id))
    expect(await asked('customer')).toContain('inglês (en)')
    expect(await asked('shorter')).not.toContain('inglês')
  })
})

describe('what became of an answer', () => {
  it('is kept by who asked, and by nobody else', async () => {
    await save()
    const { ticket } = await said('Oi')
    const { lines: told } = await suggest(h.one.ana, ticket.id)
    const params = { id: Number(told[0]?.callId) }
    for (const who of [h.one.bia, h.two.ana])
      await h.call(who, 'copilot.outcome', { params, body: { outcome: 'dropped' } })
    expect((await calls())[0]).toMatchObject({ outcome: 'answered' })
    await h.call(h.one.ana, 'copilot.outcome', { params, body: { outcome: 'changed', changed: 25 } })
    expect((await calls())[0]).toMatchObject({ outcome: 'changed', changed: 25 })
    const settings = await h.call<{ used: object }>(h.one.admin, 'copilot.settings')
    expect(settings.body.used).toMatchObject({
      calls: 1,
      tokens: 50,
      changed: 1,
      taken: 0,
      dollars: 0,
      unpriced: 0,
    })
  })
})
