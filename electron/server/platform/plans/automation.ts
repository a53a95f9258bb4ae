/** The prompt or integration given to a connection or a queue. */
import type { ServerErrorCode } from '@contract'
import { and, eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../db/client'
import { prompts, queueIntegrations } from '../db/schema'
import { refuseWithoutFeature } from './limits'

interface Named {
  promptId?: number | null | undefined
  integrationId?: number | null | undefined
}

const KINDS = [
  { member: 'promptId', table: prompts, feature: 'useOpenAi', missing: 'ERR_NO_PROMPT_FOUND' },
  {
    member: 'integrationId',
    table: queueIntegrations,
    feature: 'useIntegrations',
    missing: 'ERR_NO_INTEGRATION_FOUND',
  },
] as const satisfies readonly { member: keyof Named; missing: ServerErrorCode; [rest: string]: unknown }[]

/**
 * Checks what a form newly names: the plan has the feature, and the row is the company's. The present value, and
 * removing it, are never refused.
 * @param before the row as it is; null for a new one.
 * @throws ApiError ERR_PLAN_LACKS naming the feature, ERR_NO_PROMPT_FOUND, ERR_NO_INTEGRATION_FOUND
 */
export async function refuseForeignAutomation(
  db: Reader,
  companyId: number,
  form: Named,
  before: Named | null,
): Promise<void> {
  for (const { member, table, feature, missing } of KINDS) {
    const id = form[member]
    if (id === null || id === undefined || id === before?.[member]) continue
    await refuseWithoutFeature(db, companyId, feature)
    const own = await db.$count(table, and(eq(table.id, id), eq(table.companyId, companyId)))
    if (own === 0) throw new ApiError(missing, { field: member })
  }
}
