/** Quick messages on the server: who sees, changes and hears of which (docs/specification.md 3.2, 3.6 and 3.7). */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { queues } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()

interface Quick {
  id: number
  shortcode: string
  geral: boolean
  userId: number
  mediaPath: string | null
  mediaName: string | null
  queueIds: number[]
}
const make = async (who: Person, shortcode: string, extra: object = {}) =>
  h.call<Quick>(who, 'quickMessages.create', { body: { shortcode, message: `texto ${shortcode}`, ...extra } })
const page = async (who: Person, query: Record<string, unknown> = {}) =>
  (await h.call<{ records: Quick[]; count: number; hasMore: boolean }>(who, 'quickMessages.page', { query }))
    .body
const upload = (who: Person, id: number, name: string): Promise<Response> => {
  const form = new FormData()
  form.set('typeArch', 'quickMessage')
  form.set('file', new Blob(['conteúdo'], { type: 'text/plain' }), name)
  return h.raw(who, `/api/quick-messages/${id}/media-upload`, { method: 'POST', body: form })
}

it('only an admin makes one the whole company’s; agents change their own, supervisors general ones too', async () => {
  expect((await make(h.one.ana, 'nossa', { geral: true })).status).toBe(403)
  const general = (await make(h.one.admin, '/geral', { geral: true })).body
  expect(general).toMatchObject({ shortcode: 'geral', geral: true, status: true, isMedia: false })
  const body = { shortcode: 'geral', message: 'nova' }
  const params = { id: general.id }
  expect((await h.call(h.one.ana, 'quickMessages.update', { params, body })).status).toBe(403)
  expect((await h.call(h.one.ana, 'quickMessages.remove', { params })).status).toBe(403)
  expect((await h.call(h.one.sup, 'quickMessages.update', { params, body })).status).toBe(200)
  expect(
    (await h.call(h.one.sup, 'quickMessages.update', { params, body: { ...body, geral: false } })).status,
  ).toBe(403)
  const own = (await make(h.one.ana, 'minha')).body
  expect((await h.call(h.one.admin, 'quickMessages.get', { params: { id: own.id } })).body).toMatchObject({
    error: 'ERR_NO_QUICKMESSAGE_FOUND',
  })
  expect((await page(h.one.ana)).records.map(quick => quick.shortcode)).toEqual(['geral', 'minha'])
  expect((await page(h.one.bia, { searchParam: 'GERÁL' })).records.map(quick => quick.id)).toEqual([
    general.id,
  ])
  expect((await h.call(h.one.ana, 'quickMessages.remove', { params: { id: own.id } })).status).toBe(200)
  await h.call(h.one.admin, 'quickMessages.remove', { params })
})

it('everybody hears of a general one, of one’s own only oneself, and of one taken back that it is gone', async () => {
  const [ana, bia] = [await h.connect(h.one.ana), await h.connect(h.one.bia)]
  const own = (await make(h.one.ana, 'segredo')).body
  const general = (await make(h.one.admin, 'aviso', { geral: true })).body
  await bia.until(heard => heard.event.endsWith('-quickmessage'))
  await ana.until(heard => heard.event.endsWith('-quickmessage') && JSON.stringify(heard).includes('aviso'))
  expect(bia.of('quickmessage')).toMatchObject([{ action: 'create', record: { id: general.id } }])
  expect(ana.of('quickmessage')).toMatchObject([
    { action: 'create', record: { id: own.id } },
    { action: 'create', record: { id: general.id } },
  ])
  const params = { id: general.id }
  const body = { shortcode: 'aviso', message: 'x', geral: false }
  const taken = await h.call<Quick>(h.one.admin, 'quickMessages.update', { params, body })
  expect(taken.body.userId).toBe(h.one.admin.id)
  await bia.until(heard => JSON.stringify(heard).includes('"delete"'))
  await bia.settled()
  expect(bia.of('quickmessage').at(-1)).toMatchObject({ action: 'delete', id: general.id })
  ana.close()
  bia.close()
})

