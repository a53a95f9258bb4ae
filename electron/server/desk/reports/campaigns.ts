/** Campaigns that began in a period, and their results. */
import { plusDays, type RECIPIENT_OUTCOMES, type ReportCampaign, startOfDay } from '@contract'
import { and, asc, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { ascending } from '../../platform/db/engine/words'
import { campaignRecipients, campaigns, messages, reportCycles } from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'
import { periodOf } from './report'

/** A customer who writes within this time after a message has answered it, milliseconds. */
const ANSWER_MS = 3 * 86_400_000

type RecipientOutcome = (typeof RECIPIENT_OUTCOMES)[number]

const r = campaignRecipients

/** Recipients by the state of their message. */
const OUTCOMES: Record<RecipientOutcome, () => SQL> = {
  sent: () => sql`${r.state} in ('sent', 'delivered')`,
  delivered: () => sql`${r.state} = 'delivered'`,
  failed: () => sql`${r.state} = 'failed'`,
  replied: () => sql`${isNotNull(r.sentAt)} and exists (select 1 from ${messages}
    where ${messages.ticketId} = ${r.ticketId} and ${messages.fromMe} = 0
      and ${messages.createdAt} >= ${r.sentAt} and ${messages.createdAt} < ${r.sentAt} + ${ANSWER_MS})`,
}

/** The last cycle of each ticket that began with a campaign's message. */
export const ofCampaign = (
  campaignId: number,
  outcome: RecipientOutcome,
): SQL => sql`${reportCycles.ticketId} in (
  select ${r.ticketId} from ${r} where ${r.campaignId} = ${campaignId} and ${OUTCOMES[outcome]()}
) and ${reportCycles.id} = (select max(id) from report_cycles as later where later.ticket_id = ${reportCycles.ticketId})`

/** @param whatsappId of one connection; all without it. @throws ApiError ERR_VALIDATION where the period is none. */
export async function reportCampaigns(
  db: Reader,
  companyId: number,
  asked: { from: string; to: string },
  whatsappId?: number,
): Promise<{ campaigns: ReportCampaign[] }> {
  const { from, to } = periodOf(asked)
  const zone = await timeZoneOf(db, companyId)
  const countIf = (outcome: RecipientOutcome) => sql<number>`count(*) filter (where ${OUTCOMES[outcome]()})`
  const rows = await db
    .select({
      id: campaigns.id,
      name: campaigns.name,
      startedAt: campaigns.startedAt,
      contacts: sql<number>`count(${r.id})`,
      sent: countIf('sent'),
      delivered: countIf('delivered'),
      failed: countIf('failed'),
      replied: countIf('replied'),
    })
    .from(campaigns)
    .leftJoin(r, eq(r.campaignId, campaigns.id))
    .where(
      and(
        eq(campaigns.companyId, companyId),
        whatsappId === undefined ? undefined : eq(campaigns.whatsappId, whatsappId),
        gte(campaigns.startedAt, startOfDay(zone, from).toISOString()),
        lt(campaigns.startedAt, startOfDay(zone, plusDays(to, 1)).toISOString()),
      ),
    )
    .groupBy(campaigns.id, campaigns.name, campaigns.startedAt)
    .orderBy(ascending(campaigns.startedAt), asc(campaigns.id))
  return {
    campaigns: rows.map(row => ({
      ...row,
      contacts: Number(row.contacts),
      sent: Number(row.sent),
      delivered: Number(row.delivered),
      failed: Number(row.failed),
      replied: Number(row.replied),
    })),
  }
}
