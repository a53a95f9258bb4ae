/** A small client of Meta's Graph API: one call, its answer, and one of two errors. The caller retries. */
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import {
  AddressRefused,
  AnswerTooLong,
  type GuardedRequest,
  guardedRequest,
  keptConnections,
} from '../../../../outward/guarded-request'
import { GRAPH_VERSION } from './version'

const HOME = 'https://graph.facebook.com'
/** Most bytes of an answer in JSON. */
const MOST_BYTES = 4 * 1024 * 1024
/** Hosts of files; the access token is sent to nobody else. */
const FILE_HOSTS = ['.fbsbx.com', '.facebook.com', '.whatsapp.net']

/** The API understood the call and refused it. */
export class GraphError extends Error {
  constructor(
    /** Meta's number of the error. */
    readonly code: number,
    readonly status: number,
    message: string,
    /** Milliseconds the API asks to wait; null if not given. */
    readonly retryAfterMs: number | null,
  ) {
    super(`${code}: ${message}`)
    this.name = 'GraphError'
  }
}

/** No answer, or an unusable one. */
export class GraphNoAnswer extends Error {
  constructor(
    reason: string,
    /** Whether the call may have been carried out all the same. */
    readonly mayBeDone: boolean,
  ) {
    super(reason)
    this.name = 'GraphNoAnswer'
  }
}

/** The file exceeds the limit. */
export class GraphTooLarge extends Error {}

export interface GraphCall {
  token: string
  method?: 'GET' | 'POST'
  /** Below the version: `<phone number id>/messages`. */
  path: string
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, one part after the other, with its own content type. */
  raw?: { parts: readonly Uint8Array[]; type: string }
  signal: AbortSignal
}

export interface Graph {
  /** @throws GraphError, GraphNoAnswer */
  call(call: GraphCall): Promise<unknown>
  /** A file by the address the API gave. @param most bytes. @throws GraphError, GraphNoAnswer, GraphTooLarge */
  file(url: string, token: string, most: number, signal: AbortSignal): Promise<Uint8Array>
}

const errorBody = z.object({
  error: z.object({ code: z.number(), message: z.string().catch('') }),
})

/** Errors of a connection that was never opened: nothing was carried out. */
const UNHEARD =
  /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/

function noAnswerOf(error: unknown): GraphNoAnswer {
  if (error instanceof AddressRefused) return new GraphNoAnswer(error.message, false)
  const { code, name } = error as { code?: unknown; name?: unknown }
  const text = typeof code === 'string' ? code : String(name ?? 'FAILED')
  return new GraphNoAnswer(text, !UNHEARD.test(text))
}

interface Answer {
  status: number
  /** Header retry-after. */
  retryAfter: string | undefined
  bytes: Buffer
}

/** @throws AnswerTooLong, or the connection's error; also when the answer is cut off. */
async function bytesOf(response: IncomingMessage, most: number): Promise<Buffer> {
  const tooLong = (): never => {
    response.destroy()
    throw new AnswerTooLong()
  }
  if (Number(response.headers['content-length'] ?? 0) > most) tooLong()
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > most) tooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function retryAfterMs({ retryAfter }: Answer): number | null {
  const seconds = Number(retryAfter ?? Number.NaN)
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null
}

/** @throws SyntaxError */
const jsonOf = ({ bytes }: Answer): unknown => JSON.parse(bytes.toString('utf8'))

/** @returns the answer, if successful. @throws GraphError for an API error, GraphNoAnswer when it is not the API's. */
function good(answer: Answer): Answer {
  if (answer.status >= 200 && answer.status <= 299) return answer
  let body: unknown = null
  try {
    body = jsonOf(answer)
  } catch {
    // A gateway's own text.
  }
  const parsed = errorBody.safeParse(body)
  if (!parsed.success) throw new GraphNoAnswer(`status ${answer.status}`, answer.status >= 500)
  const { code, message } = parsed.data.error
  throw new GraphError(code, answer.status, message, retryAfterMs(answer))
}

/** How long a connection waits for the next call, milliseconds. */
const KEPT_MS = 2_000

/** Makes the client. @param base address of a double of the API on this computer; null for Meta's. */
export function createGraph(base: string | null): Graph {
  const home = base ?? HOME
  const agent = keptConnections(home, KEPT_MS)
  /** @throws AnswerTooLong, GraphError, GraphNoAnswer */
  const ask = async (
    url: string,
    request: Pick<GuardedRequest, 'method' | 'headers' | 'body' | 'signal' | 'agent'>,
    most: number,
  ): Promise<Answer> => {
    let answer: Answer
    try {
      const response = await guardedRequest(new URL(url), { ...request, local: base !== null })
      answer = {
        status: response.statusCode ?? 502,
        retryAfter: response.headers['retry-after'],
        bytes: await bytesOf(response, most),
      }
    } catch (error) {
      throw error instanceof AnswerTooLong ? error : noAnswerOf(error)
    }
    return good(answer)
  }
  const mayShowToken = (url: URL): boolean =>
    url.origin === new URL(home).origin ||
    (url.protocol === 'https:' && FILE_HOSTS.some(host => url.hostname.endsWith(host)))

  return {
    async call({ token, method = 'GET', path, body, raw, signal }) {
      const sent =
        raw ??
        (body === undefined ? null : { parts: [Buffer.from(JSON.stringify(body))], type: 'application/json' })
      const headers = { authorization: `Bearer ${token}`, ...(sent ? { 'content-type': sent.type } : {}) }
      const request = { method, headers, body: sent?.parts ?? null, signal, agent }
      try {
        return jsonOf(await ask(`${home}/${GRAPH_VERSION.name}/${path}`, request, MOST_BYTES))
      } catch (error) {
        // It was accepted but the answer was lost; only file answers are this long.
        if (error instanceof SyntaxError) throw new GraphNoAnswer('no JSON', true)
        throw error instanceof AnswerTooLong ? new GraphNoAnswer(error.message, true) : error
      }
    },
    async file(url, token, most, signal) {
      if (!URL.canParse(url) || !mayShowToken(new URL(url)))
        throw new GraphNoAnswer('a strange address', false)
      try {
        const headers = { authorization: `Bearer ${token}` }
        return (await ask(url, { method: 'GET', headers, body: null, signal }, most)).bytes
      } catch (error) {
        throw error instanceof AnswerTooLong ? new GraphTooLarge() : error
      }
    },
  }
}
