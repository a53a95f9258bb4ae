/** The audit log of the caller's company. */
import { auditCsv, auditJson, auditPage } from '../audit/read'
import type { HandlersOf } from '../http/handlers'
import { timeZoneOf } from '../settings'

export const auditHandlers: HandlersOf<'audit'> = {
  'audit.list': async ({ app, me, query }) =>
    auditPage(app.db, me.companyId, query, await timeZoneOf(app.db, me.companyId)),

  'audit.export': async ({ app, me, query, reply }) => {
    const zone = await timeZoneOf(app.db, me.companyId)
    if (query.as === 'entries') {
      reply.type('application/json; charset=utf-8')
      return auditJson(app.db, me.companyId, query, zone)
    }
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="audit.csv"')
    return auditCsv(app.db, me.companyId, query, zone)
  },
}
