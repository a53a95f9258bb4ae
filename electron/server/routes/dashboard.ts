/** Dashboard calls (docs/specification.md 1.7). */
import { copilotFigures } from '../dashboard/copilot'
import { attendants, counters, ticketsPerDay, ticketsPerUser } from '../dashboard/figures'
import { chartPeriod, counterPeriod } from '../dashboard/range'
import { deadlineResults } from '../dashboard/service-levels'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { timeZoneOf } from '../settings'
import type { Me } from '../workspace'

/** The company of a chart: the caller's; the super-user may name another one. */
function companyFor(me: Me, asked: number | undefined): number {
  if (asked === undefined || asked === me.companyId) return me.companyId
  if (!me.super) throw new ApiError('ERR_NO_PERMISSION')
  return asked
}

export const dashboardHandlers: HandlersOf<'dashboard'> = {
  'dashboard.get': async ({ app, me, query }) => {
    const period = counterPeriod(query, new Date(), await timeZoneOf(app.db, me.companyId))
    return {
      counters: await counters(app.db, me.companyId, period, me.super),
      attendants: await attendants(app.db, me.companyId, period),
    }
  },

  'dashboard.copilot': async ({ app, me, query }) => {
    const period = counterPeriod(query, new Date(), await timeZoneOf(app.db, me.companyId))
    return { figures: await copilotFigures(app.db, me.companyId, period) }
  },

  'dashboard.serviceLevels': async ({ app, me, query }) => {
    const now = new Date()
    const period = counterPeriod(query, now, await timeZoneOf(app.db, me.companyId))
    return { results: await deadlineResults(app.db, me.companyId, period, now.getTime()) }
  },

  'dashboard.ticketsUsers': async ({ app, me, query }) => {
    const companyId = companyFor(me, query.companyId)
    const period = chartPeriod(query, await timeZoneOf(app.db, companyId))
    return { data: await ticketsPerUser(app.db, companyId, period) }
  },

  'dashboard.ticketsDay': async ({ app, me, query }) => {
    const companyId = companyFor(me, query.companyId)
    const zone = await timeZoneOf(app.db, companyId)
    const { days, ...period } = chartPeriod(query, zone)
    return ticketsPerDay(app.db, companyId, period, days, zone)
  },
}
