/**
 * A small client of Meta's Graph API: one call, its answer, and what went wrong as one of two errors. Retrying is the
 * caller's.
 */
import { z } from 'zod'
import { AddressRefused, guardedFetch } from '../../providers/guarded-fetch'

/** The version everything here was written against. */
const VERSION = 'v23.0'
const HOME = 'https://graph.facebook.com'
/** Most bytes of one answer: what WhatsApp carries in one file. */
const MOST_BYTES = 101 * 1024 * 1024
/** Hosts files lie on; the access token is shown to nobody else. */
const FILE_HOSTS = ['.fbsbx.com', '.facebook.com', '.whatsapp.net']

/** The API understood the call and refused it. */
export class GraphError extends Error {
  constructor(
    /** Meta's number of the error. */
    readonly code: number,
    readonly status: number,
    message: string,
    /** Milliseconds the API asks to wait; null where it does not say. */
    readonly retryAfterMs: number | null,
  ) {
    super(`${code}: ${message}`)
    this.name = 'GraphError'
  }
}

/** No answer that says anything. */
export class GraphNoAnswer extends Error {
  constructor(
    reason: string,
    /** Whether the call may have been heard all the same. */
    readonly heard: boolean,
  ) {
    super(reason)
    this.name = 'GraphNoAnswer'
  }
}

export interface GraphCall {
  token: string
  method?: 'GET' | 'POST'
  /** Below the version: `<phone number id>/messages`. */
  path: string
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, with its own content type. */
  raw?: { bytes: Uint8Array; type: string }
  signal: AbortSignal
}

export interface Graph {
  /** @throws GraphError, GraphNoAnswer */
  call(call: GraphCall): Promise<unknown>
  /** A file by the address the API gave. @param most bytes. @throws GraphError, GraphNoAnswer, GraphTooLarge */
  file(url: string, token: string, most: number, signal: AbortSignal): Promise<Uint8Array>
}

/** The file is larger than may be taken. */
export class GraphTooLarge extends Error {}

const errorBody = z.object({
  error: z.object({ code: z.number(), message: z.string().catch('') }),
})

/** Errors of a connection that never came about: nothing was heard. */
const UNHEARD =
  /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/

function noAnswerOf(error: unknown): GraphNoAnswer {
  if (error instanceof AddressRefused) return new GraphNoAnswer(error.message, false)
  const { code, name } = error as { code?: unknown; name?: unknown }
  const text = typeof code === 'string' ? code : String(name ?? 'FAILED')
  return new GraphNoAnswer(text, !UNHEARD.test(text))
}

function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null
}

/**
 * Makes the client.
 * @param base another address of the API than Meta's, for a double on this computer; null for Meta's own.
 */
export function createGraph(base: string | null): Graph {
  const ask = guardedFetch(base !== null, MOST_BYTES)
  const home = base ?? HOME
  const reach = async (url: string, init: RequestInit): Promise<Response> => {
    try {
      return await ask(url, init)
    } catch (error) {
      throw noAnswerOf(error)
    }
  }
  /** @throws GraphError when the answer is one, GraphNoAnswer when it is none of the API's. */
  const refuse = async (response: Response): Promise<never> => {
    const parsed = errorBody.safeParse(await response.json().catch(() => null))
    if (!parsed.success) throw new GraphNoAnswer(`status ${response.status}`, response.status >= 500)
    const { code, message } = parsed.data.error
    throw new GraphError(code, response.status, message, retryAfter(response))
  }
  const mayShowToken = (url: URL): boolean =>
    url.origin === new URL(home).origin ||
    (url.protocol === 'https:' && FILE_HOSTS.some(host => url.hostname.endsWith(host)))

  return {
    async call({ token, method = 'GET', path, body, raw, signal }) {
      const type = raw?.type ?? (body === undefined ? null : 'application/json')
      const response = await reach(`${home}/${VERSION}/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(type ? { 'content-type': type } : {}) },
        ...(raw ? { body: raw.bytes as BodyInit } : body === undefined ? {} : { body: JSON.stringify(body) }),
        signal,
      })
      if (!response.ok) return refuse(response)
      try {
        return await response.json()
      } catch (error) {
        // Taken, and what became of it was lost on the way back.
        throw error instanceof SyntaxError ? new GraphNoAnswer('no JSON', true) : noAnswerOf(error)
      }
    },
    async file(url, token, most, signal) {
      if (!URL.canParse(url) || !mayShowToken(new URL(url)))
        throw new GraphNoAnswer('a strange address', false)
      const response = await reach(url, { headers: { authorization: `Bearer ${token}` }, signal })
      if (!response.ok) return refuse(response)
      if (Number(response.headers.get('content-length') ?? 0) > most) {
        await response.body?.cancel()
        throw new GraphTooLarge()
      }
      const bytes = await response.arrayBuffer().catch(error => {
        throw noAnswerOf(error)
      })
      if (bytes.byteLength > most) throw new GraphTooLarge()
      return new Uint8Array(bytes)
    },
  }
}
