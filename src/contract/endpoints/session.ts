/** Session and shell (docs/specification.md 1.7). */
import { z } from 'zod'
import { user } from '../entities'
import { line } from '../requests'
import { listOf, maybeText, text } from '../scalars'
import { done, endpoint } from './define'

export const signedIn = z.object({ token: z.string().min(1), user })

export const sessionEndpoints = {
  'auth.login': endpoint('POST', '/auth/login', {
    summary: 'Sign in with e-mail and password',
    access: 'public',
    body: () => z.object({ email: line(255).min(1), password: z.string().min(1).max(255) }),
    response: signedIn,
    errors: ['ERR_INVALID_CREDENTIALS', 'ERR_COMPANY_EXPIRED', 'ERR_TOO_MANY_ATTEMPTS'],
  }),
  'auth.refresh': endpoint('POST', '/auth/refresh_token', {
    summary: 'A new access token for the refresh cookie',
    access: 'cookie',
    response: signedIn,
    errors: ['ERR_SESSION_EXPIRED', 'ERR_COMPANY_EXPIRED'],
  }),
  'auth.me': endpoint('GET', '/auth/me', {
    summary: 'The signed-in user',
    access: 'member',
    unpaid: true,
    response: user,
  }),
  'auth.logout': endpoint('DELETE', '/auth/logout', {
    summary: 'End the session on the server',
    access: 'member',
    unpaid: true,
    response: done,
  }),
  'version.get': endpoint('GET', '/version', {
    summary: 'Server version and what it can do',
    access: 'public',
    response: () =>
      z.object({
        version: text,
        name: maybeText,
        capabilities: listOf('version.capabilities', z.string()),
      }),
  }),
} as const
