/** What a rule's conditions ask of a ticket besides itself. */
import { DEFAULT_TIME_ZONE, isOpenAt, type RuleConditions, type RuleFacts } from '@contract'
import { and, eq, lt } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { companies, holidays, queues, tickets } from '../db/schema'
import { settingsOf } from '../settings'
import type { TicketRow } from '../tickets/visibility'

type Asked = Pick<TicketRow, 'id' | 'companyId' | 'contactId' | 'queueId'>

/** Whether the company, or the ticket's queue where each keeps its own, is open; always where no hours are kept. */
async function isOpen(db: Reader, { companyId, queueId }: Asked, at: Date): Promise<boolean> {
  const { scheduleType, timezone } = await settingsOf(db, companyId, ['scheduleType', 'timezone'])
  const days =
    scheduleType === 'company'
      ? (await db.select().from(companies).where(eq(companies.id, companyId)))[0]?.schedules
      : scheduleType === 'queue' && queueId !== null
        ? (await db.select().from(queues).where(eq(queues.id, queueId)))[0]?.schedules
        : []
  const others = await db
    .select({ day: holidays.day, startTime: holidays.startTime, endTime: holidays.endTime })
    .from(holidays)
    .where(eq(holidays.companyId, companyId))
  return isOpenAt({ days: days ?? [], holidays: others, timeZone: timezone || DEFAULT_TIME_ZONE }, at)
}

/** What is asked alone is looked up. @param at when it happened. */
export async function factsOf(
  db: Reader,
  ticket: Asked,
  { newContact, hours }: RuleConditions,
  at: Date,
): Promise<RuleFacts> {
  const earlier = and(
    eq(tickets.companyId, ticket.companyId),
    eq(tickets.contactId, ticket.contactId),
    lt(tickets.id, ticket.id),
  )
  return {
    newContact: newContact && (await db.$count(tickets, earlier)) === 0,
    open: hours === 'any' || (await isOpen(db, ticket, at)),
  }
}
