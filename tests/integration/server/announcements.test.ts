/** Announcements on the server: kept by the platform, read by every company (docs/specification.md 3.2, 3.6 and 3.7). */
import { beforeAll, expect, it } from 'vitest'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  c => c.charCodeAt(0),
)
const h = harnessForFile()
let root: Person
beforeAll(async () => {
  root = await h.superOf(h.one)
})

interface Shown {
  id: number
  title: string
  mediaPath: string | null
}
const titles = async (who: Person, name: 'announcements.list' | 'announcements.everything') =>
  (await h.call<{ records: Shown[] }>(who, name)).body.records.map(({ title }) => title)
const upload = (who: Person, id: number, bytes: Uint8Array<ArrayBuffer> | string, name: string) => {
  const form = new FormData()
  form.set('file', new Blob([bytes]), name)
  return h.raw(who, `/api/announcements/${id}/media-upload`, { method: 'POST', body: form })
}

it('are made by the platform only; inactive ones are nobody’s, and what is switched off leaves every console', async () => {
  const body = { title: 'Parada', text: 'Domingo às 3h' }
  expect((await h.call(h.one.admin, 'announcements.create', { body })).status).toBe(403)
  const other = await h.connect(h.two.ana)
  const { id } = (await h.call<Shown>(root, 'announcements.create', { body })).body
  await other.until(heard => heard.event === 'company-announcement')
  const hidden = await h.call(root, 'announcements.create', {
    body: { ...body, title: 'Rascunho', status: false },
  })
  expect(hidden.status).toBe(200)
  expect(await titles(h.two.ana, 'announcements.list')).toEqual(['Parada'])
  expect(await titles(root, 'announcements.everything')).toEqual(['Rascunho', 'Parada'])
  expect((await h.call(h.one.admin, 'announcements.everything')).status).toBe(403)
  await h.call(root, 'announcements.update', { params: { id }, body: { ...body, status: false } })
  await other.until(heard => JSON.stringify(heard).includes(`"id":${id}}`))
  await other.settled()
  expect(JSON.stringify(other.of('announcement'))).not.toContain('Rascunho')
  expect(await titles(h.two.ana, 'announcements.list')).toEqual([])
  // Whoever changes the words of an inactive one does not publish it by that.
  const words = { title: 'Parada adiada', text: body.text }
  const changed = await h.call<Shown>(root, 'announcements.update', { params: { id }, body: words })
  expect(changed.body).toMatchObject({ ...words, status: false, priority: 3 })
  expect(await titles(h.two.ana, 'announcements.list')).toEqual([])
  other.close()
})

it('carry a PNG or JPG that every company may fetch while they are active, and nothing else', async () => {
  const body = { title: 'Com imagem', text: 'x' }
  const { id } = (await h.call<Shown>(root, 'announcements.create', { body })).body
  expect((await upload(root, id, '<svg onload="x"/>', 'a.svg')).status).toBe(415)
  expect((await upload(root, id, PNG, 'a.png')).status).toBe(200)
  const params = { id }
  const path = (await h.call<Shown>(root, 'announcements.get', { params })).body.mediaPath ?? ''
  expect((await h.raw(h.two.ana, path)).status).toBe(200)
  await h.call(root, 'announcements.update', { params, body: { ...body, status: false } })
  expect((await h.raw(h.two.ana, path)).status).toBe(403)
  await h.call(root, 'announcements.remove', { params })
  expect((await h.raw(h.one.ana, path)).status).toBe(404)
  expect((await h.call(root, 'announcements.get', { params })).body).toMatchObject({
    error: 'ERR_NO_ANNOUNCEMENT_FOUND',
  })
})
