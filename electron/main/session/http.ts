/** The fetch port of main and the reading of a server's refusals. */
import { z } from 'zod'

/** `net.fetch` in the app, Node's fetch in tests. */
export type FetchLike = (url: string, init: RequestInit & { duplex?: 'half' }) => Promise<Response>

/** Refusals are short; a longer body is no refusal of ours and is not read. */
const REFUSAL_MAX_BYTES = 64 * 1024

/**
 * Reads at most `limit` bytes of a body as text.
 * @returns null when the body is longer; the rest is then cancelled.
 */
export async function readText(response: Response, limit: number): Promise<string | null> {
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

const refusal = z.object({ error: z.string() })

/**
 * What a server says in a refusal (`{ "error": "<text>" }`, design/contract.md 1.2).
 * @returns the text, "" for an empty body, null when the body is something else (HTML page, foreign JSON, too long).
 */
export function refusalTextOf(body: string | null): string | null {
  if (body === null) return null
  if (body.trim() === '') return ''
  try {
    const parsed = refusal.safeParse(JSON.parse(body))
    return parsed.success ? parsed.data.error : null
  } catch {
    return null
  }
}

/** Reads a refusal without consuming the answer. Null when it is no refusal in the family's form. */
export async function peekRefusal(response: Response): Promise<string | null> {
  if (response.body === null) return ''
  try {
    return refusalTextOf(await readText(response.clone(), REFUSAL_MAX_BYTES))
  } catch {
    return null
  }
}

/**
 * Whether a 401 really means that the session is over. Servers of this family also answer 401 to an ordinary user on
 * a super-only route and to wrong credentials (design/contract.md 1.3), so the body decides; no body at all counts.
 */
export function endsSession(status: number, text: string | null): boolean {
  return status === 401 && text !== null && (text === '' || text.startsWith('ERR_SESSION_EXPIRED'))
}
