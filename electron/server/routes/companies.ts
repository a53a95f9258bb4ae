/** Company calls of this area: the own company and its plan (specification 1 section 7). */
import { readerOf } from '@contract'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/client'
import { companies, plans } from '../db/schema'
import { Refusal } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { readableSettings } from '../settings'
import type { Me } from '../workspace'

/** @throws Refusal ERR_NO_PERMISSION for another company unless the caller is super, ERR_NO_COMPANY_FOUND. */
async function companyFor(db: Db, me: Me, id: number) {
  if (id !== me.companyId && !me.super) throw new Refusal('ERR_NO_PERMISSION')
  const [row] = await db
    .select()
    .from(companies)
    .leftJoin(plans, eq(plans.id, companies.planId))
    .where(eq(companies.id, id))
  if (!row) throw new Refusal('ERR_NO_COMPANY_FOUND')
  return row
}

export const companyHandlers: HandlersOf<'companies'> = {
  'companies.listPlan': async ({ app, me, params }) => {
    const { companies: company, plans: plan } = await companyFor(app.db, me, params.id)
    return { id: company.id, name: company.name, dueDate: company.dueDate, plan }
  },

  'companies.get': async ({ app, me, params }) => {
    const { companies: company, plans: plan } = await companyFor(app.db, me, params.id)
    return { ...company, plan, settings: await readableSettings(app.db, company.id, readerOf(me)) }
  },
}
