/** Reading one ticket: by people who may see it and, if the company wants that, people who were mentioned in it. */
import { and, eq, gte, isNull, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ApiError } from '../../errors'
import type { Reader } from '../../platform/db/client'
import { mentions, queues, tickets, ticketTrackings, userQueues } from '../../platform/db/schema'
import { isEnabled, settingsOf } from '../../settings'
import type { Me } from '../../workspace'
import { type TicketView, ticketDetail } from '../presenters/tickets'
import { type TicketRow, ticketFor } from './visibility'

/** Whether mentioned people may read the ticket (setting `mentionsOpenTickets`). */
export const opensTickets = async (db: Reader, companyId: number): Promise<boolean> =>
  isEnabled((await settingsOf(db, companyId, ['mentionsOpenTickets'])).mentionsOpenTickets)

/** A mention in a ticket that was not resolved since; through a queue, as long as the person is of it. */
const stillOpens = (me: Pick<Me, 'id' | 'companyId'>) =>
  and(
    eq(mentions.companyId, me.companyId),
    eq(mentions.userId, me.id),
    ne(tickets.status, 'closed'),
    or(
      isNull(mentions.queueName),
      sql`exists (select 1 from ${userQueues} inner join ${queues} on ${queues.id} = ${userQueues.queueId} where ${and(
        eq(userQueues.userId, me.id),
        eq(queues.companyId, me.companyId),
        eq(queues.name, mentions.queueName),
      )})`,
    ),
    sql`not exists (select 1 from ${ticketTrackings} where ${and(
      eq(ticketTrackings.ticketId, mentions.ticketId),
      gte(ticketTrackings.finishedAt, mentions.createdAt),
    )})`,
  )

/** Whether a mention gives a person read access. */
export async function isMentionedIn(
  db: Reader,
  me: Pick<Me, 'id' | 'companyId'>,
  ticketId: number,
): Promise<boolean> {
  if (!(await opensTickets(db, me.companyId))) return false
  const [found] = await db
    .select({ id: mentions.id })
    .from(mentions)
    .innerJoin(tickets, eq(tickets.id, mentions.ticketId))
    .where(and(eq(mentions.ticketId, ticketId), stillOpens(me)))
    .limit(1)
  return found !== undefined
}

/** Loads a ticket for a reader, by rights or by a mention. @throws ApiError as `ticketFor`. */
export const ticketToRead = (db: Reader, me: Me, id: number): Promise<TicketRow> =>
  ticketFor(db, me, id, () => isMentionedIn(db, me, id))

/** A ticket as a person reads it. @throws ApiError as `ticketToRead`. */
export async function readTicket(db: Reader, me: Me, id: number): Promise<TicketView> {
  const view = await ticketDetail(db, (await ticketToRead(db, me, id)).id)
  if (!view) throw new ApiError('ERR_NO_TICKET_FOUND')
  return view
}

/** The same by the id in links. @throws ApiError ERR_INVALID_UUID, and as `ticketToRead`. */
export async function ticketByUuid(db: Reader, me: Me, uuid: string): Promise<TicketView> {
  if (!z.guid().safeParse(uuid).success) throw new ApiError('ERR_INVALID_UUID')
  const [row] = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.uuid, uuid.toLowerCase()), eq(tickets.companyId, me.companyId)))
  if (!row) throw new ApiError('ERR_NO_TICKET_FOUND')
  return readTicket(db, me, row.id)
}
