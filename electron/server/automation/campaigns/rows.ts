/** Campaigns and their recipients as rows and as consoles see them. */
import { type CampaignFigures, freshFigures, type QueryOut } from '@contract'
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import { isActive } from '../../platform/auth/company-active'
import type { Reader } from '../../platform/db/client'
import { readPage } from '../../platform/db/page'
import {
  campaignRecipients,
  campaigns,
  companies,
  contactLists,
  users,
  whatsapps,
} from '../../platform/db/schema'
import { containing } from '../../platform/db/search'
import { mediaUrl } from '../../platform/media/folder'
import { type StoredMedia, storedIn } from '../../platform/media/store'
import { hasFeature, refuseWithoutFeature } from '../../platform/plans/limits'
import type { Me } from '../../workspace'

export type CampaignRow = typeof campaigns.$inferSelect
export type RecipientRow = typeof campaignRecipients.$inferSelect

/**
 * Campaigns belong to plans that have them.
 * @throws ApiError ERR_PLAN_LACKS
 */
export const refuseWithoutPlan = (db: Reader, companyId: number): Promise<void> =>
  refuseWithoutFeature(db, companyId, 'useCampaigns')

/** Whether a company's campaigns may run: otherwise nobody there could stop one. */
export async function mayCampaign(db: Reader, companyId: number, at: Date): Promise<boolean> {
  const [company] = await db
    .select({ status: companies.status, dueDate: companies.dueDate })
    .from(companies)
    .where(eq(companies.id, companyId))
  if (!company || !isActive(company, at.getTime())) return false
  return await hasFeature(db, companyId, 'useCampaigns')
}

/**
 * A campaign of the caller's company.
 * @throws ApiError ERR_PLAN_LACKS, ERR_NO_CAMPAIGN_FOUND
 */
export async function campaignFor(db: Reader, me: Me, id: number): Promise<CampaignRow> {
  await refuseWithoutPlan(db, me.companyId)
  const [row] = await db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.id, id), eq(campaigns.companyId, me.companyId)))
  if (!row) throw new ApiError('ERR_NO_CAMPAIGN_FOUND')
  return row
}

/** Counts recipients by state. */
async function figuresOf(db: Reader, ids: readonly number[]): Promise<Map<number, CampaignFigures>> {
  const found = new Map(ids.map(id => [id, freshFigures(0)]))
  if (ids.length === 0) return found
  const rows = await db
    .select({ id: campaignRecipients.campaignId, state: campaignRecipients.state, rows: count() })
    .from(campaignRecipients)
    .where(inArray(campaignRecipients.campaignId, [...ids]))
    .groupBy(campaignRecipients.campaignId, campaignRecipients.state)
  for (const row of rows) {
    const figures = found.get(row.id)
    if (!figures) continue
    figures[row.state] = row.rows
    figures.total += row.rows
  }
  return found
}

/** A recipient in the contract's shape. */
export const recipientView = (row: RecipientRow) => ({
  id: row.id,
  name: row.name,
  number: row.number,
  state: row.state,
  reason: row.reason,
  slot: row.slot,
  message: row.message,
  confirmationRequestedAt: row.confirmationRequestedAt,
  confirmedAt: row.confirmedAt,
  sentAt: row.sentAt,
  deliveredAt: row.deliveredAt,
})

/** Campaigns in the contract's shape, in the order of the ids; missing ones are left out. */
export async function campaignViews(db: Reader, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .select({
      row: campaigns,
      contactList: { id: contactLists.id, name: contactLists.name },
      whatsapp: { id: whatsapps.id, name: whatsapps.name },
      user: { id: users.id, name: users.name },
    })
    .from(campaigns)
    .leftJoin(contactLists, eq(contactLists.id, campaigns.contactListId))
    .leftJoin(whatsapps, eq(whatsapps.id, campaigns.whatsappId))
    .leftJoin(users, eq(users.id, campaigns.userId))
    .where(inArray(campaigns.id, [...ids]))
  const figures = await figuresOf(db, ids)
  const views = new Map(
    rows.map(({ row, contactList, whatsapp, user }) => {
      const { search: _s, mediaFile, mediaMime: _m, mediaType: _t, mediaSize: _z, ...kept } = row
      const { mediaWidth: _w, mediaHeight: _h, mediaDuration: _d, ...rest } = kept
      const view = {
        ...rest,
        contactList,
        whatsapp,
        user,
        mediaPath: mediaFile === null ? null : mediaUrl(row.companyId, mediaFile),
        figures: figures.get(row.id) ?? freshFigures(0),
      }
      return [row.id, view] as const
    }),
  )
  return ids.flatMap(id => views.get(id) ?? [])
}
export type CampaignView = Awaited<ReturnType<typeof campaignViews>>[number]

/**
 * One campaign in the contract's shape.
 * @throws ApiError ERR_NO_CAMPAIGN_FOUND
 */
export async function campaignView(db: Reader, id: number): Promise<CampaignView> {
  const [view] = await campaignViews(db, [id])
  if (!view) throw new ApiError('ERR_NO_CAMPAIGN_FOUND')
  return view
}

/** The attachment of a campaign; null without one. */
export const attachmentOf = (row: CampaignRow): StoredMedia | null =>
  row.mediaFile === null ? null : storedIn(row, row.mediaFile)

/** A page of campaigns whose name contains the search text, by name. @throws ApiError ERR_PLAN_LACKS */
export async function campaignPage(
  db: Reader,
  { companyId }: Me,
  { searchParam, pageNumber }: QueryOut<'campaigns.page'>,
) {
  await refuseWithoutPlan(db, companyId)
  const wanted = and(
    eq(campaigns.companyId, companyId),
    searchParam ? sql`${campaigns.search} like ${containing(searchParam)} escape '\\'` : undefined,
  )
  const rows = db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(wanted)
    .orderBy(asc(campaigns.search), asc(campaigns.id))
  const { page, ...rest } = await readPage(pageNumber, rows, db.$count(campaigns, wanted))
  const ids = page.map(row => row.id)
  return { records: await campaignViews(db, ids), ...rest }
}
