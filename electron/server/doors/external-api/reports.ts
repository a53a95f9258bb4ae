/**
 * Figures for other programs, limited to the connection of their token: the same numbers as the reports screen filtered
 * by that connection. No customer names: a token that may send is not a person who may read.
 */
import { type CostReport, EXTERNAL_API, type FiguresReport, type QueryOut } from '@contract'
import { reportCampaigns } from '../../desk/reports/campaigns'
import { comingWeek } from '../../desk/reports/coming-week'
import { costReportOf } from '../../desk/reports/costs'
import { reportRatings } from '../../desk/reports/ratings'
import { figuresReportOf } from '../../desk/reports/report'
import { reportTickets } from '../../desk/reports/tickets'
import { ApiError } from '../../errors'
import type { WhatsappRow } from '../../platform/db/company-rows'
import { type Me, NOBODY, type Workspace } from '../../workspace'

/** @throws ApiError ERR_RATE_LIMIT, `retryAfter` in seconds. */
async function paced(app: Workspace, connection: WhatsappRow): Promise<void> {
  const pace = { attempts: EXTERNAL_API.reports, windowMs: EXTERNAL_API.windowMs }
  const retryAfter = await app.memory
    .attempts('reports of the messages API', pace)
    .count(String(connection.id))
  if (retryAfter > 0) throw new ApiError('ERR_RATE_LIMIT', { retryAfter })
}

/** @throws ApiError ERR_RATE_LIMIT, ERR_VALIDATION where the period is none. */
export async function figuresOfConnection(
  app: Workspace,
  connection: WhatsappRow,
  { from, to, by, compare, queueIds = [], userIds = [], tagId }: QueryOut<'externalApi.reportFigures'>,
): Promise<FiguresReport> {
  await paced(app, connection)
  const filter = { queueIds, userIds, tagId, whatsappIds: [connection.id] }
  const report = await figuresReportOf(app, {
    companyId: connection.companyId,
    from,
    to,
    by,
    compare,
    filter,
  })
  // Presence times belong to no connection.
  const plain = <T extends { presence: unknown }>(figures: T) => ({ ...figures, presence: null })
  return {
    ...report,
    rows: report.rows.map(row => ({ ...row, figures: plain(row.figures) })),
    total: plain(report.total),
    previous: report.previous && plain(report.previous),
  }
}

/** What a program may read of a company: everything, since the filter limits it to its connection. */
const programOf = ({ id, name, companyId }: WhatsappRow): Me => ({
  ...{ id: NOBODY, companyId, name: `API: ${name}`, email: '', profile: 'admin', super: false },
  ...{ queueIds: [], seesUnqueued: true, whatsappId: id, unpaid: false, session: 'api' },
})

const nameless = <T extends { contactName: string }>(rows: readonly T[]): Omit<T, 'contactName'>[] =>
  rows.map(({ contactName: _name, ...row }) => row)

/** @throws ApiError ERR_RATE_LIMIT, ERR_VALIDATION where the period is none. */
export async function ticketsOfConnection(
  app: Workspace,
  connection: WhatsappRow,
  query: QueryOut<'externalApi.reportTickets'>,
) {
  await paced(app, connection)
  const asked = { ...query, whatsappIds: [connection.id] }
  const { tickets, ...page } = await reportTickets(app, programOf(connection), asked)
  return { tickets: nameless(tickets), ...page }
}

/** @throws ApiError ERR_RATE_LIMIT, ERR_VALIDATION where the period is none. */
export async function ratingsOfConnection(
  app: Workspace,
  connection: WhatsappRow,
  query: QueryOut<'externalApi.reportRatings'>,
) {
  await paced(app, connection)
  const asked = { ...query, whatsappIds: [connection.id] }
  const { ratings, ...page } = await reportRatings(app, programOf(connection), asked)
  return { ratings: nameless(ratings), ...page }
}

/** @throws ApiError ERR_RATE_LIMIT, ERR_VALIDATION where the period is none. */
export async function campaignsOfConnection(
  app: Workspace,
  connection: WhatsappRow,
  query: QueryOut<'externalApi.reportCampaigns'>,
) {
  await paced(app, connection)
  return await reportCampaigns(app.db.aside, connection.companyId, query, connection.id)
}

/** @throws ApiError ERR_RATE_LIMIT */
export async function forecastOfConnection(
  app: Workspace,
  connection: WhatsappRow,
  query: QueryOut<'externalApi.reportForecast'>,
) {
  await paced(app, connection)
  const week = await comingWeek(app, programOf(connection), { ...query, whatsappIds: [connection.id] })
  const hours = week.forecast?.hours.map(({ there: _there, ...hour }) => hour) ?? []
  return { ...week, forecast: week.forecast && { ...week.forecast, hours } }
}

/** @throws ApiError ERR_RATE_LIMIT, ERR_VALIDATION where the period is none. */
export async function costsOfConnection(
  app: Workspace,
  connection: WhatsappRow,
  { from, to, by, compare, queueIds = [], userIds = [] }: QueryOut<'externalApi.reportCosts'>,
): Promise<CostReport> {
  await paced(app, connection)
  const { id, companyId } = connection
  const filter = { queueIds, userIds, whatsappIds: [id] }
  return costReportOf(app.db.aside, { companyId, from, to, by, compare, filter })
}
