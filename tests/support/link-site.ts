/** A web site whose pages messages link to, on this computer, and the way to it past the guard: everything else is refused as ever. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guardedFetch } from '../../electron/outward/guarded-fetch'
import { publicFetch } from '../../electron/server/desk/link-previews/page'

/** One pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

export interface LinkSite {
  url: string
  /** Pages asked for, in their order. */
  asked: string[]
  /** As `publicFetch`. */
  linkFetch(most: number): typeof fetch
  /** Breaks off all answers that are under way. */
  drop(): void
  close(): Promise<void>
}

/**
 * `/loja`: a page with all that may be said, its picture at `/foto`; `/outra…`: a title alone; `/lenta…`: no answer;
 * `/para?URL`: leads there; `/texto`: no page.
 */
export async function startLinkSite(): Promise<LinkSite> {
  const asked: string[] = []
  const server = createServer((request, answer) => {
    const path = request.url ?? ''
    asked.push(path)
    if (path.startsWith('/lenta')) return
    if (path.startsWith('/para?')) return void answer.writeHead(302, { location: path.slice(6) }).end()
    if (path === '/foto') return void answer.writeHead(200, { 'content-type': 'image/png' }).end(PIXEL)
    if (path === '/texto') return void answer.writeHead(200, { 'content-type': 'text/plain' }).end('oi')
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    answer.end(
      path.startsWith('/loja')
        ? `<head><meta property="og:title" content="Tênis &amp; cia"><meta name="description" content="Leves, de corrida.">
           <meta property="og:image" content="/foto"></head>`
        : '<title>Outra página</title>',
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    asked,
    linkFetch: most => (input, init) =>
      (new URL(String(input)).origin === url ? guardedFetch(true, most) : publicFetch(most))(input, init),
    drop: () => server.closeAllConnections(),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
