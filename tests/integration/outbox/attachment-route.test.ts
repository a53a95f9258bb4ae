import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPieces } from '../../../electron/main/attachments/pieces'
import { createAttachmentRoute } from '../../../electron/main/attachments/route'
import { createLog } from '../../../electron/main/log/log'
import { attachment } from '../../../src/contract'
import { openRig, type Rig } from '../../faults/lib/bench-outbox'

let dir: string
let rig: Rig
let signedIn: boolean
let route: (request: Request) => Promise<Response>

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'turno-route-'))
  rig = await openRig({ dataDir: dir, url: () => 'http://nowhere', limitBytes: 1_000 })
  signedIn = true
  route = createAttachmentRoute({
    attachments: rig.attachments,
    signedIn: () => signedIn,
    log: createLog(() => {}),
  })
})
afterEach(async () => {
  await rig.close()
  await rm(dir, { recursive: true, force: true, maxRetries: 10 })
})

const at = (path: string, init?: RequestInit) => new Request(`http://turno/local/attachments${path}`, init)
const post = (body: BodyInit, name = 'foto.png', type = 'image/png') =>
  route(at(`?name=${encodeURIComponent(name)}`, { method: 'POST', body, headers: { 'content-type': type } }))
const files = () => readdir(join(dir, 'attachments')).catch(() => [])

it('takes a file in and shows it, whole and in parts', async () => {
  const answer = await post('0123456789', 'relatório final.png')
  expect(answer.status).toBe(201)
  const stored = attachment.parse(await answer.json())
  expect(stored).toMatchObject({ name: 'relatório final.png', mime: 'image/png', size: 10 })
  const whole = await route(at(`/${stored.id}`))
  expect(whole.headers.get('content-type')).toBe('image/png')
  expect(whole.headers.get('content-security-policy')).toContain('sandbox')
  expect(await whole.text()).toBe('0123456789')
  const part = await route(at(`/${stored.id}`, { headers: { range: 'bytes=2-4' } }))
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    'bytes 2-4/10',
    '234',
  ])
  const past = await route(at(`/${stored.id}`, { headers: { range: 'bytes=10-' } }))
  expect([past.status, past.headers.get('content-range')]).toEqual([416, 'bytes */10'])
})

it('never serves a stranger page as a page of ours', async () => {
  for (const type of ['text/html', 'image/svg+xml', 'application/xhtml+xml']) {
    const stored = attachment.parse(await (await post('<script>1</script>', 'a.html', type)).json())
    const shown = await route(at(`/${stored.id}`))
    expect(shown.headers.get('content-type')).toBe('application/octet-stream')
    expect(shown.headers.get('content-disposition')).toContain('attachment')
  }
})

it('refuses what is too large, announced or not, and leaves nothing behind', async () => {
  const large = new Uint8Array(1_001)
  const announced = await post(large)
  expect([announced.status, await announced.json()]).toEqual([413, { error: 'ERR_FILE_TOO_LARGE' }])
  const streamed = new ReadableStream({
    start(controller) {
      for (let i = 0; i < 3; i += 1) controller.enqueue(new Uint8Array(400))
      controller.close()
    },
  })
  const request = at('?name=x', { method: 'POST', body: streamed, duplex: 'half' } as RequestInit)
  expect((await route(request)).status).toBe(413)
  expect(await files()).toEqual([])
})

it('knows only its own ids and methods, and nobody who is signed out', async () => {
  expect((await route(at('/../console.db'))).status).toBe(405)
  expect((await route(at('/..%2fconsole.db'))).status).toBe(404)
  expect((await route(at('/3fa85f64-5717-4562-b3fc-2c963f66afa6'))).status).toBe(404)
  expect((await route(at('', { method: 'PUT', body: 'x' }))).status).toBe(405)
  signedIn = false
  expect((await post('x')).status).toBe(401)
})

it('deletes on request, unless a draft names the file', async () => {
  const kept = attachment.parse(await (await post('a')).json())
  const gone = attachment.parse(await (await post('b')).json())
  await rig.drafts.save({
    ticketId: 1,
    text: '',
    quote: null,
    attachments: [kept],
    caret: null,
    updatedAt: '2026-01-01T00:00:00.000Z',
  })
  for (const { id } of [kept, gone]) {
    expect((await route(at(`/${id}`, { method: 'DELETE' }))).status).toBe(204)
  }
  expect(await files()).toEqual([kept.id])
})

it('sweeps what nobody names, and what is not ours', async () => {
  const kept = attachment.parse(await (await post('a')).json())
  await post('b')
  await rig.drafts.save({
    ticketId: 1,
    text: '',
    quote: null,
    attachments: [kept],
    caret: null,
    updatedAt: '2026-01-01T00:00:00.000Z',
  })
  expect(await rig.attachments.sweep()).toBe(1)
  expect(await files()).toEqual([kept.id])
})

describe('a file in pieces', () => {
  const piece = (path: string, bytes: number) =>
    route(at(path, { method: 'POST', body: new Uint8Array(bytes), headers: { 'content-type': 'video/mp4' } }))
  const begin = async (size: number, bytes: number): Promise<string> => {
    const answer = await piece(`?name=filme.mp4&size=${size}`, bytes)
    expect(answer.status).toBe(202)
    return ((await answer.json()) as { upload: string }).upload
  }

  it('is one file when the last has arrived, and none before', async () => {
    const upload = await begin(900, 400)
    expect((await piece(`/${upload}?from=400`, 400)).status).toBe(202)
    expect((await route(at(`/${upload}`))).status).toBe(404)
    const last = await piece(`/${upload}?from=800`, 100)
    expect(last.status).toBe(201)
    const stored = attachment.parse(await last.json())
    expect(stored).toMatchObject({ name: 'filme.mp4', mime: 'video/mp4', size: 900 })
    expect((await (await route(at(`/${stored.id}`))).arrayBuffer()).byteLength).toBe(900)
    expect((await piece(`/${upload}?from=900`, 1)).status).toBe(400)
  })

  it.each([
    ['that skips some', '?from=500', 400],
    ['that comes twice', '?from=0', 400],
    ['without a place', '', 400],
    ['that is more than was announced', '?from=400', 501],
  ])('%s ends it, and leaves nothing behind', async (_what, query, bytes) => {
    const upload = await begin(900, 400)
    expect((await piece(`/${upload}${query}`, bytes)).status).toBe(400)
    expect((await piece(`/${upload}?from=400`, 100)).status).toBe(400)
    await expect.poll(files).toEqual([])
  })

  it('too large is refused with its first', async () => {
    expect((await piece('?name=a&size=1001', 400)).status).toBe(413)
    await expect.poll(files).toEqual([])
  })

  it('is given up by the window, and when the window says nothing any more', async () => {
    const upload = await begin(900, 400)
    expect((await route(at(`/${upload}`, { method: 'DELETE' }))).status).toBe(204)
    expect((await piece(`/${upload}?from=400`, 400)).status).toBe(400)
    await expect.poll(files).toEqual([])

    const pieces = createPieces({ attachments: rig.attachments, newId: randomUUID, idleMs: 30 })
    const some = async function* () {
      yield new Uint8Array(10)
    }
    const { id } = await pieces.begin({ name: 'a', mime: 'text/plain', size: 20 }, some())
    // Not by its file alone: that may not have been seen yet. Of two timers the one that began first and is shorter ends first.
    await delay(60)
    await expect.poll(files).toEqual([])
    await expect(pieces.next(id, 10, some())).rejects.toMatchObject({ code: 'BRIDGE_FAILED' })
  })
})
