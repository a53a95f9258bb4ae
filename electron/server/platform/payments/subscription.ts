/** A company's own subscription. */
import { and, asc, eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../db/client'
import { billingProfiles, companies, invoices, users } from '../db/schema'

/** When it ends, and whom to contact. @throws ApiError ERR_NO_COMPANY_FOUND */
export async function subscriptionOf(db: Reader, companyId: number) {
  const [company] = await db.select().from(companies).where(eq(companies.id, companyId))
  if (!company) throw new ApiError('ERR_NO_COMPANY_FOUND')
  const [paid] = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.companyId, companyId), eq(invoices.status, 'paid')))
    .limit(1)
  // The contact: the company of the platform's super-administrator.
  const [platform] = await db
    .select({ name: companies.name, email: companies.email, phone: companies.phone })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(eq(users.super, true))
    .orderBy(asc(users.id))
    .limit(1)
  return {
    email: company.email,
    dueDate: company.dueDate,
    trialExpiration: paid ? null : company.dueDate,
    contact: platform ?? { name: '', email: null, phone: null },
  }
}

/** The name and address for bills; empty when none was entered. */
export async function billingOf(db: Reader, companyId: number) {
  const [row] = await db.select().from(billingProfiles).where(eq(billingProfiles.companyId, companyId))
  return {
    billingName: row?.name ?? '',
    addressStreet: row?.street ?? '',
    addressCity: row?.city ?? '',
    addressState: row?.state ?? '',
    addressZipCode: row?.zipCode ?? '',
    country: row?.country ?? '',
  }
}
