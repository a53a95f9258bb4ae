/** Withdraws what a connection's provider has refused. */
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client'
import { whatsapps } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { whatsappViews } from '../presenters/whatsapps'
import type { TicketRow } from '../tickets/visibility'

/**
 * Stops utility texts without a template on accounts that may not send them, and tells the consoles: every further one
 * would be refused.
 * @param message the one refused in this write.
 */
export async function endDirectSend(
  { channel, realtime }: Workspace,
  tx: Tx,
  { companyId, whatsappId }: Pick<TicketRow, 'companyId' | 'whatsappId'>,
  message: { failure: string | null },
): Promise<void> {
  if (message.failure !== 'ERR_WAPP_NO_DIRECT_SEND' || whatsappId === null) return
  const at = new Date().toISOString()
  const ended = await tx
    .update(whatsapps)
    .set({ directSend: false, directSendRefusedAt: at, updatedAt: at })
    .where(and(eq(whatsapps.id, whatsappId), eq(whatsapps.directSend, true)))
    .returning({ id: whatsapps.id })
  for (const view of await whatsappViews(
    { db: tx, channel },
    ended.map(({ id }) => id),
    'super',
  ))
    realtime.toCompany(companyId, 'whatsapp', { action: 'update', whatsapp: view })
}