it('keeps one file a message, named without spaces, and none of a deleted one', async () => {
  const { id } = (await make(h.one.ana, 'arquivo')).body
  const folder = join(h.folder, 'media', String(h.one.id))
  const files = async (): Promise<number> => (await readdir(folder).catch(() => [])).length
  const before = await files()
  expect((await upload(h.one.bia, id, 'alheio.txt')).status).toBe(404)
  expect((await upload(h.one.ana, id, 'tabela de preços.txt')).status).toBe(200)
  const get = async () => (await h.call<Quick>(h.one.ana, 'quickMessages.get', { params: { id } })).body
  expect(await get()).toMatchObject({ mediaName: 'tabela_de_preços.txt', isMedia: true, status: false })
  expect((await upload(h.one.ana, id, 'outra.txt')).status).toBe(200)
  expect(await files()).toBe(before + 1)
  await h.call(h.one.ana, 'quickMessages.detach', { params: { id } })
  expect(await get()).toMatchObject({ mediaPath: null, mediaName: null, isMedia: false })
  await upload(h.one.ana, id, 'fim.txt')
  await h.call(h.one.ana, 'quickMessages.remove', { params: { id } })
  expect(await files()).toBe(before)
})

it('leaves no file behind when another one comes, or the message goes, while it is taken over', async () => {
  const { id } = (await make(h.one.ana, 'anexo')).body
  const folder = join(h.folder, 'media', String(h.one.id))
  const files = async (): Promise<number> => (await readdir(folder).catch(() => [])).length
  const before = await files()
  const { media } = h.running.app
  const take = media.take.bind(media)
  const whileTaken = (work: () => Promise<unknown>) =>
    vi.spyOn(media, 'take').mockImplementationOnce(async (...file) => {
      await take(...file)
      await work()
    })
  whileTaken(() => upload(h.one.ana, id, 'meio.txt'))
  expect((await upload(h.one.ana, id, 'primeira.txt')).status).toBe(200)
  expect(await files()).toBe(before + 1)
  whileTaken(() => h.call(h.one.ana, 'quickMessages.remove', { params: { id } }))
  expect((await upload(h.one.ana, id, 'tarde.txt')).status).toBe(404)
  expect(await files()).toBe(before)
})

it('of some queues name queues there are, and keep one that was deleted until it is taken out', async () => {
  const queue = await h.insert(queues, { companyId: h.one.id, name: 'Feira', color: '#123456' })
  const foreign = (await make(h.one.ana, 'alheia', { queueIds: [h.two.suporte] })).body
  expect(foreign).toMatchObject({ error: 'ERR_NO_QUEUE_FOUND' })
  const { id, queueIds } = (await make(h.one.ana, 'feira', { queueIds: [queue.id, h.one.suporte] })).body
  expect(queueIds).toEqual([queue.id, h.one.suporte])
  await h.db.platform.delete(queues).where(eq(queues.id, queue.id))
  const save = (body: object) =>
    h.call<Quick>(h.one.ana, 'quickMessages.update', {
      params: { id },
      body: { shortcode: 'feira', message: 'nova', ...body },
    })
  expect((await save({})).body.queueIds).toEqual([queue.id, h.one.suporte])
  expect((await save({ queueIds: [queue.id] })).body.queueIds).toEqual([queue.id])
  expect((await save({ queueIds: [] })).body.queueIds).toEqual([])
  expect((await save({ queueIds: [queue.id] })).body).toMatchObject({ error: 'ERR_NO_QUEUE_FOUND' })
})

it('keeps buttons and what they say, finds them by it, refuses what WhatsApp would, and lets them be taken away', async () => {
  const menu = { kind: 'button', entries: [{ title: ' Retirar na loja ' }, { title: 'Entregar' }] }
  const made = await make(h.one.ana, 'entrega', { menu })
  const kept = { kind: 'button', entries: [{ title: 'Retirar na loja' }, { title: 'Entregar' }] }
  expect(made.body).toMatchObject({ menu: kept })
  expect((await page(h.one.ana, { searchParam: 'retirar' })).records).toMatchObject([{ id: made.body.id }])
  const params = { id: made.body.id }
  const change = (extra: object) =>
    h.call(h.one.ana, 'quickMessages.update', {
      params,
      body: { shortcode: 'entrega', message: 'Como prefere?', ...extra },
    })
  expect(
    await change({ menu: { kind: 'link', entries: [{ title: 'Ver' }], url: 'ftp://x.example' } }),
  ).toMatchObject({
    status: 400,
    body: { error: 'ERR_MENU_ADDRESS', field: 'menu' },
  })
  // What says nothing of it leaves it as it is.
  expect((await change({})).body).toMatchObject({ message: 'Como prefere?', menu: kept })
  expect((await change({ menu: null })).body).toMatchObject({ menu: null })
})
