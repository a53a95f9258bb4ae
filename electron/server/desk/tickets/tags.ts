/** The tags of a ticket. */
import type { ExpectedTicket } from '@contract'
import { and, eq, inArray } from 'drizzle-orm'
import { ApiError } from '../../errors'
import { tags, ticketTags } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import { happened } from '../happenings/tell'
import { type TicketView, ticketDetail } from '../presenters/tickets'
import { ticketToAct } from './expected'
import { noteTags } from './timeline'
import { seenOf } from './visibility'

/**
 * Sets a ticket's tags.
 * @param change the ids it is to have, from those it has.
 * @param expected what the person saw.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_CHANGED, ERR_NO_TAG_FOUND; then nothing is
 *   changed.
 */
export function changeTags(
  app: Workspace,
  me: Me,
  ticketId: number,
  change: (before: readonly number[]) => readonly number[],
  expected?: ExpectedTicket,
): Promise<TicketView> {
  return app.db.company(me.companyId).write(async tx => {
    const ticket = await ticketToAct(tx, me, ticketId, expected)
    const before = (
      await tx.select({ tagId: ticketTags.tagId }).from(ticketTags).where(eq(ticketTags.ticketId, ticket.id))
    ).map(({ tagId }) => tagId)
    const after = [...new Set(change(before))]
    const gone = before.filter(id => !after.includes(id))
    const added = after.filter(id => !before.includes(id))
    if (added.length > 0) {
      const known = and(eq(tags.companyId, me.companyId), inArray(tags.id, added))
      if ((await tx.$count(tags, known)) < added.length) throw new ApiError('ERR_NO_TAG_FOUND')
      await tx
        .insert(ticketTags)
        .values(added.map(tagId => ({ companyId: me.companyId, ticketId: ticket.id, tagId })))
      const tagged = { ticketId: ticket.id, tagIds: added, cause: me.cause }
      await happened({ app, tx, companyId: me.companyId }, 'tagged', tagged)
    }
    if (gone.length > 0)
      await tx
        .delete(ticketTags)
        .where(and(eq(ticketTags.ticketId, ticket.id), inArray(ticketTags.tagId, gone)))
    noteTags(tx, ticket, { added, gone }, me)
    const view = await ticketDetail(tx, ticket.id)
    if (!view) throw new ApiError('ERR_NO_TICKET_FOUND')
    app.realtime.ticketChanged(seenOf(ticket), seenOf(ticket), { action: 'update', ticket: view })
    return view
  })
}
