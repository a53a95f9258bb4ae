/** Signing in, refreshing, signing out. */

import { eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Me, Workspace } from '../../workspace'
import type { Reader } from '../db/client'
import { companies, users } from '../db/schema'
import { endBreak } from '../people/breaks'
import { signedInUser, type UserView } from '../people/views'
import { isActive, mayPay } from './company-active'
import { verifyDummyPassword, verifyPassword } from './passwords'
import { beginFamily, revoke, rotate } from './refresh'
import { signAccess } from './tokens'
import { mayGoOn, takeSecondStep } from './two-factor'

export interface SignedIn {
  token: string
  user: UserView
  /** Value of the refresh cookie. */
  refresh: string
}

type UserRow = typeof users.$inferSelect

/**
 * Refuses people of a company that is past its due date or switched off. The super-user may still sign in, and so may
 * admins of a company that only has to pay: otherwise nobody could renew it.
 * @throws ApiError ERR_COMPANY_EXPIRED with the due date.
 */
async function refuseExpired(db: Reader, user: UserRow): Promise<void> {
  if (user.super) return
  const [company] = await db.select().from(companies).where(eq(companies.id, user.companyId))
  const dueDate = company?.dueDate ?? null
  if (!company || !(isActive(company) || mayPay(company, user)))
    throw new ApiError('ERR_COMPANY_EXPIRED', { dueDate })
}

async function answer(app: Workspace, user: UserRow, refresh: string, family: string): Promise<SignedIn> {
  const view = await signedInUser(app.db, user.id)
  if (!view) throw new ApiError('ERR_SESSION_EXPIRED')
  const claims = {
    id: user.id,
    companyId: user.companyId,
    profile: user.profile,
    version: user.tokenVersion,
    session: family,
  }
  return { token: await signAccess(app.keys, claims), user: view, refresh }
}

/**
 * Signs a user in and tells that user's other windows ("account accessed elsewhere").
 * @param code of the second step, if it was asked for.
 * @throws ApiError ERR_INVALID_CREDENTIALS, ERR_COMPANY_EXPIRED; what `takeSecondStep` throws.
 */
export async function signIn(
  app: Workspace,
  email: string,
  password: string,
  code?: string,
): Promise<SignedIn> {
  const [user] = await app.db.select().from(users).where(eq(users.email, email.trim().toLowerCase()))
  const fits = user ? await verifyPassword(password, user.passwordHash) : await verifyDummyPassword(password)
  if (!user || !fits) throw new ApiError('ERR_INVALID_CREDENTIALS')
  await refuseExpired(app.db, user)
  await takeSecondStep(app, user, code)
  const { token, family } = await beginFamily(app, user)
  return answer(app, user, token, family)
}

/**
 * Exchanges the refresh cookie for a new pair of tokens.
 * @param asked when the request came, milliseconds since the epoch.
 * @throws ApiError ERR_SESSION_EXPIRED, ERR_COMPANY_EXPIRED.
 */
export async function refresh(app: Workspace, cookie: string | undefined, asked: number): Promise<SignedIn> {
  if (!cookie) throw new ApiError('ERR_SESSION_EXPIRED')
  const rotation = await rotate(app, cookie, asked)
  if (rotation.outcome === 'reused')
    app.log.warn('refresh token reused, sign-in revoked', { userId: rotation.userId })
  if (rotation.outcome !== 'rotated') throw new ApiError('ERR_SESSION_EXPIRED')
  const [user] = await app.db.select().from(users).where(eq(users.id, rotation.userId))
  if (!user || !(await mayGoOn(app.db, user))) throw new ApiError('ERR_SESSION_EXPIRED')
  await refuseExpired(app.db, user)
  return answer(app, user, rotation.token, rotation.family)
}

/** Ends the sign-in of this request: its refresh tokens, access tokens and sockets; and the person's break. */
export const signOut = (app: Workspace, me: Me): Promise<void> =>
  app.db.company(me.companyId).write(async tx => {
    await endBreak(app, tx, me, 'sign-out')
    await revoke(app, tx, me)
  })
