/** Contacts' pictures that lie elsewhere: what main fetches for a window, and what it never does. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoints } from '@contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { legacyAdapter } from '../../../electron/main/adapters/legacy'
import { createPictures, type Pictures } from '../../../electron/main/gateway/pictures'
import { memoryLog } from './helpers'

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
let host: Server
let origin: URL
let asked: { url: string; headers: IncomingMessage['headers'] }[]
let reply: (request: IncomingMessage, response: ServerResponse) => void
let pictures: Pictures
/** Addresses a name stands for. */
let names: Record<string, string[]>
/** Where a fetch to a public name really goes in these tests. */
let reached: string[]

beforeEach(async () => {
  asked = []
  reached = []
  names = {}
  reply = (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(PNG)
  host = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers })
    reply(request, response)
  })
  await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve))
  origin = new URL(`http://127.0.0.1:${(host.address() as AddressInfo).port}`)
  pictures = createPictures({
    fetch: (url, init) => {
      reached.push(url)
      return fetch(new URL(new URL(url).pathname, origin), init)
    },
    server: () => origin,
    addressesOf: async hostname => names[hostname] ?? ['93.184.215.14'],
    log: memoryLog().log,
  })
})
afterEach(() => new Promise(resolve => host.close(resolve)))

const load = async (url: string): Promise<number> => {
  const path = pictures.pathOf(url)
  return path === null ? 0 : (await pictures.answer(path)).status
}

describe('a picture', () => {
  it('comes by a path of our own, once, with nothing of the session', async () => {
    const path = pictures.pathOf('https://pps.whatsapp.example/v/ana.jpg?oe=1') ?? ''
    const [first, second] = await Promise.all([pictures.answer(path), pictures.answer(path)])
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('image/png')
    expect(first.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(Buffer.from(await second.arrayBuffer())).toEqual(PNG)
    expect((await pictures.answer(path)).status).toBe(200)
    expect(reached).toEqual(['https://pps.whatsapp.example/v/ana.jpg?oe=1'])
    expect(asked[0]?.headers).not.toHaveProperty('authorization')
    expect(asked[0]?.headers).not.toHaveProperty('cookie')
  })

  it('comes from the server’s own host without encryption too, and from no other', async () => {
    expect(await load(`${origin.origin}/public/ana.jpg`)).toBe(200)
    expect(await load('http://elsewhere.example/ana.jpg')).toBe(0)
    expect(await load('ftp://elsewhere.example/ana.jpg')).toBe(0)
    expect(await load('https://ana:segredo@elsewhere.example/ana.jpg')).toBe(0)
  })

  it.each([
    'https://127.0.0.1/ana.jpg',
    'https://2130706433/ana.jpg',
    'https://localhost./ana.jpg',
    'https://192.168.0.1/ana.jpg',
    'https://169.254.169.254/latest',
    'https://[::1]/ana.jpg',
    'https://[::ffff:10.0.0.1]/ana.jpg',
    'https://[fd00::1]/ana.jpg',
    'https://roteador/ana.jpg',
    'http://127.0.0.1:1/ana.jpg',
  ])('never comes from inside: %s', async url => {
    expect(await load(url)).toBe(0)
    expect(reached).toEqual([])
  })

  it('does not come from a public name that stands for an address inside', async () => {
    names['innocent.example'] = ['93.184.215.14', '10.0.0.5']
    expect(await load('https://innocent.example/ana.jpg')).toBe(404)
    expect(reached).toEqual([])
  })

  it('does not follow a redirect to where it must not go', async () => {
    reply = (_request, response) => response.writeHead(302, { location: 'https://192.168.0.1/admin' }).end()
    expect(await load('https://pps.whatsapp.example/ana.jpg')).toBe(404)
    expect(reached).toHaveLength(1)
  })

  it.each([
    ['a page', { 'content-type': 'text/html' }, PNG],
    ['an SVG', { 'content-type': 'image/svg+xml' }, PNG],
    ['a file that says it is too large', { 'content-type': 'image/png', 'content-length': '3000000' }, null],
    ['a file that turns out too large', { 'content-type': 'image/png' }, Buffer.alloc(2_200_000)],
  ])('is not %s', async (_title, headers, body) => {
    reply = (_request, response) => {
      response.writeHead(200, headers)
      response.end(body ?? Buffer.alloc(3_000_000))
    }
    expect(await load('https://pps.whatsapp.example/ana.jpg')).toBe(404)
    // What could not be had is not asked for again and again.
    expect(await load('https://pps.whatsapp.example/ana.jpg')).toBe(404)
    expect(reached).toHaveLength(1)
  })

  it('is never one that a window made up, nor one of another session', async () => {
    const path = pictures.pathOf('https://pps.whatsapp.example/ana.jpg') ?? ''
    const other = Buffer.from('https://pps.whatsapp.example/other.jpg').toString('base64url')
    for (const forged of ['/local/pictures/', `/local/pictures/x/${other}`, path.replace(/[^/]+$/, other)])
      expect((await pictures.answer(forged)).status).toBe(404)
    pictures.forget()
    expect((await pictures.answer(path)).status).toBe(404)
    expect(reached).toEqual([])
  })
})

it('answers and events of the legacy servers name pictures by such paths', async () => {
  const url = 'https://pps.whatsapp.example/v/ana.jpg?a="b"&c=1'
  const row = { id: 1, name: '"profilePicUrl":"https://x"', number: '5511', profilePicUrl: url }
  const adapter = legacyAdapter(() => ({ id: 3, companyId: 1, profile: 'user' }), pictures.pathOf)
  const client = adapter.adapt({
    fetch: async () =>
      Response.json({ contacts: [row, { ...row, id: 2, profilePicUrl: 'http://10.0.0.1/x' }], count: 2 }),
    fetchFromOrigin: async () => new Response(),
  })
  const answer = await (await client.fetch('/contacts?pageNumber=1')).json()
  const { contacts } = endpoints['contacts.list'].response.parse(answer)
  expect(contacts.map(one => [one.name, one.profilePicUrl])).toEqual([
    [row.name, pictures.pathOf(url)],
    [row.name, null],
  ])
  const [event] = adapter.translate('company-1-contact', { action: 'update', contact: row })
  expect(event?.payload).toMatchObject({ contact: { name: row.name, profilePicUrl: pictures.pathOf(url) } })
  expect(pictures.pathOf(url)).toMatch(/^\/local\/pictures\//)
})
