/**
 * A stand-in for OpenAI-compatible servers (chat and transcriptions) and for Azure Speech on loopback: the same wire, as bad as
 * it is told to be.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the next question is answered with; when the list is empty, `answer` with its last words. */
type Behaviour =
  | { kind: 'answer'; text: string; pieces?: number }
  /** A refusal with a status; `retry-after` in seconds. */
  | { kind: 'refuse'; status: number; retryAfter?: number }
  /** Some pieces, then the connection is cut. */
  | { kind: 'cut'; text: string }
  /** Some pieces, then an end without saying so. */
  | { kind: 'trail'; text: string }
  /** Waits until it is let go. */
  | { kind: 'hold'; until: Promise<unknown>; text: string }
  /** One letter after another, so many milliseconds apart. */
  | { kind: 'drip'; text: string; everyMs: number }
  /** Some pieces, then nothing any more, for ever. */
  | { kind: 'stall'; text: string }

/** What the next recording is answered with; when the list is empty, with words that name its file. */
type Hearing =
  | { kind: 'say'; text: string; more?: object; waitMs?: number }
  /** As `response_format=text` is answered, whatever was asked for. */
  | { kind: 'plain'; text: string }
  | { kind: 'refuse'; status: number }
  | { kind: 'cut' }
  | { kind: 'garbage' }
  /** An answer of so many bytes. */
  | { kind: 'huge'; bytes: number }
  /** Waits until it is let go. */
  | { kind: 'hold'; until: Promise<unknown>; text: string }

/** What the next texts are answered with; when the list is empty, with vectors of `vectorOf`. */
type Embedding =
  | { kind: 'refuse'; status: number }
  | { kind: 'say'; body: string }
  | { kind: 'cut' }
  /** Waits until it is let go. */
  | { kind: 'hold'; until: Promise<unknown> }

interface EmbeddedTexts {
  model: string
  input: string[]
  authorization: string
}

interface HeardFile {
  name: string
  mime: string
  bytes: Buffer
  fields: Record<string, string>
  authorization: string
}

interface Asked {
  model: string
  messages: { role: string; content: string }[]
  max_tokens?: number
  temperature?: number
  authorization: string
}

export interface ChatModelDouble {
  /** Base address of the chat model, with /v1. */
  url: string
  /** Origin of the speech service. */
  speechUrl: string
  asked: Asked[]
  spoken: { voice: string; text: string; key: string; format: string }[]
  next: Behaviour[]
  heard: HeardFile[]
  nextHeard: Hearing[]
  embedded: EmbeddedTexts[]
  nextEmbedded: Embedding[]
  /** The vector of a text; of its letters unless set. */
  vectorOf(text: string, model: string): number[]
  /** The name of the model that answers with vectors; "" says none. */
  embeddedBy: string
  /** What is answered when `next` is empty; a greeting unless set. */
  otherwise(asked: Asked): string
  /** Before each answer of `otherwise`, milliseconds. */
  waitMs(): number
  /** Questions whose caller left before the answer was whole. */
  left: number
  /** Status of the speech service. */
  speechStatus: number
  close(): Promise<void>
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
const bodyOf = async (request: IncomingMessage): Promise<string> => (await bytesOf(request)).toString('utf8')

/** A form as a server of transcriptions takes it apart. */
async function formOf(request: IncomingMessage): Promise<HeardFile> {
  const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1] ?? ''
  const parts = (await bytesOf(request)).toString('latin1').split(`--${boundary}`)
  const found: HeardFile = {
    name: '',
    mime: '',
    bytes: Buffer.alloc(0),
    fields: {},
    authorization: request.headers.authorization ?? '',
  }
  for (const part of parts) {
    const [, head = '', body = ''] = /^\r\n([\s\S]*?)\r\n\r\n([\s\S]*)\r\n$/.exec(part) ?? []
    const field = / name="([^"]*)"/.exec(head)?.[1]
    const name = /filename="([^"]*)"/.exec(head)?.[1]
    if (name !== undefined) {
      found.name = name
      found.mime = /content-type: (.*)/i.exec(head)?.[1] ?? ''
      found.bytes = Buffer.from(body, 'latin1')
    } else if (field) found.fields[field] = body
  }
  return found
}

const chunk = (fields: object): string =>
  `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'double', ...fields })}\n\n`

const piecesOf = (text: string, count: number): string[] => {
  const size = Math.max(1, Math.ceil(text.length / count))
  return text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? []
}

/** An Opus file in Ogg: only its head matters to whoever looks at it. */
export const OGG = Buffer.concat([
  Buffer.from('OggS\0\x02'),
  Buffer.alloc(22),
  Buffer.from('OpusHead'),
  Buffer.alloc(64),
])

/** How often each letter stands in a text. */
const lettersOf = (text: string): number[] =>
  [...'abcdefghijklmnopqrstuvwxyz'].map(letter => 1 + text.toLowerCase().split(letter).length)

