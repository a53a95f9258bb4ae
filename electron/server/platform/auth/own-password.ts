/**
 * Asks for the password again before somebody changes how they sign in: an open console may have another person in
 * front of it.
 */

import { ApiError } from '../../errors'
import type { Me, Workspace } from '../../workspace'
import { userOf } from '../db/company-rows'
import { verifyPassword } from './passwords'

/**
 * Compares the caller's own password. Wrong guesses are slowed down as at the sign-in.
 * @throws ApiError ERR_WRONG_PASSWORD, ERR_TOO_MANY_ATTEMPTS.
 */
export async function proveOwnPassword(app: Workspace, me: Me, given: string | undefined): Promise<void> {
  const row = await userOf(app.db, me.companyId, me.id)
  try {
    await app.memory.signIns.pass(`password of ${me.id}`, `user ${me.id}`, async () => {
      if (!(await verifyPassword(given ?? '', row.passwordHash)))
        throw new ApiError('ERR_INVALID_CREDENTIALS')
    })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ERR_INVALID_CREDENTIALS')
      throw new ApiError('ERR_WRONG_PASSWORD', { field: 'currentPassword' })
    throw error
  }
}
