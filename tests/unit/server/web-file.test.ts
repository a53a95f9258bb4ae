/** A file of WhatsApp Web, by the library's own keys, from servers that hang, cut, and give something else. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as baileys from '@whiskeysockets/baileys'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { FileAway, fetchFile } from '../../../electron/server/desk/channel/web/file'
import { encrypted } from '../../support/web-media.mjs'

const FILE = Buffer.alloc(100_000, 'a picture ')
const part = { directPath: '/v/1', url: null, mediaKey: Buffer.alloc(32, 5) }
let answer: (to: ServerResponse) => void
let asked: { path: string; to: ServerResponse }[]
const server = createServer((request, to) => {
  asked.push({ path: request.url ?? '', to })
  answer(to)
})
/** As the library, on the test's server. @param hosts those it was to ask. */
const libraryAt = (hosts: string[]) => ({
  getMediaKeys: baileys.getMediaKeys,
  DEFAULT_ORIGIN: baileys.DEFAULT_ORIGIN as typeof baileys.DEFAULT_ORIGIN,
  getUrlFromDirectPath(path: string) {
    const { host, pathname, search } = new URL(baileys.getUrlFromDirectPath(path))
    hosts.push(host)
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}${search}`
  },
})
const fetched = (from: Parameters<typeof fetchFile>[1] = part, most = FILE.length, signal?: AbortSignal) => {
  const hosts: string[] = []
  const file = fetchFile(libraryAt(hosts), from, 'image', most, signal ?? new AbortController().signal)
  return file.then(bytes => ({ bytes, hosts }))
}

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
})

it('comes as it was, from WhatsApp’s server whatever address stands in the message', async () => {
  answer = async to => to.end(await encrypted(FILE, 'image'))
  const { bytes, hosts } = await fetched({ ...part, url: 'http://169.254.169.254/latest?x=1' })
  expect(Buffer.from(bytes).equals(FILE)).toBe(true)
  const other = await fetched({ ...part, directPath: '', url: 'http://169.254.169.254/latest?x=1' })
  expect([...hosts, ...other.hosts]).toEqual(['mmg.whatsapp.net', 'mmg.whatsapp.net'])
  expect(asked.map(({ path }) => path)).toEqual(['/v/1', '/latest?x=1'])
  await expect(fetched({ ...part, directPath: '@169.254.169.254/x' })).rejects.toThrow('ERR_WAPP_MEDIA')
})

it.each([
  ['before its first byte', () => undefined],
  ['after it', (to: ServerResponse) => void to.writeHead(200, { 'content-length': 1_000 }).write('x')],
])('that hangs %s is given up with its connection', async (_when, hang) => {
  answer = hang
  const gone = new AbortController()
  const file = fetched(part, FILE.length, gone.signal)
  await expect.poll(() => asked).toHaveLength(1)
  const closed = once(asked[0]?.to as ServerResponse, 'close')
  gone.abort(new Error('over'))
  await expect(file).rejects.toThrow('over')
  await closed
})

it('is an error where it is cut, damaged, too long or away, and no connection stays', async () => {
  answer = to => void to.writeHead(200, { 'content-length': 1_000 }).write('x', () => to.destroy())
  await expect(fetched()).rejects.toThrow('terminated')
  answer = async to => {
    const bytes = await encrypted(FILE, 'image')
    to.end(bytes.fill(0, 50, 51))
  }
  await expect(fetched()).rejects.toThrow('damaged')
  answer = to => void to.end('short')
  await expect(fetched()).rejects.toThrow('damaged')
  answer = async to => to.end(await encrypted(FILE, 'image'))
  await expect(fetched(part, FILE.length - 1)).rejects.toThrow('ERR_WAPP_MEDIA')
  const closed = new Promise<unknown>(done => {
    answer = to => {
      to.once('close', done)
      to.writeHead(200).write(FILE)
    }
  })
  await expect(fetched(part, 1_000)).rejects.toThrow('ERR_WAPP_MEDIA')
  await closed
  answer = to => void to.writeHead(404).end('no')
  await expect(fetched()).rejects.toThrow(FileAway)
})
