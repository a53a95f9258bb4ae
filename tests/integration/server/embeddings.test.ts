/** Articles by their meaning: what is made of them, what leaves, what is found, and what goes wrong at the provider. */
import { MASKED_KINDS } from '@contract'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { SHORT_TEXT } from '../../../electron/copilot/try-model'
import { simulatedModel } from '../../../electron/demo/simulated-model'
import { MODEL_TIMEOUTS } from '../../../electron/providers/chat-model'
import {
  articlePieces,
  articles,
  companies,
  copilotCalls,
  copilotSettings,
} from '../../../electron/server/platform/db/schema'
import type { ChatModelDouble } from '../../support/chat-model-double'
import { deferred } from '../../support/deferred'
import { soonTicking } from '../../support/soon'
import { copilotForFile, ON, postLines } from './copilot-for-file'
import type { Person } from './harness'

const { h, model, timeouts } = copilotForFile({
  modelTimeouts: { ...MODEL_TIMEOUTS, pause: 10, question: 10_000 },
  simulatedModel: () => simulatedModel,
})
const soon = soonTicking(() => h.tick('article.embed'))

/** Words of one meaning, which share no letters. */
const MEANINGS = [
  ['devoluç', 'presente não serviu'],
  ['entrega', 'cadê minha encomenda'],
  ['boleto', 'segunda via'],
]
const form = (more: object = {}) => ({
  baseUrl: model.url,
  model: 'modelo-da-casa',
  apiKey: 'sk-da-casa-123456',
  features: { suggest: ON },
  embeddingModel: 'significado-1',
  masks: MASKED_KINDS,
  ...more,
})
const save = async (more: object = {}) => {
  const saved = await h.call(h.one.admin, 'copilot.saveSettings', { body: form(more) })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
}
const make = async (title: string, text: string, more: object = {}) =>
  (await h.call<{ id: number }>(h.one.admin, 'articles.create', { body: { title, text, ...more } })).body.id
const pieces = () => h.db.select().from(articlePieces).orderBy(asc(articlePieces.id))
const calls = () =>
  h.db.select().from(copilotCalls).where(eq(copilotCalls.feature, 'embed')).orderBy(asc(copilotCalls.id))
const until = (done: () => Promise<unknown>) => soon(done)
/** Waits until so many articles have vectors of this model. */
const made = (count: number, by = 'significado-1') =>
  until(async () => {
    const rows = (await pieces()).filter(({ madeBy }) => madeBy.includes(` ${by} →`))
    const now = await h.db.select().from(articles)
    const current = now.filter(one =>
      rows.some(row => row.articleId === one.id && row.madeOf === one.updatedAt),
    )
    expect(current).toHaveLength(count)
  })

/** Waits until it was asked whose vectors they are. */
const known = () =>
  until(async () => expect((await h.db.select().from(copilotSettings))[0]?.embeddingsBy).not.toBe(''))
/** What the model was asked for, but for the short text that finds out whose vectors they are. */
const embedded = () => model.embedded.filter(({ input }) => input[0] !== SHORT_TEXT)

/** @returns the titles of the articles a suggestion rests on, and what the model was told. */
async function suggested(question: string, who: Person = h.one.ana, queueId = h.one.suporte) {
  const ticket = await h.newTicket(h.one, { userId: who.id, status: 'open', queueId })
  await h.newMessages(ticket, [question])
  const { lines } = await postLines(h, who, '/api/copilot/suggestions', { ticketId: ticket.id })
  const [first = {}] = lines
  const sources = (first.sources ?? []) as { kind: string; title: string; text: string }[]
  return { titles: sources.filter(({ kind }) => kind === 'article').map(({ title }) => title), sources }
}

const BAD: [string, ChatModelDouble['nextEmbedded'][number]][] = [
  ['hangs', { kind: 'hold', until: new Promise(() => {}) }],
  ['gives one of another length', { kind: 'say', body: '{"data":[{"embedding":[1,1]}]}' }],
]
const QUESTION = 'Puxa, o presente não serviu!'
const POLICY = ['Política de devoluções', 'Aceitamos itens em até trinta dias.'] as const

