/** Moves cards of the board: the lane of a ticket is one of its tags. */
import { and, eq, inArray } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Tx } from '../../platform/db/client'
import { tags, ticketTags } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import { happened } from '../happenings/tell'
import { ticketDetail } from '../presenters/tickets'
import { noteTags } from './timeline'
import { seenOf, ticketFor } from './visibility'

/**
 * Changes the tags of a ticket and tells everybody who may see it.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION.
 */
async function retag(
  app: Workspace,
  me: Me,
  ticketId: number,
  change: (tx: Tx) => Promise<unknown>,
): Promise<null> {
  await app.db.company(me.companyId).write(async tx => {
    const seen = seenOf(await ticketFor(tx, me, ticketId))
    await change(tx)
    const view = await ticketDetail(tx, ticketId)
    if (view) app.realtime.ticketChanged(seen, seen, { action: 'update', ticket: view })
  })
  return null
}

/** Removes the company's lane tags from a ticket; other tags stay. */
async function leaveLanes(tx: Tx, me: Me, ticketId: number): Promise<void> {
  const { companyId } = me
  const lanes = tx
    .select({ id: tags.id })
    .from(tags)
    .where(and(eq(tags.companyId, companyId), eq(tags.kanban, 1)))
  const gone = await tx
    .delete(ticketTags)
    .where(and(eq(ticketTags.ticketId, ticketId), inArray(ticketTags.tagId, lanes)))
    .returning({ tagId: ticketTags.tagId })
  noteTags(tx, { id: ticketId, companyId }, { gone: gone.map(({ tagId }) => tagId) }, me)
}

/** Takes a ticket out of all lanes. @throws ApiError as `retag`. */
export const clearLanes = (app: Workspace, me: Me, ticketId: number): Promise<null> =>
  retag(app, me, ticketId, tx => leaveLanes(tx, me, ticketId))

/** Adds a tag to a ticket; a lane tag moves it to that lane. @throws ApiError ERR_NO_TAG_FOUND, and as `retag`. */
export const putInLane = (app: Workspace, me: Me, ticketId: number, tagId: number): Promise<null> =>
  retag(app, me, ticketId, async tx => {
    const [tag] = await tx
      .select({ kanban: tags.kanban })
      .from(tags)
      .where(and(eq(tags.companyId, me.companyId), eq(tags.id, tagId)))
    if (!tag) throw new ApiError('ERR_NO_TAG_FOUND')
    // Of two people who took the card out of its lane, the last one decides where it goes.
    if (tag.kanban === 1) await leaveLanes(tx, me, ticketId)
    const put = await tx
      .insert(ticketTags)
      .values({ companyId: me.companyId, ticketId, tagId })
      .onConflictDoNothing()
      .returning({ tagId: ticketTags.tagId })
    if (put.length === 0) return
    noteTags(tx, { id: ticketId, companyId: me.companyId }, { added: [tagId] }, me)
    await happened({ app, tx, companyId: me.companyId }, 'tagged', { ticketId, tagIds: [tagId] })
  })
