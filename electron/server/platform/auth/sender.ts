/** The connection another program acts for. */
import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../errors'
import type { Workspace } from '../../workspace'
import type { WhatsappRow } from '../db/company-rows'
import { companies, whatsapps } from '../db/schema'
import { refuseWithoutFeature } from '../plans/limits'
import { isActive } from './company-active'
import { networkOf } from './network'

const limited = (retryAfter: number): ApiError => new ApiError('ERR_RATE_LIMIT', { retryAfter })

/**
 * The connection whose token a request has as its bearer token; counts the call, before the body is read.
 * @throws ApiError ERR_API_TOKEN (401), ERR_RATE_LIMIT (429, `retryAfter` in seconds), ERR_COMPANY_EXPIRED,
 *   ERR_PLAN_LACKS.
 */
export async function authenticateConnection(app: Workspace, request: FastifyRequest): Promise<WhatsappRow> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const { apiCalls } = app.memory
  const [found] =
    token === ''
      ? []
      : await app.db
          .select({ connection: whatsapps, status: companies.status, dueDate: companies.dueDate })
          .from(whatsapps)
          .innerJoin(companies, eq(companies.id, whatsapps.companyId))
          .where(eq(whatsapps.token, token))
  if (!found) {
    const wait = await apiCalls.strangers.count(networkOf(request.ip))
    throw wait > 0 ? limited(wait) : new ApiError('ERR_API_TOKEN')
  }
  const { connection } = found
  const wait = await apiCalls.calls.count(String(connection.id))
  if (wait > 0) throw limited(wait)
  if (!isActive(found)) throw new ApiError('ERR_COMPANY_EXPIRED')
  await refuseWithoutFeature(app.db, connection.companyId, 'useExternalApi')
  return connection
}
