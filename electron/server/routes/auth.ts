/** Session calls (specification 1 section 7, "Session and shell"). */
import { REFRESH_COOKIE, REFRESH_TOKEN_TTL_S, SIGN_IN_LIMIT } from '@contract'
import type { FastifyReply } from 'fastify'
import { attemptCounter } from '../auth/attempts'
import { refresh, type SignedIn, signIn, signOut } from '../auth/sign-in'
import { Refusal } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { signedInUser } from '../views/users'
import type { Workspace } from '../workspace'

/** One counter per running workspace; a second one in the same process (tests) must not share it. */
const counters = new WeakMap<Workspace, ReturnType<typeof attemptCounter>>()

function counterOf(app: Workspace): ReturnType<typeof attemptCounter> {
  const known = counters.get(app) ?? attemptCounter(SIGN_IN_LIMIT)
  counters.set(app, known)
  return known
}

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
    const key = `${body.email.trim().toLowerCase()} ${request.ip}`
    const wait = counterOf(app).count(key)
    if (wait > 0) {
      reply.header('retry-after', String(wait))
      throw new Refusal('ERR_TOO_MANY_ATTEMPTS', { retryAfter: wait })
    }
    const session = await signIn(app, body.email, body.password)
    counterOf(app).clear(key)
    return give(reply, session)
  },

  'auth.refresh': async ({ app, request, reply }) => {
    try {
      return give(reply, await refresh(app, request.cookies[REFRESH_COOKIE]))
    } catch (error) {
      if (error instanceof Refusal) reply.clearCookie(REFRESH_COOKIE, { path: '/' })
      throw error
    }
  },

  'auth.me': async ({ app, me }) => {
    const user = await signedInUser(app.db, me.id)
    if (!user) throw new Refusal('ERR_SESSION_EXPIRED')
    return user
  },

  'auth.logout': async ({ app, me, reply }) => {
    await signOut(app, me)
    reply.clearCookie(REFRESH_COOKIE, { path: '/' })
    return null
  },
}
