/** Notes durably that a prompt or an integration has to answer a customer of a pending ticket. */
import { and, desc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { isHeldElsewhere } from '../../desk/tickets/holder'
import type { TicketRow } from '../../desk/tickets/visibility'
import type { Reader, Tx } from '../../platform/db/client'
import { autoReplies, messages, queues, tickets, ticketTrackings, whatsapps } from '../../platform/db/schema'
import { automationOf } from './chosen'

/** Whether anything in the company answers automatically. Asked once for a batch of messages, not for each ticket. */
export async function anyIn(db: Reader, companyId: number): Promise<boolean> {
  const [queue, number] = [queues, whatsapps].map(table => {
    const own = eq(table.companyId, companyId)
    const answers = or(isNotNull(table.promptId), isNotNull(table.integrationId))
    return sql`exists (select 1 from ${table} where ${and(own, answers)})`
  })
  const [one] = await db.all<{ yes: number }>(sql`select ${queue} or ${number} as yes`)
  return one?.yes === 1
}

/** Whether a ticket may get an automatic answer. */
export const isServed = (ticket: TicketRow | undefined): ticket is TicketRow =>
  ticket?.status === 'pending' &&
  !ticket.isGroup &&
  ticket.userId === null &&
  ticket.whatsappId !== null &&
  !isHeldElsewhere(ticket)

/** Whether nobody has accepted the ticket in this service cycle. */
async function isUntouched(tx: Tx, ticketId: number): Promise<boolean> {
  const accepted = await tx.$count(
    ticketTrackings,
    and(
      eq(ticketTrackings.ticketId, ticketId),
      isNull(ticketTrackings.finishedAt),
      isNotNull(ticketTrackings.startedAt),
    ),
  )
  return accepted === 0
}

/**
 * Notes that a customer's last message has to be answered, if a prompt or an integration serves the ticket.
 * @param answered the bot has just answered the message, which was a choice of its menu.
 * @returns whether it was noted.
 */
export async function note(tx: Tx, ticketId: number, answered: boolean): Promise<boolean> {
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId))
  if (!isServed(ticket) || ticket.chatbot) return false
  const [known] = await tx.select().from(autoReplies).where(eq(autoReplies.ticketId, ticketId))
  if (known?.status === 'done') return false
  const [last] = await tx
    .select({ seq: messages.seq })
    .from(messages)
    .where(
      and(eq(messages.ticketId, ticketId), eq(messages.fromMe, false), ne(messages.mediaType, 'call_log')),
    )
    .orderBy(desc(messages.seq))
    .limit(1)
  if (!last) return false
  const at = new Date().toISOString()
  if (known) {
    await tx
      .update(autoReplies)
      .set({
        askedSeq: last.seq,
        // A customer who keeps writing must not delay the handover to a person.
        ...(known.answeredSeq < known.askedSeq ? {} : { attempts: 0 }),
        nextAt: at,
        updatedAt: at,
      })
      .where(eq(autoReplies.ticketId, ticketId))
    return true
  }
  if (!(await isUntouched(tx, ticketId))) return false
  const found = await automationOf(tx, ticket)
  if (!found) return false
  await tx.insert(autoReplies).values({
    ticketId,
    companyId: ticket.companyId,
    kind: found.kind,
    automationId: found.id,
    askedSeq: last.seq,
    // An integration opens its dialogue itself; a model has nothing to say to "1".
    answeredSeq: answered && found.kind === 'prompt' ? last.seq : 0,
    nextAt: at,
  })
  await tx
    .update(tickets)
    .set({
      useIntegration: true,
      promptId: found.kind === 'prompt' ? found.id : null,
      integrationId: found.kind === 'integration' ? found.id : null,
    })
    .where(eq(tickets.id, ticketId))
  return true
}
