/** Prompts and integrations that are in use. */
import type { ServerErrorCode } from '@contract'
import { and, eq } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { queues, whatsapps } from '../../platform/db/schema'

/** @throws ApiError `code` while a queue or a connection of the company uses it. */
export async function refuseInUse(
  db: Reader,
  companyId: number,
  column: 'promptId' | 'integrationId',
  id: number,
  code: ServerErrorCode,
): Promise<void> {
  for (const table of [queues, whatsapps])
    if ((await db.$count(table, and(eq(table.companyId, companyId), eq(table[column], id)))) > 0)
      throw new ApiError(code)
}
