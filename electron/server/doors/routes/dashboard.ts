/** Dashboard calls. */

import { upToDate } from '../../desk/reports/catch-up'
import { EVERYTHING } from '../../desk/reports/filter'
import { readTotal } from '../../desk/reports/read'
import { levelsOf } from '../../desk/reports/tally'
import { ApiError } from '../../errors'
import type { HandlersOf } from '../../platform/http/handlers'
import { timeZoneOf } from '../../settings'
import type { Me } from '../../workspace'
import { copilotFigures } from '../dashboard/copilot'
import { attendants, counters, ticketsPerDay, ticketsPerUser } from '../dashboard/figures'
import { chartPeriod, counterDays, counterPeriod } from '../dashboard/range'

/** The company of a chart: the caller's; the super-user may name another one. */
function companyFor(me: Me, asked: number | undefined): number {
  if (asked === undefined || asked === me.companyId) return me.companyId
  if (!me.super) throw new ApiError('ERR_NO_PERMISSION')
  return asked
}

export const dashboardHandlers: HandlersOf<'dashboard'> = {
  'dashboard.get': async ({ app, me, query }) => {
    const now = new Date()
    const zone = await timeZoneOf(app.db, me.companyId)
    const period = counterPeriod(query, now, zone)
    const days = counterDays(query, now, zone)
    return {
      counting: await upToDate(app, me.companyId),
      counters: await counters(app.db.aside, me.companyId, days, period, me.super),
      attendants: await attendants(app.db.aside, me.companyId, days),
    }
  },

  'dashboard.copilot': async ({ app, me, query }) => {
    const period = counterPeriod(query, new Date(), await timeZoneOf(app.db, me.companyId))
    return { figures: await copilotFigures(app.db, me.companyId, period) }
  },

  'dashboard.serviceLevels': async ({ app, me, query }) => {
    const now = new Date()
    const zone = await timeZoneOf(app.db, me.companyId)
    counterPeriod(query, now, zone)
    await upToDate(app, me.companyId)
    const days = counterDays(query, now, zone)
    const total = await readTotal(app.db.aside, me.companyId, days, EVERYTHING, now.getTime())
    return { results: levelsOf(total) }
  },

  'dashboard.ticketsUsers': async ({ app, me, query }) => {
    const companyId = companyFor(me, query.companyId)
    const { days } = chartPeriod(query, await timeZoneOf(app.db, companyId))
    await upToDate(app, companyId)
    return {
      data: await ticketsPerUser(app.db.aside, companyId, {
        from: days[0] ?? null,
        to: days.at(-1) ?? null,
      }),
    }
  },

  'dashboard.ticketsDay': async ({ app, me, query }) => {
    const companyId = companyFor(me, query.companyId)
    const { days } = chartPeriod(query, await timeZoneOf(app.db, companyId))
    await upToDate(app, companyId)
    return ticketsPerDay(app.db.aside, companyId, days)
  },
}
