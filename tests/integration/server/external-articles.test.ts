/** Articles for other programs: what a connection's token reads and writes. */
import type { Article, ArticleVersion } from '@contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  articles,
  auditEntries,
  plans,
  whatsappQueues,
  whatsapps,
} from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'

const h = harnessForFile()
const TOKEN = 'token-dos-artigos-abcdef'
let whatsappId = 0
beforeEach(async () => {
  for (const table of [articles, auditEntries]) await h.db.platform.delete(table)
  await h.db.platform.delete(whatsapps).where(eq(whatsapps.token, TOKEN))
  const row = { companyId: h.one.id, name: 'Loja', status: 'CONNECTED', token: TOKEN } as const
  whatsappId = (await h.insert(whatsapps, row)).id
  await h.insert(whatsappQueues, { companyId: h.one.id, whatsappId, queueId: h.one.suporte })
})

async function ask<T = { error?: string; field?: string }>(
  method: string,
  rest = '',
  body?: object,
  token = TOKEN,
) {
  const answer = await h.raw(null, `/api/external-api/articles${rest}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'user-agent': 'site/1' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, body: (await answer.json()) as T }
}
const titles = async (rest = '') =>
  (await ask<{ records: Article[] }>('GET', rest)).body.records.map(({ title }) => title)
const POLICY = { title: 'Trocas', text: 'Em trinta dias.' }

describe('articles of other programs', () => {
  it('are written by a program and found by agents, under its connection’s name', async () => {
    const ear = await h.connect(h.one.ana)
    const made = await ask<Article>('POST', '', { ...POLICY, queueIds: [h.one.suporte], tags: ['troca'] })
    expect([made.status, made.body]).toMatchObject([200, POLICY])
    await ear.until(() => ear.of('article').length === 1)
    ear.close()
    const found = await h.call<Article[]>(h.one.ana, 'articles.find', { query: { words: 'troca' } })
    expect(found.body.map(({ id }) => id)).toEqual([made.body.id])
    const { id } = made.body
    const versions = await h.call<ArticleVersion[]>(h.one.admin, 'articles.versions', { params: { id } })
    expect(versions.body).toMatchObject([{ userName: 'API: Loja', text: POLICY.text }])
    expect(await h.db.select().from(auditEntries).where(eq(auditEntries.subject, 'articles'))).toMatchObject([
      { userId: null, userName: 'API: Loja', action: 'create', subjectName: 'Trocas', program: 'site/1' },
    ])
  })

  it('are listed by title and found by words', async () => {
    for (const title of ['Trocas', 'Entregas']) await ask('POST', '', { ...POLICY, title })
    await ask('POST', '', { ...POLICY, title: 'Trocas antigas', validUntil: '2020-01-01' })
    expect(await titles()).toEqual(['Entregas', 'Trocas', 'Trocas antigas'])
    expect(await titles('?words=troc')).toEqual(['Trocas'])
    expect(await titles('?words=troc&pageNumber=2')).toEqual([])
  })

  it('stay as they were in what is left out', async () => {
    const before = { ...POLICY, queueIds: [h.one.suporte], tags: ['troca'], validUntil: '2099-01-31' }
    const { id } = (await ask<Article>('POST', '', before)).body
    const saved = await ask<Article>('PUT', `/${id}`, { text: 'Em sete dias.' })
    expect(saved.body).toMatchObject({ ...before, text: 'Em sete dias.' })
    const [, entry] = await h.db.select().from(auditEntries).where(eq(auditEntries.subject, 'articles'))
    expect(entry).toMatchObject({ action: 'update', changes: [{ field: 'text', to: 'Em sete dias.' }] })
    // A misspelt field would cost its sender part of the article without a word.
    for (const [method, rest] of [
      ['POST', ''],
      ['PUT', `/${id}`],
    ] as const)
      expect((await ask(method, rest, { ...POLICY, queueId: h.one.suporte })).body.error).toBe(
        'ERR_VALIDATION',
      )
  })

  it('of queues the connection does not serve are neither read nor written', async () => {
    const other = { ...POLICY, queueIds: [h.one.vendas] }
    const made = await h.call<Article>(h.one.admin, 'articles.create', { body: other })
    const foreign = await h.call<Article>(h.two.admin, 'articles.create', { body: POLICY })
    expect([await titles(), await titles('?words=troca')]).toEqual([[], []])
    for (const { id } of [made.body, foreign.body])
      expect((await ask('PUT', `/${id}`, POLICY)).body.error).toBe('ERR_NO_ARTICLE_FOUND')
    expect((await ask('POST', '', other)).body).toMatchObject({
      error: 'ERR_NO_PERMISSION',
      field: 'queueIds',
    })
    expect((await ask('POST', '', { ...POLICY, queueIds: [h.two.vendas] })).body.error).toBe(
      'ERR_NO_QUEUE_FOUND',
    )
    expect(await h.db.$count(articles)).toBe(2)
  })

  it('are for who shows a token, of a company whose plan has the messages API', async () => {
    expect((await ask('GET', '', undefined, 'outro')).body.error).toBe('ERR_API_TOKEN')
    await h.db.platform.update(plans).set({ useExternalApi: false })
    for (const method of ['GET', 'POST'])
      expect((await ask(method, '', method === 'POST' ? POLICY : undefined)).body.error).toBe(
        'ERR_PLAN_LACKS',
      )
    await h.db.platform.update(plans).set({ useExternalApi: true })
  })
})
