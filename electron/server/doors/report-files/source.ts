/** What a report is made of, as somebody may see it. */
import type { QueryOut } from '@contract'
import { eq } from 'drizzle-orm'
import { reportCampaigns } from '../../desk/reports/campaigns'
import { comingWeek } from '../../desk/reports/coming-week'
import { costReportOf } from '../../desk/reports/costs'
import { ratingSlices } from '../../desk/reports/ratings'
import { figuresReportOf, filterFor } from '../../desk/reports/report'
import { ticketSlices } from '../../desk/reports/tickets'
import { queues, users, whatsapps } from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import type { ReportSource } from './report'

/** Days, filters, and which rows are meant of what stands behind the figures. */
export type ReportAsked = Pick<QueryOut<'reports.export'>, 'from' | 'to'> &
  Partial<Omit<QueryOut<'reports.export'>, 'from' | 'to' | 'tables' | 'as' | 'language'>>

/** @param me whose rights decide: a supervisor has what is in the own queues. */
export async function sourceOf(app: Workspace, me: Me, asked: ReportAsked): Promise<ReportSource> {
  const { companyId } = me
  const { from, to, compare } = asked
  const filter = filterFor(me, asked)
  const namesIn = async (table: typeof queues | typeof users | typeof whatsapps) =>
    new Map(
      (
        await app.db
          .select({ id: table.id, name: table.name })
          .from(table)
          .where(eq(table.companyId, companyId))
      ).map(({ id, name }) => [id, name]),
    )
  return {
    zone: await timeZoneOf(app.db, companyId),
    figures: by => figuresReportOf(app, { companyId, from, to, filter, by, compare }),
    campaigns: async () => (await reportCampaigns(app.db, companyId, { from, to })).campaigns,
    costs: by => costReportOf(app.db.aside, { companyId, from, to, filter, by, compare }),
    forecast: () =>
      comingWeek(app, me, {
        queueIds: asked.queueIds,
        share: asked.share ?? 80,
        seconds: asked.seconds ?? 300,
      }),
    tickets: () => ticketSlices(app, me, { ...asked, pageNumber: 1 }),
    ratings: () => ratingSlices(app, me, { ...asked, pageNumber: 1 }),
    names: async () => ({
      queue: await namesIn(queues),
      user: await namesIn(users),
      connection: await namesIn(whatsapps),
    }),
  }
}
