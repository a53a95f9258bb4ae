import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { messages, outgoing } from '../../../electron/server/platform/db/schema'
import { s3Place } from '../../../electron/server/platform/media/s3'
import { S3_KEYS, s3Double } from '../../support/s3-double'
import { type S3Store, storeOfDouble, storeOfTests } from '../../support/s3-store'
import { type Harness, type Person, startHarness } from './harness'

interface Msg {
  id: string
  body: string
  clientId: string | null
  mediaUrl: string
  mediaType: string
  mediaName: string
  mediaMime: string
  mediaSize: number
  mediaWidth: number | null
  mediaHeight: number | null
}
const png = (width: number, height: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(PNG.sync.write(new PNG({ width, height })))

const ofTests = process.env.TURNO_TEST_S3
const PLACES = ['the folder', 'a store that speaks S3', ...(ofTests ? ['the store of TURNO_TEST_S3'] : [])]

describe.each(PLACES)('files in %s', kind => {
  let h: Harness
  let store: S3Store | null = null
  beforeAll(async () => {
    if (kind === 'the folder') {
      h = await startHarness()
      return
    }
    const place = kind.startsWith('a store') ? await storeOfDouble() : await storeOfTests(ofTests ?? '')
    store = place
    vi.stubEnv('AWS_ACCESS_KEY_ID', place.id)
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', place.secret)
    const { bucket, endpoint } = place
    h = await startHarness({
      mediaPlace: folder => s3Place({ bucket, prefix: 'turno/', endpoint, region: 'sa-east-1' }, folder),
    })
  })
  afterAll(async () => {
    await h.close()
    await store?.close()
    vi.unstubAllEnvs()
  })
  /** Files of the first company. */
  const names = async (): Promise<string[]> =>
    store ? store.keys(`turno/${h.one.id}/`) : readdir(join(h.folder, 'media', String(h.one.id)))
  const upload = async (
    who: Person,
    ticketId: number,
    files: [Uint8Array<ArrayBuffer> | string, string, string][],
    fields: Record<string, string[]> = {},
  ) => {
    const form = new FormData()
    for (const [key, values] of Object.entries(fields)) for (const one of values) form.append(key, one)
    for (const [bytes, name, type] of files) form.append('medias', new File([bytes], name, { type }))
    return h.call<{ message: Msg; messages: Msg[]; error?: string }>(who, 'messages.send', {
      params: { ticketId },
      body: form,
    })
  }
  const mine = () => h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })

  describe('uploading', () => {
    it('one message per file, captions in order, size and pixels known, bytes unchanged', async () => {
      const ticket = await mine()
      const picture = png(37, 21)
      const clientId = crypto.randomUUID()
      const files: Parameters<typeof upload>[2] = [
        [picture, 'foto <b>.png', 'image/png'],
        ['%PDF-1.4 x', 'conta.pdf', 'application/pdf'],
      ]
      const fields = { body: ['a foto', 'a conta'], clientId: [clientId] }
      const sent = await upload(h.one.ana, ticket.id, files, fields)
      expect(sent.status).toBe(200)
      const of = { mediaName: 'foto <b>.png', mediaMime: 'image/png', mediaSize: picture.length }
      expect(sent.body.messages).toMatchObject([
        { body: 'a foto', mediaType: 'image', ...of, mediaWidth: 37, mediaHeight: 21, clientId },
        { body: 'a conta', mediaMime: 'application/pdf', clientId: `${clientId}:1` },
      ])
      const served = await h.raw(h.one.bia, sent.body.message.mediaUrl)
      expect(Buffer.from(picture).equals(Buffer.from(await served.arrayBuffer()))).toBe(true)
      const again = await upload(h.one.ana, ticket.id, files.slice(0, 1), { clientId: [clientId] })
      expect(again.body.message.id).toBe(sent.body.message.id)
      expect(await readdir(join(h.folder, 'media', 'arriving'))).toEqual([])
    })

    it('refuses what is over the company’s limit, at any size, leaving nothing behind', async () => {
      await h.setting(h.one, 'downloadLimit', '1')
      const ticket = await mine()
      const before = await names()
      for (const megabytes of [1.1, 3, 40]) {
        const refused = await upload(h.one.ana, ticket.id, [
          [new Uint8Array(megabytes * 1024 * 1024), 'grande.bin', 'application/zip'],
        ])
        expect([refused.status, refused.body.error]).toEqual([413, 'ERR_FILE_TOO_LARGE'])
      }
      const fits = await upload(h.one.ana, ticket.id, [
        [new Uint8Array(1024 * 1024), 'cabe.bin', 'application/zip'],
      ])
      expect(fits.status).toBe(200)
      expect(await readdir(join(h.folder, 'media', 'arriving'))).toEqual([])
      expect(await names()).toHaveLength(before.length + 1)
      await h.setting(h.one, 'downloadLimit', '')
    })

    it('refuses a wrong field and too many files', async () => {
      const ticket = await mine()
      const form = new FormData()
      form.append('file', new File(['x'], 'x.txt'))
      const wrong = await h.call(h.one.ana, 'messages.send', { params: { ticketId: ticket.id }, body: form })
      expect([wrong.status, wrong.body.error]).toEqual([400, 'ERR_VALIDATION'])
      const many = await upload(
        h.one.ana,
        ticket.id,
        Array.from({ length: 11 }, (_, i) => ['x', `${i}.txt`, 'text/plain'] as [string, string, string]),
      )
      expect(many.status).toBe(400)
      expect(await readdir(join(h.folder, 'media', 'arriving'))).toEqual([])
    })

    it('an agent who may not see the ticket uploads nothing', async () => {
      const hidden = await h.newTicket(h.one, {
        status: 'open',
        queueId: h.one.vendas,
        userId: h.one.caio.id,
      })
      expect((await upload(h.one.ana, hidden.id, [['x', 'x.txt', 'text/plain']])).status).toBe(403)
      expect(await readdir(join(h.folder, 'media', 'arriving'))).toEqual([])
    })

    it('a file is judged by its bytes, not by its name', async () => {
      const ticket = await mine()
      const sent = await upload(h.one.ana, ticket.id, [
        ['<html><script>alert(1)</script>', 'foto.png', 'image/png'],
        [png(2, 2), 'documento.html', 'text/html'],
        ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'desenho.svg', 'image/svg+xml'],
        ['<html></html>', '../../../etc/pagina.html', 'text/html'],
      ])
      expect(sent.body.messages.map(m => [m.mediaType, m.mediaName])).toEqual([
        ['application', 'foto.png'],
        ['image', 'documento.html'],
        ['application', 'desenho.svg'],
        ['application', 'pagina.html'],
      ])
      for (const message of sent.body.messages) {
        const served = await h.raw(h.one.ana, message.mediaUrl)
        const type = served.headers.get('content-type') ?? ''
        expect(type).not.toMatch(/html|svg|xml|javascript/)
        expect(served.headers.get('x-content-type-options')).toBe('nosniff')
        if (message.mediaType === 'application') {
          expect(served.headers.get('content-disposition')).toMatch(/^attachment/)
          expect(served.headers.get('content-security-policy')).toContain('sandbox')
        }
      }
    })

    it('a customer’s file is kept, and a forwarded one survives its source', async () => {
      const picture = png(8, 4)
      const id = await h.customer(h.one, '5511922220001', 'veja', {
        mediaType: 'image',
        media: { bytes: picture, mime: 'image/png', name: 'veja.png' },
      })
      const source = await h.row(messages, eq(messages.id, id))
      const contactId = await h.newContact(h.one, 'Recebe')
      const { body } = await h.call<{ message: Msg }>(h.one.ana, 'messages.forward', {
        body: { messageId: id, contactId },
      })
      expect(body.message).toMatchObject({ mediaType: 'image', mediaWidth: 8, mediaName: 'veja.png' })
      await h.call(h.one.admin, 'tickets.remove', { params: { id: source?.ticketId ?? 0 } })
      expect((await h.raw(h.one.ana, `/media/${h.one.id}/${source?.mediaFile}`)).status).toBe(404)
      const served = await h.raw(h.one.ana, body.message.mediaUrl)
      expect(Buffer.from(picture).equals(Buffer.from(await served.arrayBuffer()))).toBe(true)
    })
  })

  describe('serving', () => {
    const text = '0123456789'
    const stored = async () => {
      const ticket = await mine()
      return (await upload(h.one.ana, ticket.id, [[text, 'dez.txt', 'text/plain']])).body.message.mediaUrl
    }
    const ranged = async (url: string, range: string, more: Record<string, string> = {}) => {
      const answer = await h.raw(h.one.ana, url, { headers: { range, ...more } })
      return [
        answer.status,
        answer.headers.get('content-range'),
        answer.status < 400 ? await answer.text() : '',
      ]
    }

    it('that are sent on while they are read come whole, and in parts', async () => {
      // More than goes out of memory at once (media/s3.ts).
      const large = new Uint8Array(17 * 1024 * 1024).map((_, i) => i * 31)
      large.set(Buffer.from('%PDF-1.4 '))
      const sent = await upload(h.one.ana, (await mine()).id, [[large, 'longo.pdf', 'application/pdf']])
      const url = sent.body.message.mediaUrl
      const whole = Buffer.from(await (await h.raw(h.one.ana, url)).arrayBuffer())
      expect(whole.equals(large)).toBe(true)
      const end = await h.raw(h.one.ana, url, { headers: { range: 'bytes=-9' } })
      expect(Buffer.from(await end.arrayBuffer()).equals(large.slice(-9))).toBe(true)
    })

    it('ranges, ETag, HEAD', async () => {
      const url = await stored()
      expect(await ranged(url, 'bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
      expect(await ranged(url, 'bytes=10-')).toEqual([416, 'bytes */10', ''])
      expect(await ranged(url, 'bytes=0-1,4-5')).toEqual([200, null, text])
      const whole = await h.raw(h.one.ana, url)
      const etag = whole.headers.get('etag') ?? ''
      expect((await h.raw(h.one.ana, url, { headers: { 'if-none-match': etag } })).status).toBe(304)
      expect(await ranged(url, 'bytes=0-1', { 'if-range': '"other"' })).toEqual([200, null, text])
      expect(await ranged(url, 'bytes=0-1', { 'if-range': etag })).toEqual([206, 'bytes 0-1/10', '01'])
      const head = await h.raw(h.one.ana, url, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
    })

    it('only members of the company: by token or by refresh cookie', async () => {
      const url = await stored()
      expect((await h.raw(null, url)).status).toBe(401)
      expect((await h.raw(h.two.admin, url)).status).toBe(403)
      expect((await h.raw(null, url, { headers: { cookie: h.one.caio.cookie } })).status).toBe(200)
      expect((await h.raw(null, url, { headers: { cookie: h.two.caio.cookie } })).status).toBe(403)
      expect((await h.raw(null, url, { headers: { cookie: 'jrt=x' } })).status).toBe(401)
    })

    it('nothing outside of the folder', async () => {
      for (const file of [
        '..%2F..%2Fworkspace.key',
        '%2e%2e/workspace.db',
        '..%5Cworkspace.key',
        '.hidden',
        'a%00.png',
      ]) {
        const answer = await h.raw(h.one.ana, `/media/${h.one.id}/${file}`)
        expect([400, 404]).toContain(answer.status)
      }
    })
  })

  it('in their place and in no other, every request signed', async () => {
    const elsewhere = await readdir(join(h.folder, 'media', String(h.one.id))).catch(() => [])
    expect((await names()).length).toBeGreaterThan(3)
    if (!store) return
    expect(elsewhere).toEqual([])
    expect((await store.keys('')).every(key => key.startsWith('turno/'))).toBe(true)
    if (!store.double) return
    expect(store.double.unsigned).toBe(0)
    // A range is the store's own: the rest of the file does not travel.
    expect(store.double.asked.filter(line => line.endsWith('bytes=2-4'))).toHaveLength(1)
  })

  it('are at hand for a channel while it sends, and leave nothing behind', async () => {
    const ticket = await mine()
    const seen: string[] = []
    vi.spyOn(h.channel, 'send').mockImplementation(async message => {
      seen.push(message.media ? await readFile(message.media.path, 'utf8') : '')
    })
    await upload(h.one.ana, ticket.id, [['a fatura', 'fatura.txt', 'text/plain']])
    await expect.poll(() => seen).toEqual(['a fatura'])
    if (store) await expect.poll(() => readdir(join(h.folder, 'media', 'fetched'))).toEqual([])
  })

  it('that cannot be had now hold the message back, and do not fail it', async () => {
    const ticket = await mine()
    vi.spyOn(h.running.app.media, 'local').mockRejectedValueOnce(new Error('the store is away'))
    const sent = vi.spyOn(h.channel, 'send')
    const { body } = await upload(h.one.ana, ticket.id, [['depois', 'depois.txt', 'text/plain']])
    const row = await h.row(messages, eq(messages.id, body.message.id))
    const place = await h.row(outgoing, eq(outgoing.messageSeq, row?.seq ?? 0))
    expect([row?.failure, place?.state]).toEqual([null, 'queued'])
    expect(sent).not.toHaveBeenCalled()
  })

  it('go with their company', async () => {
    const root = await h.superOf(h.one)
    const picture = png(2, 2)
    for (let i = 0; i < 5; i += 1)
      await h.customer(h.two, '5511922229999', 'x', {
        mediaType: 'image',
        media: { bytes: picture, mime: 'image/png', name: 'x.png' },
      })
    const ofTwo = async (): Promise<string[]> =>
      store
        ? store.keys(`turno/${h.two.id}/`)
        : readdir(join(h.folder, 'media', String(h.two.id))).catch(() => [])
    expect((await ofTwo()).length).toBeGreaterThanOrEqual(5)
    const removed = await h.call(root, 'companies.remove', { params: { id: h.two.id } })
    expect(removed.status).toBe(200)
    expect(await ofTwo()).toEqual([])
    expect((await names()).length).toBeGreaterThan(3)
  })
})

describe('a store that speaks S3', () => {
  it('stops the start when the bucket is not there, or the keys are not its own', async () => {
    const double = await s3Double()
    vi.stubEnv('AWS_ACCESS_KEY_ID', S3_KEYS.id)
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', S3_KEYS.secret)
    const at = { prefix: '', endpoint: double.endpoint, region: 'us-east-1' }
    const folder = join(tmpdir(), 'turno-no-such-folder')
    await expect(s3Place({ ...at, bucket: 'other' }, folder)).rejects.toThrow(
      'The bucket other cannot be reached',
    )
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong')
    await expect(s3Place({ ...at, bucket: double.bucket }, folder)).rejects.toThrow('cannot be reached')
    expect(double.unsigned).toBeGreaterThan(0)
    vi.unstubAllEnvs()
    await double.close()
  })
})
