/**
 * Decides which log an entry goes to: a company's own, or the platform's with a copy for each company concerned. What a
 * super-administrator does to others is not shown to the admins of the company they belong to.
 */
import { type Endpoint, type EndpointName, endpoints, settingRule } from '@contract'
import { eq } from 'drizzle-orm'
import type { Me } from '../../workspace'
import type { Reader } from '../db/client'
import { companies } from '../db/schema'

/** A row as the log looks at it: columns by name. */
export type Snapshot = Readonly<Record<string, unknown>>

type Params = Readonly<Record<string, string | number | undefined>>

/** A company as an entry names it. */
export interface Concerned {
  id: number
  name: string
}

/** Whether a call concerns the platform, or a company other than the caller's. */
export function isPlatformCall(name: EndpointName, me: Me, params: Params): boolean {
  const { access } = endpoints[name] as Endpoint
  if (access === 'super') return true
  if (name === 'settings.update') return settingRule(String(params.key))?.scope === 'platform'
  return name.startsWith('companies.') && Number(params.id) !== me.companyId
}

/**
 * The companies a platform call was done to, as they are afterwards; none for what concerns all alike, or for a deleted
 * one.
 * @param row what the call is about.
 */
export async function concernedCompanies(
  db: Reader,
  name: EndpointName,
  params: Params,
  row: Snapshot | null,
): Promise<Concerned[]> {
  const of = db.select({ id: companies.id, name: companies.name }).from(companies)
  const [area] = name.split('.')
  if (area === 'companies') return await of.where(eq(companies.id, Number(row?.id ?? params.id)))
  if (area === 'invoices') return await of.where(eq(companies.id, Number(row?.companyId ?? 0)))
  // A change of a plan concerns the companies that have it.
  if (name === 'plans.update') return await of.where(eq(companies.planId, Number(params.id)))
  return []
}
