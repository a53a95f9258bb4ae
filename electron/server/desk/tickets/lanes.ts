/** Moving cards of the board: a ticket is in a lane by its tag (docs/specification.md 3.2, 3.4 and 3.6). */
import { and, eq, inArray } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Tx } from '../../platform/db/client'
import { tags, ticketTags } from '../../platform/db/schema'
import { refuseWithoutFeature } from '../../platform/plans/limits'
import type { Me, Workspace } from '../../workspace'
import { happened } from '../happenings/tell'
import { ticketDetail } from '../views/tickets'
import { seenOf, ticketFor } from './visibility'

/**
 * Changes the tags of a ticket and notifies everybody who may see it.
 * @throws ApiError ERR_PLAN_LACKS without the board in the plan, ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION.
 */
async function retag(
  app: Workspace,
  me: Me,
  ticketId: number,
  change: (tx: Tx) => Promise<unknown>,
): Promise<null> {
  await refuseWithoutFeature(app.db, me.companyId, 'useKanban')
  await app.db.company(me.companyId).write(async tx => {
    const seen = seenOf(await ticketFor(tx, me, ticketId))
    await change(tx)
    const view = await ticketDetail(tx, ticketId)
    if (view) app.realtime.ticketChanged(seen, seen, { action: 'update', ticket: view })
  })
  return null
}

/** Takes the tags of the company's lanes from a ticket; its other tags stay. */
function leaveLanes(tx: Tx, companyId: number, ticketId: number): Promise<unknown> {
  const lanes = tx
    .select({ id: tags.id })
    .from(tags)
    .where(and(eq(tags.companyId, companyId), eq(tags.kanban, 1)))
  return tx.delete(ticketTags).where(and(eq(ticketTags.ticketId, ticketId), inArray(ticketTags.tagId, lanes)))
}

/** Takes a ticket out of every lane. @throws ApiError as `retag`. */
export const clearLanes = (app: Workspace, me: Me, ticketId: number): Promise<null> =>
  retag(app, me, ticketId, tx => leaveLanes(tx, me.companyId, ticketId))

/** Gives a ticket a tag; one that is a lane moves it there. @throws ApiError ERR_NO_TAG_FOUND, and as `retag`. */
export const putInLane = (app: Workspace, me: Me, ticketId: number, tagId: number): Promise<null> =>
  retag(app, me, ticketId, async tx => {
    const [tag] = await tx
      .select({ kanban: tags.kanban })
      .from(tags)
      .where(and(eq(tags.companyId, me.companyId), eq(tags.id, tagId)))
    if (!tag) throw new ApiError('ERR_NO_TAG_FOUND')
    // Of two people who both took the card out of its lane, the last to put it into one decides.
    if (tag.kanban === 1) await leaveLanes(tx, me.companyId, ticketId)
    const put = await tx
      .insert(ticketTags)
      .values({ companyId: me.companyId, ticketId, tagId })
      .onConflictDoNothing()
      .returning({ tagId: ticketTags.tagId })
    if (put.length > 0)
      await happened({ app, tx, companyId: me.companyId }, 'tagged', { ticketId, tagIds: [tagId] })
  })
