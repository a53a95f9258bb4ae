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

/** All tickets of a recipient: what leaves in a closed ticket is answered in another. */
const ticketsOf = (where: SQL): SQL => sql`select each_one.id from tickets as own
  inner join tickets as each_one on each_one.contact_id = own.contact_id where own.id = ${r.ticketId} ${where}`

/** Recipients by the state of their message. */
const OUTCOMES: Record<RecipientOutcome, () => SQL> = {
  sent: () => sql`${r.state} in ('sent', 'delivered')`,
  delivered: () => sql`${r.state} = 'delivered'`,
  failed: () => sql`${r.state} = 'failed'`,
  replied: () => sql`${isNotNull(r.sentAt)} and exists (select 1 from ${messages}
    where ${messages.ticketId} in (${ticketsOf(sql`and each_one.last_message_at >= ${r.sentAt}`)})
      and ${messages.fromMe} = 0
      and ${messages.createdAt} >= ${r.sentAt} and ${messages.createdAt} < ${r.sentAt} + ${ANSWER_MS})`,
}

/** Of each recipient the last cycle that began before the time for an answer was over; who had none is left out. */
export const ofCampaign = (campaignId: number, outcome: RecipientOutcome): SQL => sql`${reportCycles.id} in (
  select (select c.id from report_cycles as c where c.ticket_id in (${ticketsOf(sql``)})
    and (${r.sentAt} is null or c.queued_at < ${r.sentAt} + ${ANSWER_MS})
    order by c.queued_at desc, c.id desc limit 1)
  from ${r} where ${r.campaignId} = ${campaignId} and ${OUTCOMES[outcome]()})`

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
