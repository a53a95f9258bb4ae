/** Merges two contacts that an administrator says are one person. */
import { isSamePhone } from '@contract'
import { ApiError } from '../../errors'
import type { Me, Workspace } from '../../workspace'
import { lastWritingNumber } from './doubles'
import { mergeContacts, publishMerged, recordMerged } from './merge'
import { type ContactView, contactView } from './views'
import { contactOf } from './write'

/**
 * @param id the contact that stays, with its number; of two notations of one phone, the one WhatsApp uses.
 * @param otherId the one that is merged into it, with conversations, notes and schedules.
 * @param origin program and address of the caller, for the audit log.
 * @throws ApiError ERR_NO_CONTACT_FOUND, also for a group and for the same contact twice.
 */
export async function mergeByHand(
  app: Workspace,
  me: Me,
  id: number,
  otherId: number,
  origin: { program: string; address: string },
): Promise<ContactView> {
  const { merged, contact } = await app.db.company(me.companyId).write(async tx => {
    const [keep, gone] = [await contactOf(tx, me, id), await contactOf(tx, me, otherId)]
    if (id === otherId || keep.isGroup || gone.isGroup) throw new ApiError('ERR_NO_CONTACT_FOUND')
    const number = isSamePhone(keep.number, gone.number)
      ? await lastWritingNumber(tx, keep, gone, keep)
      : keep.number
    const merged = await mergeContacts(tx, keep, gone, number, { id: me.id, name: me.name, ...origin })
    await publishMerged(app, tx, [merged])
    return { merged, contact: await contactView(tx, me, id) }
  })
  await recordMerged(app, [merged])
  return contact
}
