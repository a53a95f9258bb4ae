/** The report of a campaign: pages of its recipients, its course over time, and everything as CSV. */
import { PAGE, phoneOf, plainName, type RecipientState, shownTo } from '@contract'
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { personContains, type Searcher } from '../../platform/db/engine/searched'
import { readPage } from '../../platform/db/page'
import { campaignRecipients } from '../../platform/db/schema'
import { csvLines } from '../../platform/http/csv'
import { type RecipientRow, recipientView } from './rows'

/** Rows converted to text before the event loop gets a turn. */
const CSV_PAGE = 1_000
/** Marks the text as UTF-8 for spreadsheets. */
const MARK = '\uFEFF'
/** Most intervals in a chart. */
const STRETCHES = 48
/** Lengths an interval may have, in seconds: ones that read well on an axis. */
const LENGTHS = [1, 5, 10, 30, 60, 300, 600, 1_800, 3_600, 10_800, 21_600, 86_400, 604_800]

/** A page of recipients, in the order they are written to. */
export async function recipientPage(
  db: Reader,
  who: Searcher,
  campaignId: number,
  query: { searchParam?: string | undefined; pageNumber: number; state?: RecipientState | undefined },
) {
  const wanted = and(
    eq(campaignRecipients.campaignId, campaignId),
    query.state === undefined ? undefined : eq(campaignRecipients.state, query.state),
    query.searchParam ? personContains(who, campaignRecipients, query.searchParam) : undefined,
  )
  const rows = db.select().from(campaignRecipients).where(wanted).orderBy(asc(campaignRecipients.id))
  const count = db.$count(campaignRecipients, wanted)
  const { page, ...rest } = await readPage(query.pageNumber, rows, count, PAGE.contacts)
  return { records: page.map(recipientView), ...rest }
}

/** When something happened to a recipient, by the kind of line in the chart. */
const MOMENTS: Readonly<Record<'sent' | 'delivered' | 'confirmed' | 'failed', SQL>> = {
  sent: sql`sent_at`,
  delivered: sql`delivered_at`,
  confirmed: sql`confirmed_at`,
  failed: sql`case when state = 'failed' then updated_at end`,
}

/** The course of a campaign in intervals of equal length; empty ones are left out. */
export async function timelineOf(db: Reader, campaignId: number) {
  const [bounds] = await db.all<{ first: number | null; last: number | null }>(sql`
    select min(coalesce(confirmation_requested_at, sent_at, updated_at)) as first, max(updated_at) as last
    from ${campaignRecipients} where campaign_id = ${campaignId} and state <> 'waiting'`)
  const span = ((bounds?.last ?? 0) - (bounds?.first ?? 0)) / 1_000
  const stretchSeconds = LENGTHS.find(length => span / length < STRETCHES) ?? 604_800
  const ms = stretchSeconds * 1_000
  const found = new Map<number, { sent: number; delivered: number; confirmed: number; failed: number }>()
  for (const [kind, moment] of Object.entries(MOMENTS) as [keyof typeof MOMENTS, SQL][]) {
    const rows = await db.all<{ at: number; rows: number }>(sql`
      select cast(${moment} / ${ms} as bigint) * ${ms} as at, count(*) as rows from ${campaignRecipients}
      where campaign_id = ${campaignId} and ${moment} is not null group by 1`)
    for (const { at, rows: count } of rows) {
      const stretch = found.get(at) ?? { sent: 0, delivered: 0, confirmed: 0, failed: 0 }
      stretch[kind] = count
      found.set(at, stretch)
    }
  }
  const stretches = [...found]
    .sort(([a], [b]) => a - b)
    .map(([at, figures]) => ({ at: new Date(at).toISOString(), ...figures }))
  return { stretchSeconds, stretches }
}

const HEADERS = [
  'name',
  'number',
  'state',
  'reason',
  'message',
  'confirmationRequestedAt',
  'confirmedAt',
  'sentAt',
  'deliveredAt',
] as const satisfies (keyof RecipientRow)[]

/** The whole report: a header, then every recipient in the order they are written to. */
export async function reportCsv(db: Reader, who: Searcher, campaignId: number): Promise<string> {
  const parts = [csvLines([HEADERS])]
  for (let after = 0; ; ) {
    const rows = await db
      .select()
      .from(campaignRecipients)
      .where(and(eq(campaignRecipients.campaignId, campaignId), gt(campaignRecipients.id, after)))
      .orderBy(asc(campaignRecipients.id))
      .limit(CSV_PAGE)
    const last = rows.at(-1)
    if (!last) return `${MARK}${parts.join('\r\n')}\r\n`
    after = last.id
    const shown = shownTo(who, rows).map(row => ({
      ...row,
      name: row.name || plainName(row.number),
      number: phoneOf(row.number),
    }))
    parts.push(csvLines(shown.map(row => HEADERS.map(key => String(row[key] ?? '')))))
    await new Promise(resolve => setImmediate(resolve))
  }
}
