/** Dashboard calls (specification 1 section 7). */
import { attendants, counters, ticketsPerDay, ticketsPerUser } from '../dashboard/figures'
import { chartPeriod, counterPeriod } from '../dashboard/range'
import { Refusal } from '../errors'
import type { HandlersOf } from '../http/handlers'
import type { Me } from '../workspace'

/** The company of a chart: the caller's; the super-user may name another one. */
function companyFor(me: Me, asked: number | undefined): number {
  if (asked === undefined || asked === me.companyId) return me.companyId
  if (!me.super) throw new Refusal('ERR_NO_PERMISSION')
  return asked
}

export const dashboardHandlers: HandlersOf<'dashboard'> = {
  'dashboard.get': async ({ app, me, query }) => {
    const period = counterPeriod(query, new Date())
    return {
      counters: await counters(app.db, me.companyId, period, me.super),
      attendants: await attendants(app.db, me.companyId, period),
    }
  },

  'dashboard.ticketsUsers': async ({ app, me, query }) => ({
    data: await ticketsPerUser(app.db, companyFor(me, query.companyId), chartPeriod(query)),
  }),

  'dashboard.ticketsDay': async ({ app, me, query }) => {
    const { days, ...period } = chartPeriod(query)
    return ticketsPerDay(app.db, companyFor(me, query.companyId), period, days)
  },
}
