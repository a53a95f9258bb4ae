/**
 * Help videos: their pictures, and whether the player's host can be reached. Windows load nothing from elsewhere but the
 * player itself, and a frame that fails to load is no event; so main asks.
 */
import { LOCAL_VIDEOS_PATH, playerAddress, VIDEO_CODE } from '../../../src/contract'
import { limitSignal } from '../../time-limit'
import type { Log } from '../log/log'
import type { FetchLike } from '../session/http'
import { errorAnswer } from './answers'
import { harden, INERT_POLICY } from './csp'

/** Where the host keeps its pictures. */
const PICTURES = 'https://i.ytimg.com/vi'
/** Largest picture, in bytes, and how many are kept. */
const MAX_BYTES = 512 * 1024
const MOST_KEPT = 100
const TIMEOUT_MS = 10_000

export interface Videos {
  /** Answers a path below LOCAL_VIDEOS_PATH. Never throws. */
  answer(path: string): Promise<Response>
}

/** @param deps.fetch the plain way out: the host learns nothing of the session. */
export function createVideos({ fetch, log }: { fetch: FetchLike; log: Log }): Videos {
  /** In order of use, the oldest first. */
  const kept = new Map<string, Uint8Array<ArrayBuffer>>()

  const ask = (url: string, method: 'GET' | 'HEAD'): Promise<Response> =>
    fetch(url, {
      method,
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: limitSignal(TIMEOUT_MS),
    })

  async function picture(code: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const known = kept.get(code)
    if (known) return known
    const response = await ask(`${PICTURES}/${code}/mqdefault.jpg`, 'GET')
    const length = Number(response.headers.get('content-length') ?? 0)
    const isPicture = response.ok && (response.headers.get('content-type') ?? '').startsWith('image/jpeg')
    if (!isPicture || length > MAX_BYTES) {
      await response.body?.cancel()
      return null
    }
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (bytes.byteLength > MAX_BYTES) return null
    kept.set(code, bytes)
    for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest)
    return bytes
  }

  async function thumbnail(code: string): Promise<Response> {
    const bytes = await picture(code)
    if (!bytes) return errorAnswer(404, 'ERR_NOT_FOUND')
    const headers = harden(
      new Headers({
        'content-type': 'image/jpeg',
        'content-length': String(bytes.byteLength),
        'cache-control': 'private, max-age=86400',
      }),
    )
    headers.set('content-security-policy', INERT_POLICY)
    return new Response(bytes, { headers })
  }

  async function reached(code: string): Promise<Response> {
    const response = await ask(playerAddress(code), 'HEAD')
    await response.body?.cancel()
    if (response.status >= 500) return errorAnswer(502, 'SERVER_UNREACHABLE')
    return new Response(null, { status: 204, headers: harden(new Headers({ 'cache-control': 'no-store' })) })
  }

  return {
    async answer(path) {
      const [code = '', what] = path.slice(LOCAL_VIDEOS_PATH.length + 1).split('/')
      if (!VIDEO_CODE.test(code) || (what !== undefined && what !== 'thumbnail'))
        return errorAnswer(404, 'ERR_NOT_FOUND')
      try {
        return await (what === 'thumbnail' ? thumbnail(code) : reached(code))
      } catch (error) {
        log.warn('the host of the help videos could not be asked', { error })
        return errorAnswer(502, 'SERVER_UNREACHABLE')
      }
    },
  }
}
