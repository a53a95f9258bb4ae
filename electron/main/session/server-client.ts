/**
 * The one way main talks to the server as the signed-in user: bearer added, one refresh and one retry on a refreshable
 * 403, the session ended by a genuine 401, and the token never following a redirect to another origin.
 */
import { isRefreshableError } from '../../../src/contract'
import { MainError } from '../errors'
import type { Log } from '../log/log'
import type { ServerAddress, ServerBases } from './address'
import { endsSession, type FetchLike, peekErrorText, unanswered } from './http'
import type { Session } from './session'

export interface ServerInit {
  method?: string
  headers?: HeadersInit
  /**
   * A function is called once per attempt, so that a retry can send the body again. A stream by itself is sent once: the
   * token is renewed beforehand when it is about to expire.
   */
  body?: BodyInit | (() => BodyInit) | null
  signal?: AbortSignal
  /** Refuse with ERR_SESSION_EXPIRED instead of going out anonymously. */
  signedIn?: boolean
  /**
   * A token of another kind in the place of the session's (a connection's, for the messages API): sent as it is; what the
   * server answers about it has nothing to do with who is signed in.
   */
  bearer?: string
}

export interface ServerClient {
  /**
   * Calls the API as the signed-in user.
   * @param path below the API base, e.g. `/messages/12?pageNumber=1`.
   * @throws MainError SERVER_UNREACHABLE, SERVER_CERTIFICATE, or the AbortError of the given signal.
   */
  fetch(path: string, init?: ServerInit): Promise<Response>
  /** The same below the server's origin (media). */
  fetchFromOrigin(path: string, init?: ServerInit): Promise<Response>
}

const MAX_REDIRECTS = 5
/** A stream cannot be sent twice, so its token must outlast a slow upload's start. */
const STREAM_TTL_MS = 120_000
const PLAIN_TTL_MS = 5_000

/** The address below a base; refuses anything that climbs out of it. */
function urlBelow(base: URL, path: string): URL {
  const url = new URL(path.replace(/^\/+/, ''), base)
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) {
    throw new MainError('BRIDGE_INVALID_INPUT', 'The path leaves the server base')
  }
  return url
}

export function createServerClient(deps: {
  fetch: FetchLike
  address: ServerAddress
  session: Session
  log: Log
}): ServerClient {
  const { fetch, address, session, log } = deps

  const attempt = async (url: URL, init: ServerInit, token: string | null): Promise<Response> => {
    const method = (init.method ?? 'GET').toUpperCase()
    let target = url
    for (let hop = 0; ; hop++) {
      const headers = new Headers(init.headers)
      headers.delete('authorization')
      headers.delete('cookie')
      if (token && target.origin === url.origin) headers.set('authorization', `Bearer ${token}`)
      const body = typeof init.body === 'function' ? init.body() : (init.body ?? undefined)
      let response: Response
      try {
        response = await fetch(target.href, {
          method,
          headers,
          redirect: 'manual',
          credentials: 'omit',
          ...(body === undefined ? {} : { body, duplex: 'half' as const }),
          ...(init.signal ? { signal: init.signal } : {}),
        })
      } catch (cause) {
        if (init.signal?.aborted) throw cause
        throw unanswered(cause)
      }
      const location =
        response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
      if (!location || response.status === 304) return response
      await response.body?.cancel()
      const next = URL.canParse(location, target.href) ? new URL(location, target.href) : null
      const followable =
        (method === 'GET' || method === 'HEAD') && next !== null && /^https?:$/.test(next.protocol)
      if (!followable || hop >= MAX_REDIRECTS) {
        log.warn('redirect not followed', { status: response.status, method })
        throw new MainError('SERVER_UNREADABLE', 'The server redirects elsewhere')
      }
      target = next
    }
  }

  const call = async (
    pick: (bases: ServerBases) => URL,
    path: string,
    init: ServerInit,
  ): Promise<Response> => {
    const { key } = address
    const url = urlBelow(pick(await address.resolve()), path)
    if (init.bearer !== undefined) return await attempt(url, init, init.bearer)
    const once = init.body instanceof ReadableStream
    const token = await session.freshToken(once ? STREAM_TTL_MS : PLAIN_TTL_MS)
    // Another server was chosen while this waited: its token is not for the address in hand.
    if (address.key !== key) throw new MainError('SERVER_UNREACHABLE', 'Another server is in use now')
    if (init.signedIn && token === null) throw new MainError('ERR_SESSION_EXPIRED', 'Nobody is signed in')
    const response = await attempt(url, init, token)
    if ((response.status !== 401 && response.status !== 403) || token === null) return response
    const text = await peekErrorText(response)
    if (endsSession(response.status, text)) {
      await session.end('expired', token)
      return response
    }
    if (text === null || !isRefreshableError(response.status, text)) return response
    const outcome = await session.refresh(token)
    if (outcome === 'unreachable')
      throw new MainError('SERVER_UNREACHABLE', 'The session could not be renewed')
    if (outcome !== 'renewed' || once) return response
    await response.body?.cancel()
    if (address.key !== key) throw new MainError('SERVER_UNREACHABLE', 'Another server is in use now')
    const second = await attempt(url, init, session.token())
    if (second.status === 401 && endsSession(401, await peekErrorText(second))) {
      await session.end('expired', session.token())
    }
    return second
  }

  return {
    fetch: (path, init = {}) => call(bases => bases.api, path, init),
    fetchFromOrigin: (path, init = {}) => call(bases => bases.origin, path, init),
  }
}
