/** Articles of the company's knowledge: who reads, changes and finds which. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ARTICLE_LIMITS, type Article, type ArticleVersion } from '@contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { articles, articleVersions, queues } from '../../../electron/server/platform/db/schema'
import { docxOf, zipOf } from '../../support/documents'
import { harnessForFile } from './for-file'
import type { Person } from './harness'
import { unzipped } from './unzipped'

const h = harnessForFile()
beforeEach(async () => {
  await h.db.platform.delete(articles)
})

const make = async (title: string, more: object = {}, who = h.one.admin): Promise<Article> => {
  const body = { title, text: `Texto de ${title}.`, ...more }
  const made = await h.call<Article>(who, 'articles.create', { body })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return made.body
}
const page = async (who: Person, query: object = {}) =>
  (await h.call<{ records: Article[]; count: number }>(who, 'articles.page', { query: { ...query } })).body
const titles = (list: readonly Article[]): string[] => list.map(({ title }) => title)
const find = async (who: Person, words: string, ticketId?: number) =>
  titles(
    (await h.call<Article[]>(who, 'articles.find', { query: { words, ...(ticketId ? { ticketId } : {}) } }))
      .body,
  )
const LONG_AGO = '2020-03-02'
const LONG_FROM_NOW = '2091-03-02'

describe('articles', () => {
  it('are read by who serves their queues, by everybody where they name none, and by no other company', async () => {
    const { id } = await make('De vendas', { queueIds: [h.one.vendas] })
    await make('De todos')
    // Caio serves sales, Ana support.
    expect(titles((await page(h.one.caio)).records)).toEqual(['De todos', 'De vendas'])
    expect(titles((await page(h.one.ana)).records)).toEqual(['De todos'])
    expect(await page(h.two.admin)).toMatchObject({ records: [], count: 0 })
    for (const who of [h.one.ana, h.two.admin])
      expect((await h.call(who, 'articles.get', { params: { id } })).body).toMatchObject({
        error: 'ERR_NO_ARTICLE_FOUND',
      })
    expect((await page(h.one.admin, { queueId: h.one.vendas })).count).toBe(2)
    expect(titles((await page(h.one.admin, { queueId: 0 })).records)).toEqual(['De todos'])
  })

  it('are written by administrators and supervisors, who save nothing they could not read', async () => {
    const body = { title: 'Novo', text: 'Texto' }
    const { id } = await make('Novo', {}, h.one.sup)
    const params = { id }
    const foreign = await h.call(h.one.admin, 'articles.update', {
      params,
      body: { ...body, queueIds: [h.two.vendas] },
    })
    expect(foreign.body).toMatchObject({ error: 'ERR_NO_QUEUE_FOUND', field: 'queueIds' })
    // A supervisor of support, who would lose sight of it.
    const lost = { ...body, queueIds: [h.one.vendas] }
    expect((await h.call(h.one.sup, 'articles.update', { params, body: lost })).status).toBe(403)
    expect((await h.call(h.one.sup, 'articles.remove', { params })).status).toBe(200)
    expect((await page(h.one.admin)).count).toBe(0)
  })

  it('stay with whom they were for when their queue is deleted', async () => {
    const queue = await h.call<{ id: number }>(h.one.admin, 'queues.create', {
      body: { name: 'Passageira', color: '#123456' },
    })
    const { id, ...rest } = await make('Só dela', { queueIds: [queue.body.id] })
    await h.call(h.one.admin, 'queues.remove', { params: { id: queue.body.id } })
    expect((await page(h.one.ana)).count).toBe(0)
    // And can still be changed.
    const { title, text, queueIds } = { ...rest, text: 'Outro' }
    const saved = await h.call(h.one.admin, 'articles.update', {
      params: { id },
      body: { title, text, queueIds },
    })
    expect(saved.status).toBe(200)
  })

  it('keep what they said, with who said it, up to a number of versions', async () => {
    const { id } = await make('Prazo', { text: 'Trinta dias.' })
    const change = (text: string, who: Person) =>
      h.call(who, 'articles.update', { params: { id }, body: { title: 'Prazo', text, tags: ['troca'] } })
    await change('Sete dias.', h.one.sup)
    const versions = async () =>
      (await h.call<ArticleVersion[]>(h.one.admin, 'articles.versions', { params: { id } })).body
    expect(await versions()).toMatchObject([
      { text: 'Sete dias.', tags: ['troca'], userName: h.one.sup.name },
      { text: 'Trinta dias.', tags: [], userName: h.one.admin.name },
    ])
    for (let at = 0; at < ARTICLE_LIMITS.versions; at += 1) await change(`Texto ${at}`, h.one.admin)
    const kept = await versions()
    expect(kept).toHaveLength(ARTICLE_LIMITS.versions)
    expect(kept.at(-1)?.text).toBe('Texto 0')
    await h.call(h.one.admin, 'articles.remove', { params: { id } })
    expect(await h.db.$count(articleVersions)).toBe(0)
  })

  it('are told without a word of them', async () => {
    const ear = await h.connect(h.one.ana)
    const { id } = await make('Contado', { queueIds: [h.one.vendas] })
    await ear.until(() => ear.of('article').length === 1)
    expect(ear.of('article')).toEqual([{ action: 'create', id }])
    ear.close()
  })
})

describe('finding articles', () => {
  it('takes the beginnings of words, without accents, and knows the best one by its title', async () => {
    await make('Entrega', { text: 'A devolução é aceita na entrega.' })
    await make('Devolução e troca', { text: 'Em até sete dias.', tags: ['estorno'] })
    expect(await find(h.one.ana, 'devolucao')).toEqual(['Devolução e troca', 'Entrega'])
    expect(await find(h.one.ana, 'DEVOL sete')).toEqual(['Devolução e troca'])
    expect(await find(h.one.ana, 'estor')).toEqual(['Devolução e troca'])
    expect(await find(h.one.ana, 'volucao')).toEqual([])
    for (const odd of ['"', '*', "d' or 1", 'a:b', 'NEAR(', '& | !', ' '])
      expect(await find(h.one.ana, odd)).toEqual([])
    // What it said before is not found any more.
    const [first] = (await page(h.one.admin, { searchParam: 'entrega' })).records
    await h.call(h.one.admin, 'articles.update', {
      params: { id: first?.id ?? 0 },
      body: { title: 'Frete', text: 'x' },
    })
    expect(await find(h.one.ana, 'entrega')).toEqual([])
    await h.call(h.one.admin, 'articles.remove', { params: { id: first?.id ?? 0 } })
    expect(await find(h.one.ana, 'frete')).toEqual([])
  })

  it('gives what holds today, what one may read, and in a conversation what is for its queue', async () => {
    await make('Pix hoje', { validUntil: LONG_FROM_NOW })
    await make('Pix ontem', { validUntil: LONG_AGO })
    await make('Pix vendas', { queueIds: [h.one.vendas] })
    await make('Pix suporte', { queueIds: [h.one.suporte] })
    expect((await find(h.one.ana, 'pix')).sort()).toEqual(['Pix hoje', 'Pix suporte'])
    expect((await find(h.one.admin, 'pix')).sort()).toEqual(['Pix hoje', 'Pix suporte', 'Pix vendas'])
    const ticket = await h.newTicket(h.one, { queueId: h.one.vendas, status: 'open' })
    expect((await find(h.one.admin, 'pix', ticket.id)).sort()).toEqual(['Pix hoje', 'Pix vendas'])
    expect(await find(h.two.admin, 'pix')).toEqual([])
    expect(titles((await page(h.one.admin, { holds: 'no' })).records)).toEqual(['Pix ontem'])
    expect((await page(h.one.admin, { holds: 'yes' })).count).toBe(3)
    const foreign = await h.call(h.two.admin, 'articles.find', {
      query: { words: 'pix', ticketId: ticket.id },
    })
    expect(foreign.body).toMatchObject({ error: 'ERR_NO_TICKET_FOUND' })
  })
})

it('an export is read back as it was: words, queues, tags and the last day, filtered as the list is', async () => {
  const text = '# Um título no texto\n\n---\ntitle: "não"\n---\n\nLinha 1\nLinha 2 com “aspas” e emoji 🎉'
  await make('Troca: "até 30 dias" / nota?', {
    text,
    queueIds: [h.one.suporte, h.one.vendas],
    tags: ['troca, devolução', 'nota'],
    validUntil: LONG_FROM_NOW,
  })
  await make('Entrega', { text: 'palavra '.repeat(2_400).trim() })
  await make('entrega', { text: 'Outra.' })
  await make('Só do passado', { validUntil: LONG_AGO })
  const saved = async (query: string): Promise<Buffer> => {
    const answer = await h.raw(h.one.sup, `/api/articles/export${query}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    return Buffer.from(await answer.arrayBuffer())
  }
  const zip = await saved('?holds=yes')
  const files = await unzipped(zip)
  expect([...files.keys()]).toEqual(['Troca até 30 dias nota.md', 'Entrega.md', 'entrega (2).md'])
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(zip)]), 'artigos.zip')
  const answer = await h.raw(h.one.admin, '/api/articles/read', { method: 'POST', body: form })
  const { sections, isCut } = (await answer.json()) as {
    isCut: boolean
    sections: { title: string; text: string; about: { queueIds: number[]; unknownQueues: string[] } }[]
  }
  expect(isCut).toBe(false)
  const before = (await page(h.one.admin, { holds: 'yes' })).records
  await h.db.platform.delete(articles)
  for (const { title, text, about } of sections) {
    expect(about.unknownQueues).toEqual([])
    await make(title, { text, ...about })
  }
  const same = ({ id: _id, createdAt: _made, updatedAt: _changed, ...rest }: Article) => rest
  const sorted = (all: readonly Article[]) => all.map(same).toSorted((a, b) => a.text.localeCompare(b.text))
  expect(sorted((await page(h.one.admin)).records)).toEqual(sorted(before))
  // In another company a queue is known by its name alone; who may not write gets nothing.
  await h.update(queues, { name: 'Balcão' }, eq(queues.id, h.two.vendas))
  const foreign = await h.raw(h.two.admin, '/api/articles/read', { method: 'POST', body: form })
  expect(((await foreign.json()) as { sections: object[] }).sections[0]).toMatchObject({
    about: { queueIds: [h.two.suporte], unknownQueues: ['Vendas'] },
  })
  expect(
    (await unzipped(Buffer.from(await (await h.raw(h.two.admin, '/api/articles/export')).arrayBuffer())))
      .size,
  ).toBe(0)
  expect((await h.raw(h.one.ana, '/api/articles/export')).status).toBe(403)
})

it('a ZIP that holds more than it says, or nothing to read, is refused', async () => {
  const read = async (files: Record<string, Buffer>) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(await zipOf(files))]), 'x.zip')
    const answer = await h.raw(h.one.admin, '/api/articles/read', { method: 'POST', body: form })
    return ((await answer.json()) as { error: string }).error
  }
  expect(await read({ 'bomba.md': Buffer.alloc(40 * 1024 * 1024, 32) })).toBe('ERR_FILE_TOO_LARGE')
  expect(await read({ 'foto.png': Buffer.from('x') })).toBe('ERR_UNREADABLE_DOCUMENT')
  expect(await read({})).toBe('ERR_UNREADABLE_DOCUMENT')
})

describe('documents', () => {
  const upload = async (who: Person, name: string, bytes: Buffer | string) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name)
    const answer = await h.raw(who, '/api/articles/read', { method: 'POST', body: form })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const readPage = (url: string) => h.call(h.one.admin, 'articles.read', { body: { url } })

  it('are read as articles by who may write some, and nothing of them is kept', async () => {
    const docx = await docxOf([
      ['Heading1', 'Garantia'],
      ['', 'Um ano.'],
    ])
    expect((await upload(h.one.sup, 'manual.docx', docx)).body).toEqual({
      sections: [{ title: 'Garantia', text: 'Um ano.' }],
      isCut: false,
    })
    expect((await upload(h.one.ana, 'manual.docx', docx)).status).toBe(403)
    expect((await upload(h.one.admin, 'x.pdf', 'nada')).body).toMatchObject({
      error: 'ERR_UNREADABLE_DOCUMENT',
    })
    expect((await page(h.one.admin)).count).toBe(0)
  })

  it('of the web are fetched where the platform lets somebody go, through each step they lead to', async () => {
    const site = createServer((request, response) => {
      const go = (to: string) => response.writeHead(302, { location: to }).end()
      if (request.url === '/') return go('/frete')
      if (request.url === '/round') return go('/round')
      if (request.url === '/inside') return go('http://169.254.169.254/latest')
      if (request.url === '/gone') return response.writeHead(404, { 'content-type': 'text/html' }).end('não')
      if (request.url === '/image') return response.writeHead(200, { 'content-type': 'image/png' }).end('x')
      if (request.url === '/huge') {
        response.writeHead(200, { 'content-type': 'text/plain' })
        return response.end(Buffer.alloc(9 * 1024 * 1024, 97))
      }
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end('<nav>Menu</nav><h1>Frete</h1><p>Grátis.</p>')
    })
    await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
    const at = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    expect((await readPage(`${at}/`)).body).toMatchObject({ error: 'ERR_ADDRESS_NOT_ALLOWED' })
    await h.setting(h.one, 'localProviders', 'enabled')
    expect((await readPage(`${at}/`)).body).toEqual({
      sections: [{ title: 'Frete', text: 'Grátis.' }],
      isCut: false,
    })
    const errors: Record<string, string> = {
      '/inside': 'ERR_ADDRESS_NOT_ALLOWED',
      '/round': 'ERR_UNREADABLE_DOCUMENT',
      '/gone': 'ERR_UNREADABLE_DOCUMENT',
      '/image': 'ERR_UNREADABLE_DOCUMENT',
      '/huge': 'ERR_FILE_TOO_LARGE',
    }
    for (const [path, error] of Object.entries(errors))
      expect((await readPage(at + path)).body, path).toMatchObject({ error })
    await h.setting(h.one, 'localProviders', 'disabled')
    site.close()
  })
})
