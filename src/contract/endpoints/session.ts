/** Session and shell. */
import { z } from 'zod'
import { user } from '../entities'
import { line } from '../requests'
import { figure, flag, listOf, maybeText, text } from '../scalars'
import { twoFactorSetup, typedCode } from '../two-factor'
import { done, endpoint } from './define'

export const signedIn = z.object({ token: z.string().min(1), user })

export const sessionEndpoints = {
  'auth.login': endpoint('POST', '/auth/login', {
    summary: 'Sign in with e-mail and password',
    access: 'public',
    body: () =>
      z.object({
        email: line(255).min(1),
        password: z.string().min(1).max(255),
        /** Of the authenticator app, or a recovery code; asked for by ERR_TWO_FACTOR_CODE. */
        code: typedCode.optional(),
      }),
    response: signedIn,
    errors: [
      'ERR_INVALID_CREDENTIALS',
      'ERR_COMPANY_EXPIRED',
      'ERR_TOO_MANY_ATTEMPTS',
      'ERR_TWO_FACTOR_CODE',
      'ERR_TWO_FACTOR_WRONG',
      'ERR_TWO_FACTOR_SETUP',
    ],
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
  'auth.twoFactor': endpoint('GET', '/auth/two-factor', {
    summary: 'Whether the caller signs in with a second step',
    access: 'member',
    response: () => z.object({ on: flag, recoveryCodesLeft: figure }),
  }),
  'auth.beginTwoFactor': endpoint('POST', '/auth/two-factor', {
    summary: 'A new secret and recovery codes for the caller; good once confirmed',
    access: 'member',
    body: () => z.object({ password: z.string().max(255) }),
    response: twoFactorSetup,
    errors: ['ERR_WRONG_PASSWORD', 'ERR_TOO_MANY_ATTEMPTS', 'ERR_TWO_FACTOR_ON'],
  }),
  'auth.confirmTwoFactor': endpoint('PUT', '/auth/two-factor', {
    summary: 'Switch the second step on with a code of the app that was set up',
    access: 'member',
    body: () => z.object({ code: typedCode }),
    response: done,
    errors: ['ERR_TWO_FACTOR_WRONG', 'ERR_TOO_MANY_ATTEMPTS'],
  }),
  'auth.endTwoFactor': endpoint('POST', '/auth/two-factor/off', {
    summary: 'Switch the second step off',
    access: 'member',
    body: () => z.object({ password: z.string().max(255) }),
    response: done,
    errors: ['ERR_WRONG_PASSWORD', 'ERR_TOO_MANY_ATTEMPTS', 'ERR_NO_PERMISSION'],
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
