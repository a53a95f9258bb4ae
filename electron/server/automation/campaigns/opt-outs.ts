/** People who opted out of campaigns. */
import { fold, type QueryOut } from '@contract'
import { and, desc, eq, or, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { contains } from '../../platform/db/engine/words'
import { readPage } from '../../platform/db/page'
import { campaignOptOuts } from '../../platform/db/schema'
import { containing } from '../../platform/db/search'
import type { Me, Workspace } from '../../workspace'

const columns = {
  id: campaignOptOuts.id,
  number: campaignOptOuts.number,
  name: campaignOptOuts.name,
  word: campaignOptOuts.word,
  createdAt: campaignOptOuts.createdAt,
}

/** A page of those whose number or name contains the search text, latest first. */
export async function optOutPage(
  db: Reader,
  { companyId }: Me,
  { searchParam, pageNumber }: QueryOut<'campaignOptOuts.page'>,
) {
  const typed = fold(searchParam ?? '')
  const wanted = and(
    eq(campaignOptOuts.companyId, companyId),
    typed
      ? or(
          sql`${campaignOptOuts.number} like ${containing(typed)} escape '\\'`,
          contains(campaignOptOuts.name, typed),
        )
      : undefined,
  )
  const rows = db
    .select(columns)
    .from(campaignOptOuts)
    .where(wanted)
    .orderBy(desc(campaignOptOuts.createdAt), desc(campaignOptOuts.id))
  const { page: records, ...rest } = await readPage(pageNumber, rows, db.$count(campaignOptOuts, wanted))
  return { records, ...rest }
}

/** Cancels somebody's opt-out. @throws ApiError ERR_NO_CONTACT_FOUND */
export async function removeOptOut(app: Workspace, { companyId }: Me, id: number): Promise<null> {
  const gone = await app.db
    .company(companyId)
    .delete(campaignOptOuts)
    .where(and(eq(campaignOptOuts.id, id), eq(campaignOptOuts.companyId, companyId)))
    .returning({ id: campaignOptOuts.id })
  if (gone.length === 0) throw new ApiError('ERR_NO_CONTACT_FOUND')
  return null
}
