/** The three calls that make and end a session, without any state: sign-in, refresh, sign-out. */
import { z } from 'zod'
import { errorCodeOf, sessionEndpoints, twoFactorSetup, type User } from '../../../src/contract'
import { limitSignal } from '../../time-limit'
import { MainError } from '../errors'
import type { ServerAddress } from './address'
import { type FetchLike, peekErrorText, unanswered } from './http'
import { refreshCookieHeader, refreshCookieOf } from './token'

export interface Grant {
  accessToken: string
  /** undefined when the answer set no cookie: the one in use stays good. */
  refreshToken: string | undefined
  user: User
}

export type RefreshAnswer =
  | { kind: 'granted'; grant: Grant }
  | { kind: 'refused'; reason: 'expired' | 'companyExpired' }
  | { kind: 'unreachable' }

const expiry = z.object({ dueDate: z.iso.datetime({ offset: true }) })
const setUp = z.object({ setup: twoFactorSetup })

/**
 * What an error answer holds beside its code, for the sign-in screen, which reads it from the message: when the
 * subscription ended, or what an authenticator app is set up with, as JSON. Null where there is nothing.
 */
async function detailOf(code: string, response: Response): Promise<string | null> {
  const body: unknown = await response.json().catch(() => null)
  if (code === 'ERR_COMPANY_EXPIRED') return expiry.safeParse(body).data?.dueDate ?? null
  const { data } = setUp.safeParse(body)
  return code === 'ERR_TWO_FACTOR_SETUP' && data ? JSON.stringify(data.setup) : null
}

const TIMEOUT_MS = 20_000
const REVOKE_TIMEOUT_MS = 3_000

export interface AuthCalls {
  /** @param code of the second step; left out until the server asks for it. */
  signIn(email: string, password: string, code?: string): Promise<Grant>
  refresh(refreshToken: string): Promise<RefreshAnswer>
  /** Notifies the server; bounded to three seconds, failures are the caller's to ignore. */
  revoke(accessToken: string | null, refreshToken: string | null): Promise<void>
}

/** @param fetch must not follow redirects to other origins with the headers it is given; see `redirect` below. */
export function createAuthCalls(fetch: FetchLike, address: ServerAddress): AuthCalls {
  const call = async (
    name: 'auth.login' | 'auth.refresh' | 'auth.logout',
    init: RequestInit,
    timeoutMs: number,
  ) => {
    const { api } = await address.resolve()
    const { method, path } = sessionEndpoints[name]
    const headers = new Headers(init.headers)
    headers.set('accept', 'application/json')
    return await fetch(new URL(path.slice(1), api).href, {
      ...init,
      method,
      headers,
      // A refresh cookie or a password must not travel on to wherever a redirect points.
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      signal: limitSignal(timeoutMs),
    })
  }

  const readGrant = async (
    name: 'auth.login' | 'auth.refresh',
    response: Response,
  ): Promise<Grant | null> => {
    try {
      const parsed = sessionEndpoints[name].response.safeParse(await response.json())
      if (!parsed.success) return null
      const { token, user } = parsed.data
      return { accessToken: token, user, refreshToken: refreshCookieOf(response.headers) }
    } catch {
      return null
    }
  }

  return {
    async signIn(email, password, code) {
      let response: Response
      try {
        response = await call(
          'auth.login',
          {
            body: JSON.stringify({ email, password, code }),
            headers: { 'content-type': 'application/json' },
          },
          TIMEOUT_MS,
        )
      } catch (cause) {
        throw unanswered(cause)
      }
      if (!response.ok) {
        const text = await peekErrorText(response)
        if (text === null || text === '') throw new MainError('SERVER_UNREADABLE', `HTTP ${response.status}`)
        const code = errorCodeOf(text) ?? 'BRIDGE_FAILED'
        throw new MainError(code, (await detailOf(code, response)) ?? text)
      }
      const grant = await readGrant('auth.login', response)
      if (!grant)
        throw new MainError('SERVER_UNREADABLE', 'The answer to the sign-in could not be understood')
      return grant
    },

    async refresh(refreshToken) {
      try {
        const response = await call(
          'auth.refresh',
          { headers: { cookie: refreshCookieHeader(refreshToken) } },
          TIMEOUT_MS,
        )
        if (response.ok) {
          const grant = await readGrant('auth.refresh', response)
          return grant ? { kind: 'granted', grant } : { kind: 'unreachable' }
        }
        const text = await peekErrorText(response)
        // Only an error code of the server's own ends a session: an error page of a proxy or a 5xx does not.
        if (text === null || response.status >= 500 || response.status === 429) return { kind: 'unreachable' }
        const companyExpired = errorCodeOf(text) === 'ERR_COMPANY_EXPIRED'
        return { kind: 'refused', reason: companyExpired ? 'companyExpired' : 'expired' }
      } catch {
        return { kind: 'unreachable' }
      }
    },

    async revoke(accessToken, refreshToken) {
      await call(
        'auth.logout',
        {
          headers: {
            ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
            ...(refreshToken ? { cookie: refreshCookieHeader(refreshToken) } : {}),
          },
        },
        REVOKE_TIMEOUT_MS,
      )
    },
  }
}
