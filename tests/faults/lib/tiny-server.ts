/**
 * A very small server of messages, for tests of the outbox: what it accepted is appended to a file before it answers,
 * so that it can be killed at any moment and still tell the truth afterwards. Idempotent by client id, or not.
 */
import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface Accepted {
  id: string
  ticketId: number
  clientId: string | null
  body: string
  bytes: number
  at: string
  media: string | null
}

export type Fault = 'none' | 'refuse' | 'dropBefore' | 'dropAfter' | 'error500' | 'storeAndRefuse' | 'lose'

export interface TinyServer {
  url: string
  accepted(): Accepted[]
  close(): Promise<void>
  /** Cuts every open connection. */
  cut(): void
}

/** The ticket every forward goes to. */
const FORWARDED_TO = { id: 900, uuid: 'ticket-900', status: 'open' }

export interface TinyOptions {
  /** File of accepted messages, one JSON per line. */
  journal: string
  port?: number
  /** Whether a client id makes one message of two. Without, answers are empty as in docs/legacy-server.md 5. */
  clientIds?: boolean
  /** What to do with a request for a message. */
  fault?: (ticketId: number, body: string) => Fault
  /** Status and error for requests it refuses for good. */
  refusal?: { status: number; error: string }
  /** Told of every message that did not exist before (the socket's echo). */
  onCreated?: (message: Record<string, unknown>) => void
  /** Told of every request for a message that has JSON for a body. */
  onJson?: (json: unknown) => void
  delayMs?: number
  /** How far this server's clock is ahead. */
  clockAheadMs?: number
}

const read = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function field(form: string, name: string): string | null {
  const match = new RegExp(`name="${name}"\\r\\n\\r\\n([\\s\\S]*?)\\r\\n--`).exec(form)
  return match?.[1] ?? null
}

interface Wanted {
  clientId: string | null
  body: string
  bytes: number
  media: string | null
}

function parse(request: IncomingMessage, raw: Buffer): Wanted | null {
  const type = String(request.headers['content-type'] ?? '')
  const boundary = /boundary=(.+)$/.exec(type)?.[1]
  if (!boundary) {
    const json = JSON.parse(raw.toString('utf8')) as { clientId?: string; body?: string; messageId?: string }
    // A forward names a message; here its name is its words.
    return { clientId: json.clientId ?? null, body: json.body ?? json.messageId ?? '', bytes: 0, media: null }
  }
  const text = raw.toString('latin1')
  if (!text.endsWith(`--${boundary}--\r\n`)) return null
  const start = text.indexOf('filename="')
  const from = text.indexOf('\r\n\r\n', start) + 4
  const bytes = text.lastIndexOf(`\r\n--${boundary}--`) - from
  const name = /filename="([^"]*)"/.exec(text)?.[1] ?? ''
  const mime = /Content-Type: ([^\r]+)\r\n\r\n/.exec(text.slice(start))?.[1] ?? ''
  return {
    clientId: field(text, 'clientId'),
    body: Buffer.from(field(text, 'body') ?? '', 'latin1').toString('utf8'),
    bytes,
    media: `${mime}|${name}`,
  }
}

/** The record of a message in the contract's shape. */
export function toMessage(row: Accepted): Record<string, unknown> {
  const [mime, name] = row.media?.split('|') ?? []
  return {
    id: row.id,
    ticketId: row.ticketId,
    body: row.body || (name ? `1700000000000_${name}` : ''),
    fromMe: true,
    ack: 1,
    read: true,
    clientId: row.clientId,
    mediaType: mime ? mime.split('/')[0] : 'extendedTextMessage',
    mediaUrl: name ? `/media/1/${row.id}` : null,
    createdAt: row.at,
    updatedAt: row.at,
  }
}

export async function startTinyServer(options: TinyOptions): Promise<TinyServer> {
  const clientIds = options.clientIds ?? true
  const known: Accepted[] = existsSync(options.journal)
    ? readFileSync(options.journal, 'utf8')
        .split('\n')
        .filter(line => line.endsWith('}'))
        .map(line => JSON.parse(line) as Accepted)
    : []
  const byClientId = new Map(known.filter(row => row.clientId).map(row => [row.clientId, row]))
  const journal = openSync(options.journal, 'a')
  const sockets = new Set<Socket>()
  let closed = false
  const aheadMs = options.clockAheadMs ?? 0

  const keep = (row: Accepted): void => {
    appendFileSync(journal, `${JSON.stringify(row)}\n`)
    fsyncSync(journal)
    known.push(row)
    if (row.clientId) byClientId.set(row.clientId, row)
  }

  const answer = (response: ServerResponse, status: number, content: unknown): void => {
    const text = content === undefined ? '' : JSON.stringify(content)
    response.writeHead(status, {
      'content-type': 'application/json',
      date: new Date(Date.now() + aheadMs).toUTCString(),
    })
    response.end(text)
  }

  const accept = (ticketId: number, wanted: Wanted): Accepted => {
    const twin = clientIds && wanted.clientId ? byClientId.get(wanted.clientId) : undefined
    if (twin) return twin
    const row: Accepted = {
      id: `M${known.length + 1}`,
      ticketId,
      clientId: clientIds ? wanted.clientId : null,
      body: wanted.body,
      bytes: wanted.bytes,
      at: new Date(Date.now() + aheadMs).toISOString(),
      media: wanted.media,
    }
    keep(row)
    options.onCreated?.(toMessage(row))
    return row
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://x')
    // A forward makes its message in another ticket.
    const isForward = url.pathname === '/message/forward'
    const ticketId = isForward ? FORWARDED_TO.id : Number(url.pathname.split('/')[2])
    if (request.method === 'GET') {
      const page = Number(url.searchParams.get('pageNumber') ?? '1')
      const rows = known.filter(row => row.ticketId === ticketId)
      const end = rows.length - (page - 1) * 20
      const messages = end > 0 ? rows.slice(Math.max(0, end - 20), end).map(toMessage) : []
      answer(response, 200, { messages, ticket: null, count: rows.length, hasMore: end > 20 })
      return
    }
    const raw = await read(request)
    if (options.delayMs) await new Promise(resolve => setTimeout(resolve, options.delayMs))
    if (closed) return
    const wanted = parse(request, raw)
    if (request.headers['content-type'] === 'application/json')
      options.onJson?.(JSON.parse(raw.toString('utf8')))
    if (!wanted) return void response.destroy()
    const fault = options.fault?.(ticketId, wanted.body) ?? 'none'
    if (fault === 'refuse') {
      const { status, error } = options.refusal ?? { status: 403, error: 'ERR_NO_PERMISSION' }
      return answer(response, status, { error })
    }
    if (fault === 'error500') return answer(response, 500, { error: 'ERR_INTERNAL' })
    // Said yes and died before it was written down.
    if (fault === 'lose')
      return answer(response, 200, isForward ? { message: null, ticket: FORWARDED_TO } : undefined)
    if (fault === 'dropBefore') return void response.destroy()
    const row = accept(ticketId, wanted)
    if (fault === 'storeAndRefuse') return answer(response, 400, { error: 'ERR_SENDING_WAPP_MSG' })
    if (fault === 'dropAfter') return void response.destroy()
    if (clientIds) answer(response, 200, { message: toMessage(row) })
    else answer(response, 200, isForward ? { message: null, ticket: FORWARDED_TO } : undefined)
  }

  const server: Server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted: () => [...known],
    cut,
    async close() {
      closed = true
      cut()
      await new Promise(resolve => server.close(resolve))
      closeSync(journal)
    },
  }
}
