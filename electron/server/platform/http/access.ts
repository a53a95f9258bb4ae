/** Who sends a request, and whether the endpoint is for them. */
import { type Access, holds, mayRunCampaigns, type PermissionRule } from '@contract'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../errors'
import { settingsOf } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import { loadMember } from '../auth/member'
import { readAccess } from '../auth/tokens'

/** The text that tells a client to refresh now: a 403 that does not start with ERR_. */
export const REFRESH_TEXT = "Invalid token. We'll try to assign a new one on next request"

/** Thrown for an access token that is expired, forged or revoked. */
export class StaleToken extends Error {}

/**
 * Reads the bearer token of a request.
 * @param unpaid whether an admin whose company has to pay first is let in.
 * @throws ApiError ERR_SESSION_EXPIRED (401) without a token of the Bearer scheme; ERR_COMPANY_EXPIRED for an admin who may
 *   only pay; StaleToken (refreshable 403) with a bad token.
 */
export async function authenticate(app: Workspace, request: FastifyRequest, unpaid = false): Promise<Me> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new ApiError('ERR_SESSION_EXPIRED')
  const claims = await readAccess(app.keys, token)
  const me = claims && (await loadMember(app.db, claims, true))
  if (!me) throw new StaleToken()
  if (me.unpaid && !unpaid) throw new ApiError('ERR_COMPANY_EXPIRED')
  return me
}

/** Whether a signed-in person may call an endpoint of this access. */
export async function mayCall(app: Workspace, me: Me, access: Access): Promise<boolean> {
  switch (access) {
    case 'public':
    case 'cookie':
    case 'member':
      return true
    case 'supervisor':
      return me.super || me.profile === 'supervisor' || me.profile === 'admin'
    case 'admin':
      return me.super || me.profile === 'admin'
    case 'super':
      return me.super
    // People have no connection token, and programs are not people (auth/sender.ts).
    case 'connection':
      return false
    case 'campaigns:run':
      return mayRunCampaigns(
        me,
        (await settingsOf(app.db, me.companyId, ['agentsRunCampaigns'])).agentsRunCampaigns,
      )
    default:
      return holds(me, access satisfies PermissionRule)
  }
}
