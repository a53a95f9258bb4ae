/** Records that are private, or shared with members of queues or with the whole company. */
import { mayShareView } from '@contract'
import { ApiError } from '../../errors'
import type { Me, Workspace } from '../../workspace'
import type { Tx } from '../db/client'
import { refuseUnknownRows } from '../db/company-rows'
import type { Change, PlainChannel } from './definition'

interface Shared {
  userId: number | null
  /** null: private; an empty list: everybody. */
  sharedWith: readonly number[] | null
}

/**
 * Refuses a form that shows a record to more people than its writer may, or to missing queues; queues it is already
 * shared with may be gone.
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

/** A record made private belongs to the person who did so; otherwise it would vanish from their screen. */
export const ownerOf = (
  me: Me,
  { sharedWith }: Pick<Shared, 'sharedWith'>,
  before: Shared | null,
): Pick<Shared, 'userId'> => ({ userId: before && sharedWith !== null ? before.userId : me.id })

/** Announces such a record to the people who see or saw it. @param channel says only that something has changed. */
export const announceShared =
  (channel: PlainChannel) =>
  (app: Workspace, me: Me, { before, after }: Change<Shared>): void => {
    const isOthers = [before, after].some(one => one !== null && one.sharedWith !== null)
    if (isOthers) app.realtime.toCompany(me.companyId, channel, { action: 'changed' })
    else app.realtime.toUsers(me.companyId, [me.id], channel, { action: 'changed' })
  }
