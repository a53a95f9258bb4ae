/** One call to a server that speaks as OpenAI does, answered in one piece. */
import { AI_BASE_URL } from '@contract'
import { guardedFetch } from '../outward/guarded-fetch'
import { AddressRefused, AnswerTooLong } from '../outward/guarded-request'
import { within } from '../time-limit'
import { ModelError, type ModelFault } from './chat-model'

/** Who is asked. */
export interface ProviderAddress {
  apiKey: string
  /** "" is the provider itself. */
  baseUrl: string
  model: string
  /** Setting `localProviders`. */
  local: boolean
  /** Instead of the network. */
  fetch?: typeof fetch
}

function faultOf(error: unknown): ModelError {
  if (error instanceof ModelError) return error
  const reason = error instanceof Error ? error.message : String(error)
  if (error instanceof AddressRefused) return new ModelError('address', reason)
  if (error instanceof AnswerTooLong) return new ModelError('endless', reason)
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  return new ModelError(isLate ? 'silent' : 'failed', reason)
}

function refuse(status: number, notTaken: ModelFault): void {
  if (status === 401 || status === 403) throw new ModelError('key', `the key was refused (${status})`)
  if (status === 429) throw new ModelError('busy', 'asked to wait')
  if ([400, 413, 415, 422].includes(status)) throw new ModelError(notTaken, `not taken (${status})`)
  if (status < 200 || status > 299) throw new ModelError('failed', `refused (${status})`)
}

/**
 * @param path below the base address. @param sent `type` is the content type of the body.
 * @param limits `most` bytes of the answer, `ms` milliseconds until it is whole; `notTaken`: what it is where the server does not
 *   take what it was sent.
 * @param read makes of an answer what is wanted; what it throws is thrown on.
 * @throws ModelError
 */
export async function callProvider<T>(
  { apiKey, baseUrl, local, fetch }: ProviderAddress,
  path: string,
  sent: { type: string; body: BodyInit },
  limits: { most: number; ms: number; notTaken: ModelFault },
  read: (answer: { type: string; body: string }) => T,
  signal?: AbortSignal,
): Promise<T> {
  if (apiKey === '' && baseUrl === '' && !fetch) throw new ModelError('key', 'no key')
  try {
    return await within(
      limits.ms,
      async limit => {
        const send = fetch ?? guardedFetch(local, limits.most, limits.ms)
        const answer = await send(`${(baseUrl || AI_BASE_URL).replace(/\/+$/, '')}${path}`, {
          method: 'POST',
          headers: {
            'content-type': sent.type,
            ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }),
          },
          body: sent.body,
          signal: limit,
        })
        refuse(answer.status, limits.notTaken)
        return read({ type: answer.headers.get('content-type') ?? '', body: await answer.text() })
      },
      signal,
    )
  } catch (error) {
    throw faultOf(error)
  }
}
