/** Companies as they travel. */
import { type company as companyEntity, type Readership, readable } from '@contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Reader } from '../db/client'
import { companies, plans, settings } from '../db/schema'
import { ApiError } from '../errors'
import { readableSettings } from '../settings'

export type CompanyView = z.input<typeof companyEntity>

/** Companies by id with their plans, in the order of the ids; of their settings only whether campaigns are on. */
export async function companyViews(db: Reader, ids: readonly number[]): Promise<CompanyView[]> {
  if (ids.length === 0) return []
  const wanted = [...ids]
  const [rows, switches] = await Promise.all([
    db
      .select()
      .from(companies)
      .leftJoin(plans, eq(plans.id, companies.planId))
      .where(inArray(companies.id, wanted)),
    db
      .select({ companyId: settings.companyId, key: settings.key, value: settings.value })
      .from(settings)
      .where(and(inArray(settings.companyId, wanted), eq(settings.key, 'campaignsEnabled'))),
  ])
  const byId = new Map(rows.map(row => [row.companies.id, row]))
  return wanted.flatMap(id => {
    const row = byId.get(id)
    if (!row) return []
    return [{ ...row.companies, plan: row.plans, settings: switches.filter(one => one.companyId === id) }]
  })
}

/** @throws ApiError ERR_NO_COMPANY_FOUND */
export async function companyView(db: Reader, id: number): Promise<CompanyView> {
  const [view] = await companyViews(db, [id])
  if (!view) throw new ApiError('ERR_NO_COMPANY_FOUND')
  return view
}

/**
 * One company with the fields and settings a circle of readers gets.
 * @throws ApiError ERR_NO_COMPANY_FOUND
 */
export async function companyFor(db: Reader, id: number, reader: Readership): Promise<CompanyView> {
  const view = readable(reader, 'company', await companyView(db, id)) as CompanyView
  return { ...view, settings: await readableSettings(db, id, reader) }
}
