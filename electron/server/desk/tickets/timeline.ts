/** The timeline of a ticket: one entry per act, stored in the write of the act. */
import type { TimelineActor, TimelineKind } from '@contract'
import { and, eq, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client'
import { writeLast } from '../../platform/db/engine/inside'
import { ticketEvents, tickets } from '../../platform/db/schema'
import type { TimelineChanges } from '../../platform/db/schema-timeline'
import { authorOf, type Me, NOBODY, type Workspace } from '../../workspace'
import type { Act } from '../happenings/consumer'
import type { TicketState } from '../happenings/kinds'
import { happened } from '../happenings/tell'
import type { TicketRow } from './visibility'

/** The actor: a person; otherwise a rule by its name; else the kind of actor. */
export type Actor = Pick<Me, 'id' | 'name'> | Exclude<TimelineActor, 'person' | 'rule'>

const actorOf = (by: Actor) =>
  typeof by === 'string'
    ? { actor: by, userId: null, userName: '' }
    : {
        actor: by.id === NOBODY ? ('rule' as const) : ('person' as const),
        userId: authorOf(by),
        userName: by.name,
      }

type Place = Pick<TicketRow, 'id' | 'companyId'>

/** The kind of event, and its changes. */
interface Noted {
  kind: TimelineKind
  changes: TimelineChanges
}

/** Rows per statement: an engine limits the number of values. */
const TOGETHER = 100

function keep(
  tx: Pick<Tx, 'insert'>,
  notes: readonly { ticket: Place; noted: Noted; at: string }[],
  by: Actor,
): void {
  const rows = notes.map(({ ticket, noted, at }) => ({
    companyId: ticket.companyId,
    ticketId: ticket.id,
    at,
    ...noted,
    ...actorOf(by),
  }))
  for (let from = 0; from < rows.length; from += TOGETHER)
    writeLast(tx.insert(ticketEvents).values(rows.slice(from, from + TOGETHER)))
}

/** A ticket's place and holder, before and after. */
function moved(before: TicketRow, after: TicketRow): TimelineChanges {
  const changes: TimelineChanges = {}
  for (const field of ['queueId', 'userId', 'whatsappId'] as const)
    if (before[field] !== after[field]) changes[field] = [before[field], after[field]]
  return changes
}

const isAutomatic = ({ chatbot, useIntegration }: TicketRow): boolean => chatbot || useIntegration

/** The kind of a change of place, holder or status; null for none. */
function moveOf(before: TicketRow, after: TicketRow, by: Actor): TimelineKind | null {
  if (before.status !== after.status && after.status === 'closed') return 'closed'
  if (before.status === 'closed' && after.status !== 'closed') return 'reopened'
  if (before.whatsappId !== after.whatsappId) return 'transferred'
  const isTaken = after.status === 'open' && after.userId !== null && before.userId !== after.userId
  if (isTaken && typeof by !== 'string' && by.id === after.userId) return 'accepted'
  if (before.queueId !== after.queueId) return 'transferred'
  if (isTaken) return before.userId === null ? 'assigned' : 'transferred'
  if (before.status === 'open' && after.status === 'pending') return 'returned'
  return null
}

/** The event a change of its row means for a ticket; undefined for none. Pure. @param before null for a new ticket. */
function notedOf(before: TicketRow | null, after: TicketRow, by: Actor): Noted[] {
  if (before === null) {
    const nowhere = { ...after, queueId: null, userId: null, whatsappId: null }
    return [{ kind: 'opened', changes: moved(nowhere, after) }]
  }
  const noted: Noted[] = []
  const move = moveOf(before, after, by)
  if (move) noted.push({ kind: move, changes: moved(before, after) })
  else if (isAutomatic(before) && !isAutomatic(after)) noted.push({ kind: 'leftToPeople', changes: {} })
  if (after.snoozedAt !== null && before.snoozedAt !== after.snoozedAt)
    noted.push({ kind: 'snoozed', changes: { until: after.snoozedUntil } })
  // Acting on a snoozed ticket wakes it; the act itself is the entry.
  if (before.snoozedAt !== null && after.snoozedAt === null && !move)
    noted.push({ kind: 'woken', changes: after.wokenBy === null ? {} : { wokenBy: after.wokenBy } })
  if (before.priority !== after.priority)
    noted.push({ kind: 'priority', changes: { priority: [before.priority, after.priority] } })
  if (before.heldBy !== after.heldBy)
    noted.push({ kind: 'held', changes: { heldBy: [before.heldBy, after.heldBy] } })
  return noted
}

/** Stores the events of changed rows within their write, and tells consumers. @param by the actor. */
export async function noteTickets(
  app: Workspace,
  tx: Tx,
  all: readonly { before: TicketRow | null; after: TicketRow }[],
  by: Actor,
): Promise<void> {
  const [first] = all
  if (!first) return
  const now = new Date().toISOString()
  const notes = all.flatMap(({ before, after }) =>
    notedOf(before, after, by).map(noted => ({ ticket: after, noted, at: before ? now : after.createdAt })),
  )
  keep(tx, notes, by)
  await happened({ app, tx, companyId: first.after.companyId }, 'changed', all)
}

/** The same for one ticket. */
export const noteTicket = (
  app: Workspace,
  tx: Tx,
  before: TicketRow | null,
  after: TicketRow,
  by: Actor,
): Promise<void> => noteTickets(app, tx, [{ before, after }], by)

/** Tells consumers, before it is made, of a change of closed tickets that their timelines do not show. */
export async function tellOfClosed(act: Act, which: SQL, change: Partial<TicketState>): Promise<void> {
  const { id, companyId, status, priority, snoozedAt, snoozedUntil, queueId, userId } = tickets
  const rows = await act.tx
    .select({ id, companyId, status, priority, snoozedAt, snoozedUntil, queueId, userId })
    .from(tickets)
    .where(and(eq(companyId, act.companyId), eq(status, 'closed'), which))
  await happened(
    act,
    'changed',
    rows.map(before => ({ before, after: { ...before, ...change } })),
  )
}

/** Stores that tags were added to a ticket or removed. */
export function noteTags(
  tx: Pick<Tx, 'insert'>,
  ticket: Place,
  { added = [], gone = [] }: { added?: readonly number[]; gone?: readonly number[] },
  by: Actor,
): void {
  const at = new Date().toISOString()
  const noted: Noted[] = [
    ...(added.length > 0 ? [{ kind: 'tagged' as const, changes: { tagIds: added } }] : []),
    ...(gone.length > 0 ? [{ kind: 'untagged' as const, changes: { tagIds: gone } }] : []),
  ]
  keep(
    tx,
    noted.map(one => ({ ticket, noted: one, at })),
    by,
  )
}
