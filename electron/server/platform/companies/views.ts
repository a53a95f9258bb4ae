/** Companies as they travel. */
import { type company as companyEntity, fold, type QueryOut, type Readership, readable } from '@contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { ApiError } from '../../errors'
import { readableSettings } from '../../settings'
import type { Reader } from '../db/client'
import { byName, pageOf } from '../db/page'
import { companies, plans, settings } from '../db/schema'

export type CompanyView = z.input<typeof companyEntity>

/** Companies by id with their plans, in the order of the ids; of their settings only whether campaigns are on. */
async function companyViews(db: Reader, ids: readonly number[]): Promise<CompanyView[]> {
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

/** Ids of the companies whose name, e-mail or phone contains the text, accents and case aside, by name. */
async function matching(db: Reader, typed = ''): Promise<number[]> {
  const rows = await db
    .select({ id: companies.id, name: companies.name, email: companies.email, phone: companies.phone })
    .from(companies)
  const wanted = fold(typed)
  const found = rows.filter(row => fold(`${row.name} ${row.email ?? ''} ${row.phone ?? ''}`).includes(wanted))
  return byName(found, ({ name }) => name).map(({ id }) => id)
}

/** All companies by name. */
export const allCompanies = async (db: Reader): Promise<CompanyView[]> => companyViews(db, await matching(db))

/** A page of those that contain what was typed. */
export async function companyPage(db: Reader, { searchParam, pageNumber }: QueryOut<'companies.list'>) {
  const { page, ...rest } = pageOf(await matching(db, searchParam), pageNumber)
  return { companies: await companyViews(db, page), ...rest }
}