beforeEach(async () => {
  model.vectorOf = text =>
    MEANINGS.map(words => (words.some(word => text.toLowerCase().includes(word)) ? 1 : 0.05))
  await h.db.platform.delete(articles)
  h.running.app.memory.embedderPauses.clear()
  model.embeddedBy = ''
})

describe('a question', () => {
  it('finds the article that answers it without a word of it, and does not where no model is set', async () => {
    await make(...POLICY)
    await make('Prazos de entrega', 'Levamos uma semana.')
    await save({ embeddingModel: '' })
    expect((await suggested(QUESTION)).titles).toEqual([])
    expect(embedded()).toEqual([])
    await save()
    await made(2)
    expect((await suggested(QUESTION)).titles).toEqual(['Política de devoluções'])
    expect(JSON.stringify(model.asked.at(-1)?.messages)).toContain('até trinta dias')
    // What shares its words is found as well.
    expect((await suggested(`${QUESTION} Qual o prazo?`)).titles.sort()).toEqual([
      'Política de devoluções',
      'Prazos de entrega',
    ])
  })

  it('is given the place of a long article where it is answered', async () => {
    const filler = Array.from({ length: 6 }, (_, at) => `Parte ${at}. ${'Nada disso importa. '.repeat(50)}`)
    await make('Manual', [...filler, 'As devoluções são na loja do centro.', ...filler].join('\n\n'))
    await save()
    await made(1)
    expect((await pieces()).length).toBeGreaterThan(6)
    const { sources } = await suggested(QUESTION)
    expect(sources.find(({ kind }) => kind === 'article')?.text).toContain('na loja do centro')
  })

  it('finds nothing that the agent or the queue may not see, or that no longer holds', async () => {
    await make(...POLICY, { queueIds: [h.one.vendas] })
    await make('Devoluções de ontem', 'Valeu até ontem.', { validUntil: '2020-01-01' })
    await save()
    await made(2)
    expect((await suggested(QUESTION)).titles).toEqual([])
    expect((await suggested(QUESTION, h.one.caio, h.one.vendas)).titles).toEqual(['Política de devoluções'])
  })

  it('leaves masked, is counted against the ceiling, and beyond it is answered by its words', async () => {
    await make('Devoluções', 'Ligue (11) 98765-4321 e diga o pedido.')
    await save()
    await made(1)
    const asked = 'Meu CPF é 529.982.247-25, e o presente não serviu'
    expect((await suggested(asked)).titles).toEqual(['Devoluções'])
    expect(JSON.stringify(model.embedded)).not.toMatch(/98765|529\.982/)
    expect(embedded().map(({ input }) => input)).toEqual([
      ['Devoluções\nLigue [TELEFONE_1] e diga o pedido.'],
      ['Meu CPF é [CPF_1], e o presente não serviu'],
    ])
    expect(await calls()).toMatchObject(
      Array(3).fill({ outcome: 'answered', model: 'significado-1', promptTokens: 7, userId: null }),
    )
    await save({ ceiling: 30 })
    await suggested(asked)
    expect(embedded()).toHaveLength(2)
  })

  it('is answered by its words, soon, whatever is wrong with the provider', async () => {
    await make(...POLICY)
    await make('Presente para cliente', 'Embrulhamos de graça.')
    await save()
    await made(2)
    for (const [what, how] of BAD) {
      model.asked.length = 0
      model.nextEmbedded.push(how)
      timeouts.question = 300
      // A person has twenty questions a minute: those of Ana are for the other tests.
      const { titles } = await suggested(QUESTION, h.one.bia)
      expect(titles, what).toEqual(['Presente para cliente'])
      expect(model.asked, what).toHaveLength(1)
      // The next one is asked as ever.
      timeouts.question = 10_000
      await known()
      expect((await suggested(QUESTION, h.one.admin)).titles).toContain('Política de devoluções')
    }
    expect((await calls()).filter(({ outcome }) => outcome === 'failed')).toHaveLength(BAD.length - 1)
  })

  it('in the playground of a prompt finds it too', async () => {
    await make(...POLICY)
    await save()
    await made(1)
    const tried = await postLines(h, h.one.admin, '/api/prompt/try', {
      ...{ prompt: 'Atenda bem.', baseUrl: model.url, model: 'm', apiKey: 'sk-teste-123456' },
      ...{ maxTokens: 100, temperature: 0.5, turns: [{ role: 'user', text: QUESTION }] },
    })
    expect(tried.status).toBe(200)
    expect(JSON.stringify(model.asked[0]?.messages)).toContain('até trinta dias')
  })
})

