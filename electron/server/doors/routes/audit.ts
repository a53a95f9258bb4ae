/** The audit log of the caller's company, and the platform's. */
import type { QueryOut } from '@contract'
import type { FastifyReply } from 'fastify'
import { auditCsv, auditJson, auditPage, type LogOf } from '../../platform/audit/read'
import type { Reader } from '../../platform/db/client'
import type { HandlersOf } from '../../platform/http/handlers'
import { timeZoneOf } from '../../settings'
import type { Me } from '../../workspace'

async function exported(
  db: Reader,
  me: Me,
  log: LogOf,
  query: QueryOut<'audit.exportPlatform'>,
  reply: FastifyReply,
): Promise<string> {
  const zone = await timeZoneOf(db, me.companyId)
  if (query.as === 'entries') {
    reply.type('application/json; charset=utf-8')
    return auditJson(db, log, query, zone)
  }
  reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="audit.csv"')
  return auditCsv(db, log, query, zone)
}

export const auditHandlers: HandlersOf<'audit'> = {
  'audit.list': async ({ app, me, query }) =>
    auditPage(app.db, me.companyId, query, await timeZoneOf(app.db, me.companyId)),

  'audit.export': ({ app, me, query, reply }) => exported(app.db, me, me.companyId, query, reply),

  'audit.platform': async ({ app, me, query }) =>
    auditPage(app.db, 'platform', query, await timeZoneOf(app.db, me.companyId)),

  'audit.exportPlatform': ({ app, me, query, reply }) => exported(app.db, me, 'platform', query, reply),
}