export async function startChatModelDouble(): Promise<ChatModelDouble> {
  const open = new Set<ServerResponse>()
  const double: ChatModelDouble = {
    url: '',
    speechUrl: '',
    asked: [],
    spoken: [],
    heard: [],
    nextHeard: [],
    embedded: [],
    embeddedBy: '',
    nextEmbedded: [],
    vectorOf: lettersOf,
    next: [],
    otherwise: () => 'Olá! Como posso ajudar?',
    waitMs: () => 0,
    left: 0,
    speechStatus: 200,
    close: () =>
      new Promise(resolve => {
        for (const one of open) one.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  async function chat(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await bodyOf(request)) as Asked & { stream?: boolean }
    const asked = { ...body, authorization: request.headers.authorization ?? '' }
    double.asked.push(asked)
    response.on('close', () => {
      if (!response.writableEnded) double.left += 1
    })
    const planned = double.next.shift()
    if (!planned && double.waitMs() > 0) await new Promise(resolve => setTimeout(resolve, double.waitMs()))
    const how: Behaviour = planned ?? { kind: 'answer', text: double.otherwise(asked) }
    if (how.kind === 'refuse') {
      response.writeHead(how.status, {
        'content-type': 'application/json',
        ...(how.retryAfter === undefined ? {} : { 'retry-after': String(how.retryAfter) }),
      })
      response.end(JSON.stringify({ error: { message: 'refused', type: 'double', code: null } }))
      return
    }
    if (how.kind === 'hold') await how.until
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const count = how.kind === 'drip' ? how.text.length : how.kind === 'answer' ? (how.pieces ?? 3) : 3
    for (const content of piecesOf(how.text, count)) {
      response.write(chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }))
      await new Promise(resolve =>
        how.kind === 'drip' ? setTimeout(resolve, how.everyMs) : setImmediate(resolve),
      )
    }
    if (how.kind === 'stall') return
    if (how.kind === 'cut') return void response.destroy()
    if (how.kind !== 'trail') {
      response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }))
      response.write(
        chunk({ choices: [], usage: { prompt_tokens: 40, completion_tokens: 10, total_tokens: 50 } }),
      )
    }
    response.end('data: [DONE]\n\n')
  }
  async function transcription(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await formOf(request)
    double.heard.push(asked)
    response.on('close', () => {
      if (!response.writableEnded) double.left += 1
    })
    const how = double.nextHeard.shift() ?? { kind: 'say' as const, text: `Ouvi ${asked.name}.` }
    if (how.kind === 'refuse')
      return void response.writeHead(how.status).end('{"error":{"message":"refused"}}')
    if (how.kind === 'hold') await how.until
    if (how.kind === 'say' && how.waitMs) await new Promise(resolve => setTimeout(resolve, how.waitMs))
    const type = how.kind === 'plain' ? 'text/plain; charset=utf-8' : 'application/json'
    response.writeHead(200, { 'content-type': type })
    if (how.kind === 'cut') return void response.write('{"text":"Era uma', () => response.destroy())
    if (how.kind === 'garbage') return void response.end('{"text":{"nested":')
    if (how.kind === 'huge') return void response.end(JSON.stringify({ text: 'x'.repeat(how.bytes) }))
    if (how.kind === 'plain') return void response.end(how.text)
    response.end(JSON.stringify({ text: how.text, ...('more' in how ? how.more : {}) }))
  }
  async function embedding(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await bodyOf(request)) as EmbeddedTexts
    double.embedded.push({ ...body, authorization: request.headers.authorization ?? '' })
    response.on('close', () => {
      if (!response.writableEnded) double.left += 1
    })
    const how = double.nextEmbedded.shift()
    if (how?.kind === 'refuse')
      return void response.writeHead(how.status).end('{"error":{"message":"refused"}}')
    if (how?.kind === 'hold') await how.until
    response.writeHead(200, { 'content-type': 'application/json' })
    if (how?.kind === 'cut') return void response.write('{"data":[{"emb', () => response.destroy())
    if (how?.kind === 'say') return void response.end(how.body)
    const data = body.input.map((text, index) => ({ index, embedding: double.vectorOf(text, body.model) }))
    const named = double.embeddedBy === '' ? {} : { model: double.embeddedBy }
    response.end(JSON.stringify({ data, ...named, usage: { prompt_tokens: 7 * data.length } }))
  }
  async function speech(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const ssml = await bodyOf(request)
    double.spoken.push({
      voice: /name='([^']+)'/.exec(ssml)?.[1] ?? '',
      text: /<voice[^>]*>([\s\S]*)<\/voice>/.exec(ssml)?.[1] ?? '',
      key: String(request.headers['ocp-apim-subscription-key'] ?? ''),
      format: String(request.headers['x-microsoft-outputformat'] ?? ''),
    })
    response.writeHead(double.speechStatus, { 'content-type': 'audio/ogg' })
    response.end(double.speechStatus === 200 ? OGG : '')
  }
  const server = createServer((request, response) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    const answered = request.url?.endsWith('/chat/completions')
      ? chat(request, response)
      : request.url?.endsWith('/audio/transcriptions')
        ? transcription(request, response)
        : request.url?.endsWith('/embeddings')
          ? embedding(request, response)
          : request.url?.startsWith('/cognitiveservices/v1')
            ? speech(request, response)
            : Promise.resolve(void response.writeHead(404).end())
    answered.catch(() => response.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  double.speechUrl = `http://127.0.0.1:${port}`
  double.url = `${double.speechUrl}/v1`
  return double
}
