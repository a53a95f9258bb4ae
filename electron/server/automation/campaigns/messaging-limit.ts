/** How many people a day Meta lets a number write to first. */
import { and, eq } from 'drizzle-orm'
import { type MessagingLimit, messagingLimitOf } from '../../desk/channel/cloud/portfolio'
import { hasTemplates } from '../../desk/templates/list'
import { whatsapps } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'

const NONE: MessagingLimit = { limit: null, begun: 0, numbers: [] }

/** Meta's limit of a connection of the company, and what of it is used; no limit for any other. */
export async function limitFor(
  app: Workspace,
  companyId: number,
  id: number | undefined,
): Promise<MessagingLimit> {
  if (id === undefined) return NONE
  const [row] = await app.db
    .select({ provider: whatsapps.provider })
    .from(whatsapps)
    .where(and(eq(whatsapps.id, id), eq(whatsapps.companyId, companyId)))
  return row && hasTemplates(app, row) ? messagingLimitOf(app, { companyId, whatsappId: id }) : NONE
}
