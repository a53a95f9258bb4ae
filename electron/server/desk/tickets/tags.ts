/** The tags of a ticket. */
import type { BodyOut, ExpectedTicket } from '@contract'
import { and, eq, inArray } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { Tx } from '../../platform/db/client'
import { tags, ticketTags } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import { happened } from '../happenings/tell'
import { type TicketView, ticketDetail } from '../presenters/tickets'
import { ticketToAct } from './expected'
import { type Actor, noteTags } from './timeline'
import { seenOf, type TicketRow } from './visibility'

/** The ids a ticket is to have, from those it has. */
type Change = (before: readonly number[]) => readonly number[]

/** What the body of a change asks for. What others changed meanwhile stays where it says what is added and gone. */
export const changeIn =
  ({ tags, added, gone }: BodyOut<'tags.sync'>): Change =>
  before =>
    added || gone ? [...before.filter(id => !gone?.includes(id)), ...(added ?? [])] : tags.map(({ id }) => id)

/**
 * Sets a ticket's tags inside a write, and tells everybody who sees it.
 * @param cause why no person acts.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_TAG_FOUND; then nothing is changed.
 */
export async function writeTags(
  app: Workspace,
  tx: Tx,
  ticket: TicketRow,
  change: Change,
  by: Actor,
  cause?: Me['cause'],
): Promise<TicketView> {
  const { companyId, id: ticketId } = ticket
  const before = (
    await tx.select({ tagId: ticketTags.tagId }).from(ticketTags).where(eq(ticketTags.ticketId, ticketId))
  ).map(({ tagId }) => tagId)
  const after = [...new Set(change(before))]
  const gone = before.filter(id => !after.includes(id))
  const added = after.filter(id => !before.includes(id))
  if (added.length > 0) {
    const known = and(eq(tags.companyId, companyId), inArray(tags.id, added))
    if ((await tx.$count(tags, known)) < added.length) throw new ApiError('ERR_NO_TAG_FOUND')
    await tx.insert(ticketTags).values(added.map(tagId => ({ companyId, ticketId, tagId })))
    await happened({ app, tx, companyId }, 'tagged', { ticketId, tagIds: added, cause })
  }
  if (gone.length > 0)
    await tx.delete(ticketTags).where(and(eq(ticketTags.ticketId, ticketId), inArray(ticketTags.tagId, gone)))
  noteTags(tx, ticket, { added, gone }, by)
  const view = await ticketDetail(tx, ticketId)
  if (!view) throw new ApiError('ERR_NO_TICKET_FOUND')
  app.realtime.ticketChanged(seenOf(ticket), seenOf(ticket), { action: 'update', ticket: view })
  return view
}

/**
 * Sets a ticket's tags for a person.
 * @param expected what the person saw.
 * @throws ApiError as `writeTags`; ERR_NO_PERMISSION, ERR_TICKET_CHANGED.
 */
export const changeTags = (
  app: Workspace,
  me: Me,
  ticketId: number,
  change: Change,
  expected?: ExpectedTicket,
): Promise<TicketView> =>
  app.db
    .company(me.companyId)
    .write(async tx =>
      writeTags(app, tx, await ticketToAct(tx, me, ticketId, expected), change, me, me.cause),
    )
