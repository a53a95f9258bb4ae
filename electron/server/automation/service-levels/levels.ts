/** The service levels of a company, and the hours they count in. */
import { createHash } from 'node:crypto'
import { SERVICE_LEVEL, type ServiceLevel, type ServiceLevelForm } from '@contract'
import { asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { hoursAndRules } from '../../platform/companies/hours'
import type { Reader } from '../../platform/db/client'
import { refuseUnknownRows } from '../../platform/db/company-rows'
import { prepared } from '../../platform/db/prepared'
import { serviceLevels, tags } from '../../platform/db/schema'
import { records } from '../../platform/records/records'
import { refuseUnknownSteps } from '../steps/check'

const { companyId: _companyId, updatedAt: _updatedAt, ...shown } = getTableColumns(serviceLevels)

const read = (db: Reader, where: SQL | undefined) =>
  db
    .select(shown)
    .from(serviceLevels)
    .where(where)
    .orderBy(asc(serviceLevels.position), asc(serviceLevels.id))

const ofCompany = prepared(db =>
  read(db, eq(serviceLevels.companyId, sql.placeholder('companyId'))).prepare(),
)

/** In their order, inactive ones as well. */
export const levelsOf = (db: Reader, companyId: number): Promise<ServiceLevel[]> =>
  ofCompany(db).all({ companyId })

/** A text that changes whenever running deadlines may have to be computed anew. */
export async function digestOf(db: Reader, companyId: number): Promise<string> {
  const { rules } = await hoursAndRules(db, companyId)
  // A deleted tag or queue has been taken off its tickets.
  const [tagged] = await db
    .select({ ids: sql<string>`count(*) || '/' || coalesce(max(${tags.id}), 0)` })
    .from(tags)
    .where(eq(tags.companyId, companyId))
  const levelsJson = JSON.stringify([await levelsOf(db, companyId), rules, tagged?.ids])
  return createHash('sha256').update(levelsJson).digest('base64url')
}

const owned = ({ closeSteps, lateSteps }: ServiceLevelForm) => ({
  steps: [...closeSteps, ...lateSteps],
  ownerId: null,
})

/** Service levels of a company in the order in which a ticket's is looked for. */
export const keptLevels = records({
  table: serviceLevels,
  read,
  most: { count: SERVICE_LEVEL.most, code: 'ERR_TOO_MANY_SERVICE_LEVELS' },
  place: 'position',
  async check(tx, me, form: ServiceLevelForm, before) {
    await refuseUnknownRows(tx, me.companyId, 'queue', form.queueIds, before?.queueIds)
    await refuseUnknownRows(tx, me.companyId, 'whatsapp', form.whatsappIds, before?.whatsappIds)
    await refuseUnknownRows(tx, me.companyId, 'tag', form.anyTagIds, before?.anyTagIds)
    await refuseUnknownSteps(tx, me.companyId, owned(form), before && owned(before))
  },
  columns: form => form,
  announce: 'serviceLevel',
})
