/** The kanban board and moving its cards (docs/specification.md 3.2, 3.4, 3.6 and 3.7). */
import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../db/client'
import { tags, ticketTags } from '../db/schema'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { refuseWithoutFeature } from '../plans/limits'
import { readAllLanes, readBoard, readLanePage } from '../tickets/kanban'
import { raiseTags } from '../tickets/raise'
import { seenOf, ticketFor } from '../tickets/visibility'
import { ticketDetail } from '../views/tickets'
import type { Me, Workspace } from '../workspace'
import { tagsWhere } from './tags'

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

export const kanbanHandlers: HandlersOf<'kanban'> = {
  'kanban.board': async ({ app, me, query }) => {
    await refuseWithoutFeature(app.db, me.companyId, 'useKanban')
    const lanes = await readBoard(app.db, me, query)
    const known = new Map((await tagsWhere(app.db, me, eq(tags.kanban, 1))).map(tag => [tag.id, tag]))
    return { lanes: lanes.map(lane => ({ ...lane, tag: known.get(lane.id) ?? null })) }
  },

  'kanban.lane': async ({ app, me, params, query }) => {
    await refuseWithoutFeature(app.db, me.companyId, 'useKanban')
    return readLanePage(app.db, me, params.id, query)
  },

  'kanban.tickets': async ({ app, me, query }) => {
    await refuseWithoutFeature(app.db, me.companyId, 'useKanban')
    return readAllLanes(app.db, me, query)
  },
}

export const ticketTagHandlers: HandlersOf<'ticketTags'> = {
  'ticketTags.clear': ({ app, me, params }) =>
    retag(app, me, params.ticketId, tx => leaveLanes(tx, me.companyId, params.ticketId)),

  'ticketTags.add': ({ app, me, params: { ticketId, tagId } }) =>
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
      if (put.length > 0) await raiseTags(tx, { id: ticketId, companyId: me.companyId }, [tagId])
    }),
}
