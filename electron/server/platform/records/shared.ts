/** Kept records that are one's own, or shared with the members of queues or with everybody of the company. */
import { mayShareView } from '@contract'
import { ApiError } from '../../errors'
import type { Me, Workspace } from '../../workspace'
import type { Tx } from '../db/client'
import { refuseUnknownRows } from '../db/company-rows'
import type { Change, PlainChannel } from './definition'

interface Shared {
  userId: number | null
  /** null: with nobody; without any queue: with everybody. */
  sharedWith: readonly number[] | null
}

/**
 * Refuses a form that shows a record to more people than its writer may, or to queues that are not there; those it is
 * shown to already may be gone.
 * @throws ApiError ERR_NO_PERMISSION, ERR_NO_QUEUE_FOUND
 */
export async function refuseSharing(
  tx: Tx,
  me: Me,
  { sharedWith }: { sharedWith: number[] | null },
  before: Shared | null,
): Promise<void> {
  if (!mayShareView(me, { sharedWith })) throw new ApiError('ERR_NO_PERMISSION')
  await refuseUnknownRows(tx, me.companyId, 'queue', sharedWith ?? [], before?.sharedWith ?? [])
}

/** Whose it is: taken back from the others it is whose hand took it back, since anybody else's would vanish from this screen. */
export const ownerOf = (
  me: Me,
  { sharedWith }: Pick<Shared, 'sharedWith'>,
  before: Shared | null,
): Pick<Shared, 'userId'> => ({ userId: before && sharedWith !== null ? before.userId : me.id })

/** Announces such a record to whoever sees or saw it. @param channel says that something has changed. */
export const announceShared =
  (channel: PlainChannel) =>
  (app: Workspace, me: Me, { before, after }: Change<Shared>): void => {
    const isOthers = [before, after].some(one => one !== null && one.sharedWith !== null)
    if (isOthers) app.realtime.toCompany(me.companyId, channel, { action: 'changed' })
    else app.realtime.toUsers(me.companyId, [me.id], channel, { action: 'changed' })
  }
