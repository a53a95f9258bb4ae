/** Reports: figures of service (docs/figures.md). */
import { upTo } from '../../../time-limit'
import { reportCampaigns } from '../../desk/reports/campaigns'
import { rebuild } from '../../desk/reports/catch-up'
import { comingWeek } from '../../desk/reports/coming-week'
import { costReportOf } from '../../desk/reports/costs'
import { reportRatings } from '../../desk/reports/ratings'
import { figuresReportOf, filterFor } from '../../desk/reports/report'
import { reportTickets } from '../../desk/reports/tickets'
import { reasonOf } from '../../log'
import type { HandlersOf } from '../../platform/http/handlers'
import { reportFileHandlers } from './report-files'

/** How long a request to measure everything anew waits, milliseconds. */
const REBUILD_MS = 10_000

export const reportHandlers: HandlersOf<'reports'> = {
  ...reportFileHandlers,

  'reports.figures': ({ app, me, query }) =>
    figuresReportOf(app, { ...query, companyId: me.companyId, filter: filterFor(me, query) }),

  'reports.tickets': ({ app, me, query }) => reportTickets(app, me, query),

  'reports.ratings': ({ app, me, query }) => reportRatings(app, me, query),

  'reports.campaigns': ({ app, me, query }) => reportCampaigns(app.db, me.companyId, query),

  'reports.costs': ({ app, me, query }) =>
    costReportOf(app.db.aside, { ...query, companyId: me.companyId, filter: filterFor(me, query) }),

  'reports.forecast': ({ app, me, query }) => comingWeek(app, me, query),

  'reports.rebuild': async ({ app, me }) => {
    const work = rebuild(app.db, me.companyId)
    work.catch(error => app.log.warn('figures were not measured anew', { reason: reasonOf(error) }))
    // A million conversations take minutes: the work continues after the answer, and reports say that they are
    // counting.
    await upTo(REBUILD_MS, work)
    return null
  },
}
