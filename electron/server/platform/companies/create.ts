/** Creates a company with its settings and its first admin, completely or not at all. */
import { and, eq, ne } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Workspace } from '../../workspace'
import { hashPassword } from '../auth/passwords'
import type { Reader, Tx } from '../db/client'
import { sameNoCase } from '../db/engine/words'
import { companies, plans, settings, users } from '../db/schema'
import { freeEmail } from '../people/users'
import { announceCompany } from './announce'
import { DEFAULT_SETTINGS, PLATFORM_SETTINGS } from './defaults'
import type { CompanyView } from './views'

/** The first admin; the e-mail is what he signs in with. */
export interface FirstAdmin {
  name: string
  email: string
  password: string
}

export interface NewCompany {
  name: string
  email: string | null
  phone?: string | null
  /** null: no plan, and with it no limits and no optional features. */
  planId: number | null
  status?: boolean
  dueDate?: string | null
  recurrence?: string | null
  trialExpiration?: string | null
  /** Other settings than the default ones. */
  settings?: Readonly<Record<string, string>>
}

/** @throws ApiError ERR_COMPANY_NAME_ALREADY_EXISTS: names that differ only in case count as the same. */
export async function freeName(db: Reader, name: string, exceptId = 0): Promise<void> {
  const taken = await db.$count(companies, and(sameNoCase(companies.name, name), ne(companies.id, exceptId)))
  if (taken > 0) throw new ApiError('ERR_COMPANY_NAME_ALREADY_EXISTS', { field: 'name' })
}

/** @throws ApiError ERR_NO_PLAN_FOUND */
export async function refuseUnknownPlan(db: Reader, id: number): Promise<void> {
  if ((await db.$count(plans, eq(plans.id, id))) === 0)
    throw new ApiError('ERR_NO_PLAN_FOUND', { field: 'planId' })
}

/** The same for a plan that strangers may not choose. @throws ApiError ERR_NO_PLAN_FOUND */
export async function refuseUnlessOffered(db: Reader, id: number): Promise<void> {
  if ((await db.$count(plans, and(eq(plans.id, id), eq(plans.useInternal, false)))) === 0)
    throw new ApiError('ERR_NO_PLAN_FOUND', { field: 'planId' })
}

/**
 * Inserts everything of a new company; to be called inside a transaction.
 * @throws ApiError as createCompany.
 */
export async function insertNewCompany(
  tx: Tx,
  company: NewCompany,
  admin: FirstAdmin,
  passwordHash: string,
): Promise<number> {
  await freeName(tx, company.name)
  if (company.planId !== null) await refuseUnknownPlan(tx, company.planId)
  const email = await freeEmail(tx, admin.email, null)
  const isFirst = (await tx.$count(companies)) === 0
  const { settings: own, ...columns } = company
  const [row] = await tx
    .insert(companies)
    .values({ ...columns, firstSteps: 'shown' })
    .returning({ id: companies.id })
  if (!row) throw new ApiError('ERR_INTERNAL')
  const companyId = row.id
  const values = { ...DEFAULT_SETTINGS, ...(isFirst ? PLATFORM_SETTINGS : {}), ...own }
  await tx.insert(settings).values(Object.entries(values).map(([key, value]) => ({ companyId, key, value })))
  await tx.insert(users).values({
    companyId,
    name: admin.name,
    email,
    passwordHash,
    profile: 'admin',
    // The founder of a workspace is its super-administrator.
    super: isFirst,
    allTicket: true,
  })
  return companyId
}

/**
 * Adds a company. The first one of a workspace carries the platform's settings, and its admin is the super-administrator.
 * @throws ApiError ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_NO_PLAN_FOUND, ERR_DUPLICATED_USER; nothing is kept then.
 */
export async function createCompany(
  app: Workspace,
  company: NewCompany,
  admin: FirstAdmin,
): Promise<CompanyView> {
  const passwordHash = await hashPassword(admin.password)
  return app.db.platform.write(async tx =>
    announceCompany(app, tx, await insertNewCompany(tx, company, admin, passwordHash), 'create'),
  )
}
