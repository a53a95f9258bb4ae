/** How many people a day Meta lets a number write to first. */
import { and, eq } from 'drizzle-orm'
import { messagingLimitOf } from '../../desk/channel/cloud/profile'
import { hasTemplates } from '../../desk/templates/list'
import { whatsapps } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'

/** Meta's limit of a connection of the company; null for any other. */
export async function limitFor(
  app: Workspace,
  companyId: number,
  id: number | undefined,
): Promise<number | null> {
  if (id === undefined) return null
  const [row] = await app.db
    .select({ provider: whatsapps.provider })
    .from(whatsapps)
    .where(and(eq(whatsapps.id, id), eq(whatsapps.companyId, companyId)))
  return row && hasTemplates(app, row) ? messagingLimitOf(app, id) : null
}
