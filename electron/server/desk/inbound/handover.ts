/** The provider reports who answers a conversation now: this workspace, or somebody else. */
import { eq } from 'drizzle-orm'
import { whatsapps } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import type { HandoverUpdate } from '../channel/channel'
import { contactByPhone } from '../contacts/by-phone'
import { conversationOf, hold } from '../tickets/holder'
import { waitingAfter } from '../tickets/waiting'

/** Handles such a notice. A customer handed to us waits for a person from then on. */
export async function takeHandover(
  app: Workspace,
  { whatsappId, number, by, at }: HandoverUpdate,
): Promise<void> {
  const [connection] = await app.db
    .select({ companyId: whatsapps.companyId })
    .from(whatsapps)
    .where(eq(whatsapps.id, whatsappId))
  if (!connection) return
  const { companyId } = connection
  await app.db.company(companyId).write(async tx => {
    const contact = await contactByPhone(tx, companyId, number)
    const before = contact && (await conversationOf(tx, contact.id, whatsappId))
    // Without a conversation the next message shows who answers it.
    if (!before || (before.heldAt !== null && at < before.heldAt)) return
    if (before.heldBy === by && before.heldAt !== null) return
    const waits =
      by === null && before.status !== 'closed'
        ? {
            waitingSince: waitingAfter(before.waitingSince, { kind: 'customer', at }),
            unreadMessages: Math.max(1, before.unreadMessages),
            updatedAt: at > before.updatedAt ? at : before.updatedAt,
          }
        : {}
    await hold(app, tx, before, { heldBy: by, heldAt: at, ...waits }, 'provider')
  })
}
