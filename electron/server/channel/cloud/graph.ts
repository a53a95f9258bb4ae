/**
 * A small client of Meta's Graph API: one call, its answer, and what went wrong as one of two errors. Retrying is the
 * caller's; the network is the connection's thread (./threads).
 */
import { z } from 'zod'
import { AddressRefused, AnswerTooLong } from '../../providers/guarded-request'
import { CallLost } from '../worker/peer'
import { FileGone, GraphError, GraphNoAnswer, GraphTooLarge } from './graph-errors'
import type { Ask, NetAnswer, NetQuestion } from './network'

/** The version everything here was written against. */
const VERSION = 'v23.0'
const HOME = 'https://graph.facebook.com'
/** Most bytes of an answer in JSON. */
const MOST_BYTES = 4 * 1024 * 1024
/** Hosts files lie on; the access token is shown to nobody else. */
const FILE_HOSTS = ['.fbsbx.com', '.facebook.com', '.whatsapp.net']

export interface GraphCall {
  token: string
  method?: 'GET' | 'POST'
  /** Below the version: `<phone number id>/messages`. */
  path: string
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, with its own content type; files of this machine by their path. */
  raw?: { parts: NonNullable<NetQuestion['parts']>; type: string }
  signal: AbortSignal
}

export interface Graph {
  /** @throws GraphError, GraphNoAnswer, FileGone */
  call(call: GraphCall): Promise<unknown>
  /** A file by the address the API gave. @param most bytes. @throws GraphError, GraphNoAnswer, GraphTooLarge */
  file(url: string, token: string, most: number, signal: AbortSignal): Promise<Uint8Array>
}

const errorBody = z.object({
  error: z.object({ code: z.number(), message: z.string().catch('') }),
})

/** Errors of a connection that never came about: nothing was heard. */
const UNHEARD =
  /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/

function noAnswerOf(error: unknown): GraphNoAnswer {
  if (error instanceof CallLost) return new GraphNoAnswer(error.message, error.mayHaveRun, true)
  if (error instanceof AddressRefused) return new GraphNoAnswer(error.message, false)
  const { code, name } = error as { code?: unknown; name?: unknown }
  const text = typeof code === 'string' ? code : String(name ?? 'FAILED')
  return new GraphNoAnswer(text, !UNHEARD.test(text))
}

function retryAfter(answer: NetAnswer): number | null {
  const seconds = Number(answer.retryAfter ?? Number.NaN)
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null
}

/** @throws SyntaxError */
const jsonOf = ({ bytes }: NetAnswer): unknown => JSON.parse(Buffer.from(bytes).toString('utf8'))

const isGood = ({ status }: NetAnswer): boolean => status >= 200 && status <= 299

/** @throws GraphError when the answer is one, GraphNoAnswer when it is none of the API's. */
function refuse(answer: NetAnswer): never {
  let body: unknown = null
  try {
    body = jsonOf(answer)
  } catch {
    // Some gateway's own words.
  }
  const parsed = errorBody.safeParse(body)
  if (!parsed.success) throw new GraphNoAnswer(`status ${answer.status}`, answer.status >= 500)
  const { code, message } = parsed.data.error
  throw new GraphError(code, answer.status, message, retryAfter(answer))
}

/**
 * Makes the client.
 * @param base another address of the API than Meta's, for a double on this computer; null for Meta's own.
 */
export function createGraph(base: string | null, ask: Ask): Graph {
  const home = base ?? HOME
  const reach = async (question: Omit<NetQuestion, 'local'>, signal: AbortSignal): Promise<NetAnswer> => {
    try {
      return await ask({ ...question, local: base !== null }, signal)
    } catch (error) {
      throw error instanceof FileGone || error instanceof AnswerTooLong ? error : noAnswerOf(error)
    }
  }
  const mayShowToken = (url: URL): boolean =>
    url.origin === new URL(home).origin ||
    (url.protocol === 'https:' && FILE_HOSTS.some(host => url.hostname.endsWith(host)))

  return {
    async call({ token, method = 'GET', path, body, raw, signal }) {
      const type = raw?.type ?? (body === undefined ? null : 'application/json')
      const answer = await reach(
        {
          url: `${home}/${VERSION}/${path}`,
          method,
          headers: { authorization: `Bearer ${token}`, ...(type ? { 'content-type': type } : {}) },
          parts: raw ? raw.parts : body === undefined ? null : [JSON.stringify(body)],
          most: MOST_BYTES,
        },
        signal,
      ).catch((error: unknown) => {
        // No answer of the API's to anything but a file is as long.
        throw error instanceof AnswerTooLong ? new GraphNoAnswer(error.message, true) : error
      })
      if (!isGood(answer)) refuse(answer)
      try {
        return jsonOf(answer)
      } catch {
        // Taken, and what became of it was lost on the way back.
        throw new GraphNoAnswer('no JSON', true)
      }
    },
    async file(url, token, most, signal) {
      if (!URL.canParse(url) || !mayShowToken(new URL(url)))
        throw new GraphNoAnswer('a strange address', false)
      const answer = await reach(
        { url, method: 'GET', headers: { authorization: `Bearer ${token}` }, parts: null, most },
        signal,
      ).catch((error: unknown) => {
        throw error instanceof AnswerTooLong ? new GraphTooLarge() : error
      })
      if (!isGood(answer)) refuse(answer)
      return answer.bytes
    },
  }
}
