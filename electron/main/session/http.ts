/** The fetch port of main and the reading of a server's error answers. */
import { z } from 'zod'
import { refusedTls } from '../adapters/capabilities'
import { MainError } from '../errors'

/** `net.fetch` in the app, Node's fetch in tests. */
export type FetchLike = (url: string, init: RequestInit & { duplex?: 'half' }) => Promise<Response>

/** Error answers are short; a longer body is something else and is not read. */
const ERROR_MAX_BYTES = 64 * 1024

/**
 * Reads at most `limit` bytes of a body as text.
 * @returns null when the body is longer; the rest is then cancelled.
 */
async function readText(response: Response, limit: number): Promise<string | null> {
  if (!response.body) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > limit) {
      await reader.cancel()
      return null
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** The error of a call nobody answered: whether the server is away, or what answers is not to be trusted. */
export const unanswered = (cause: unknown): MainError =>
  refusedTls(cause)
    ? new MainError('SERVER_CERTIFICATE', 'The certificate of the server is refused', { cause })
    : new MainError('SERVER_UNREACHABLE', 'The server could not be reached', { cause })

const errorBody = z.object({ error: z.string() })

/**
 * The text of an error answer (`{ "error": "<text>" }`).
 * @returns the text, "" for an empty body, null when the body is something else (HTML page, foreign JSON, too long).
 */
export function errorTextOf(body: string | null): string | null {
  if (body === null) return null
  if (body.trim() === '') return ''
  try {
    const parsed = errorBody.safeParse(JSON.parse(body))
    return parsed.success ? parsed.data.error : null
  } catch {
    return null
  }
}

/** Reads an error answer without consuming it. Null when its body has another form. */
export async function peekErrorText(response: Response): Promise<string | null> {
  if (response.body === null) return ''
  try {
    return errorTextOf(await readText(response.clone(), ERROR_MAX_BYTES))
  } catch {
    return null
  }
}

/**
 * Whether a 401 really means that the session is over. Legacy servers also answer 401 to an ordinary user on
 * a super-only route and to wrong credentials, so the body decides; no body at all counts.
 */
export function endsSession(status: number, text: string | null): boolean {
  return status === 401 && text !== null && (text === '' || text.startsWith('ERR_SESSION_EXPIRED'))
}