describe('vectors of articles', () => {
  it('are renewed where the words change, by another model, and go with the article or the model', async () => {
    const long = 'Devoluções na loja. '.repeat(60).trim()
    const id = await make('Manual', `${long}\n\n${'Entregas em casa. '.repeat(60)}`)
    await save()
    await made(1)
    expect(embedded().map(({ input }) => input.length)).toEqual([2])
    const body = {
      title: 'Manual',
      text: `${long}\n\n${'Entregas suspensas. '.repeat(60)}`,
    }
    await h.call(h.one.admin, 'articles.update', { params: { id }, body })
    await made(1)
    // The first piece says what it said.
    expect(embedded()[1]?.input).toEqual([expect.stringContaining('suspensas')])
    await save({ embeddingModel: 'significado-2' })
    await made(1, 'significado-2')
    expect(embedded().at(-1)).toMatchObject({ model: 'significado-2', input: { length: 2 } })
    expect(await pieces()).toHaveLength(2)
    await save({ embeddingModel: '' })
    expect(await pieces()).toEqual([])
    await save()
    await made(1)
    await h.call(h.one.admin, 'articles.remove', { params: { id } })
    expect(await pieces()).toEqual([])
  })

  it('are not kept, nor asked for of the next article, where they are switched off meanwhile', async () => {
    await make('Primeiro', 'Devoluções na loja.')
    await save()
    await made(1)
    const { promise, resolve: go } = deferred()
    model.nextEmbedded.push({ kind: 'hold', until: promise })
    for (const title of ['Segundo', 'Terceiro']) await make(title, `${title}: entregas em casa.`)
    const asked = embedded().length + 1
    await until(async () => expect(embedded()).toHaveLength(asked))
    await save({ embeddingModel: '' })
    go()
    const job = h.running.app.memory.following.get('article.embed')
    await until(async () => expect(job?.isIdle()).toBe(true))
    expect(await pieces()).toEqual([])
    expect(embedded()).toHaveLength(asked)
  })

  it('are made anew where another model answers to the same name: its own name, or the length, says so', async () => {
    const id = await make(...POLICY)
    await save()
    await made(1)
    const madeBy = async () => (await pieces()).map(piece => piece.madeBy.split(' significado-1 → ')[1])
    expect(await madeBy()).toEqual(['significado-1, 3'])
    model.embeddedBy = 'outro'
    // The question finds it out, and is answered by its words.
    expect((await suggested(QUESTION)).titles).toEqual([])
    await until(async () => expect(await madeBy()).toEqual(['outro, 3']))
    expect((await suggested(QUESTION)).titles).toEqual(['Política de devoluções'])
    const before = model.vectorOf
    model.vectorOf = text => [...before(text, ''), 0]
    // So does an article that is changed.
    h.running.app.memory.embedderDoubts.clear()
    await h.call(h.one.admin, 'articles.update', {
      params: { id },
      body: { title: 'Política de devoluções', text: 'Em dez dias.' },
    })
    await until(async () => expect(await madeBy()).toEqual(['outro, 4']))
    expect((await suggested(QUESTION)).titles).toEqual(['Política de devoluções'])
    // One answer of another is a doubt, which a short text ends: nothing is made again.
    h.running.app.memory.embedderDoubts.clear()
    const asked = embedded().length
    model.nextEmbedded.push({ kind: 'say', body: '{"data":[{"embedding":[1,1]}]}' })
    expect((await suggested(QUESTION)).titles).toEqual([])
    await known()
    expect((await suggested(QUESTION)).titles).toEqual(['Política de devoluções'])
    expect(embedded()).toHaveLength(asked + 2)
    // Of a provider that answers by turns it is no doubt any more, for a while.
    model.nextEmbedded.push({ kind: 'say', body: '{"data":[{"embedding":[1,1]}]}' })
    await suggested(QUESTION)
    expect((await suggested(QUESTION)).titles).toEqual(['Política de devoluções'])
  })

  it('are made of the other articles where one is refused, and of it later', async () => {
    await make('Entregas', 'Em uma semana.')
    await save()
    await made(1)
    await h.db.platform.delete(articles)
    const begun = (await calls()).length
    model.embedded.length = 0
    model.nextEmbedded.push({ kind: 'refuse', status: 400 })
    const row = { companyId: h.one.id, text: 'Em até trinta dias.', queueIds: [], tags: [] }
    await h.db.platform.insert(articles).values([0, 1, 2].map(at => ({ ...row, title: `Devolução ${at}` })))
    await made(3)
    expect((await calls()).slice(begun).map(({ outcome }) => outcome)).toEqual([
      'failed',
      'answered',
      'answered',
      'answered',
    ])
    expect(embedded().map(({ input }) => input[0]?.slice(0, 11))).toEqual([
      'Devolução 0',
      'Devolução 1',
      'Devolução 2',
      'Devolução 0',
    ])
  })

  it('of a company whose provider hangs keep no other waiting, and are gone with their company', async () => {
    const other = await h.newCompany('Vizinha')
    await make(...POLICY)
    let go = (): void => {}
    model.nextEmbedded.push({ kind: 'hold', until: new Promise<void>(resolve => (go = resolve)) })
    await save()
    await until(async () => expect(model.embedded).toHaveLength(1))
    const row = { title: 'Da vizinha', text: 'Devoluções aqui.', queueIds: [], tags: [] }
    await h.db.platform.insert(articles).values({ ...row, companyId: other.id })
    await h.db.platform
      .insert(copilotSettings)
      .values({ companyId: other.id, model: 'simulado', embeddingModel: 'simulado', features: {}, masks: [] })
    await until(async () => expect(await pieces()).toMatchObject([{ companyId: other.id }]))
    await h.db.platform.delete(companies).where(eq(companies.id, other.id))
    expect(await pieces()).toEqual([])
    go()
    await made(1)
  })
})

