/** Session calls. */
import { REFRESH_COOKIE, REFRESH_TOKEN_TTL_S } from '@contract'
import type { FastifyReply } from 'fastify'
import { ApiError } from '../../errors'
import { auditedSignIn } from '../../platform/audit/audited'
import { networkOf } from '../../platform/auth/network'
import { proveOwnPassword } from '../../platform/auth/own-password'
import { isKnownPlace, rememberPlace } from '../../platform/auth/places'
import { refresh, type SignedIn, signIn, signOut } from '../../platform/auth/sign-in'
import {
  beginTwoFactor,
  confirmTwoFactor,
  endOwnTwoFactor,
  twoFactorOf,
} from '../../platform/auth/two-factor'
import type { HandlersOf } from '../../platform/http/handlers'
import { signedInUser } from '../../platform/people/views'

function give(reply: FastifyReply, session: SignedIn) {
  reply.setCookie(REFRESH_COOKIE, session.refresh, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    maxAge: REFRESH_TOKEN_TTL_S,
  })
  return { token: session.token, user: session.user }
}

export const authHandlers: HandlersOf<'auth'> = {
  'auth.login': async ({ app, body, request, reply }) => {
    const email = body.email.toLowerCase()
    const check = () => auditedSignIn(app, email, request, () => signIn(app, email, body.password, body.code))
    const known = (network: string) => isKnownPlace(app, email, network)
    const session = await app.memory.signIns.pass(email, request.ip, check, known)
    const { id, companyId } = session.user
    await rememberPlace(app, { id: Number(id), companyId: Number(companyId) }, networkOf(request.ip))
    return give(reply, session)
  },

  'auth.refresh': async ({ app, request, reply }) => {
    try {
      const asked = Date.now() - reply.elapsedTime
      return give(reply, await refresh(app, request.cookies[REFRESH_COOKIE], asked))
    } catch (error) {
      if (error instanceof ApiError) reply.clearCookie(REFRESH_COOKIE, { path: '/' })
      throw error
    }
  },

  'auth.me': async ({ app, me }) => {
    const user = await signedInUser(app.db, me.id)
    if (!user) throw new ApiError('ERR_SESSION_EXPIRED')
    return user
  },

  'auth.twoFactor': ({ app, me }) => twoFactorOf(app.db, me.id),

  'auth.beginTwoFactor': async ({ app, me, body }) => {
    await proveOwnPassword(app, me, body.password)
    return beginTwoFactor(app, me)
  },

  'auth.confirmTwoFactor': async ({ app, me, body }) => {
    await confirmTwoFactor(app, me, body.code)
    return null
  },

  'auth.endTwoFactor': async ({ app, me, body }) => {
    await proveOwnPassword(app, me, body.password)
    await endOwnTwoFactor(app, me)
    return null
  },

  'auth.logout': async ({ app, me, reply }) => {
    await signOut(app, me)
    reply.clearCookie(REFRESH_COOKIE, { path: '/' })
    return null
  },
}