describe('the model for them', () => {
  it('is tried with a short text, which says how many numbers a vector has, or what is wrong', async () => {
    const test = (more: object = {}) => h.call(h.one.admin, 'copilot.testEmbedding', { body: form(more) })
    expect((await test()).body).toMatchObject({ model: 'significado-1', dimensions: 3 })
    model.nextEmbedded.push({ kind: 'refuse', status: 401 })
    expect((await test()).body).toMatchObject({ error: 'ERR_AI_KEY' })
    model.nextEmbedded.push({ kind: 'say', body: '[]' })
    expect((await test()).body).toMatchObject({ error: 'ERR_AI_PROVIDER' })
    expect((await test({ embeddingBaseUrl: 'http://127.0.0.1:1' })).body).toMatchObject({
      error: 'ERR_AI_PROVIDER',
    })
  })

  it('has to have a price where the ceiling is in dollars', async () => {
    const dollars = { baseUrl: '', model: 'gpt-4o-mini', ceiling: 5, ceilingUnit: 'dollars' }
    const body = form({ ...dollars, embeddingModel: 'desconhecido' })
    expect((await h.call(h.one.admin, 'copilot.saveSettings', { body })).body).toMatchObject({
      error: 'ERR_COPILOT_PRICE',
    })
    await save({ ...dollars, embeddingModel: 'text-embedding-3-small' })
  })

  it('may have an address and a key of its own, which stays with its address', async () => {
    const own = { embeddingBaseUrl: `${model.url}/`, embeddingApiKey: 'sk-dos-vetores-1' }
    await save(own)
    const view = async () => (await h.call(h.one.admin, 'copilot.settings')).body
    expect(await view()).toMatchObject({ hasEmbeddingKey: true, embeddingModel: 'significado-1' })
    expect(JSON.stringify(await view())).not.toContain('sk-dos')
    await make(...POLICY)
    await made(1)
    expect(embedded()[0]?.authorization).toBe('Bearer sk-dos-vetores-1')
    await save({ embeddingBaseUrl: `${model.url}/outro` })
    expect(await view()).toMatchObject({ hasEmbeddingKey: false })
  })
})
