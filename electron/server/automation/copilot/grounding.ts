/** What a suggestion may be based on: the conversation, and what the asking agent may see around it. */
import { givenName, shownTo } from '@contract'
import { and, asc, desc, eq, inArray, ne, or } from 'drizzle-orm'
import { askedIn, GROUNDING_LIMITS, type GroundingText, groundingFrom } from '../../../copilot/ground'
import type { Turn } from '../../../copilot/questions'
import { filling } from '../../desk/messages/variables'
import { groundingMessages } from '../../desk/presenters/summaries'
import { type TicketRow, visibleTo } from '../../desk/tickets/visibility'
import type { Reader } from '../../platform/db/client'
import {
  contacts,
  messages,
  queues,
  quickMessages,
  tags,
  tickets,
  ticketTags,
} from '../../platform/db/schema'
import { settingsOf } from '../../settings'
import type { Me, Workspace } from '../../workspace'
import { articlesFor } from '../articles/search'

/** The last messages of a conversation, oldest first. */
export async function conversation(
  db: Reader,
  ticketId: number,
  most: number = GROUNDING_LIMITS.messages,
): Promise<Turn[]> {
  const groundingRows = await groundingMessages(db, eq(messages.ticketId, ticketId), most)
  return groundingRows.map(({ role, text }) => ({ role, text }))
}

/** How the customer's earlier conversations ended, as far as the agent may see them. */
async function earlierOf(db: Reader, me: Me, ticket: TicketRow) {
  const ended = await db
    .select()
    .from(tickets)
    .where(
      and(
        visibleTo(me),
        eq(tickets.contactId, ticket.contactId),
        ne(tickets.id, ticket.id),
        eq(tickets.status, 'closed'),
      ),
    )
    .orderBy(desc(tickets.updatedAt))
    .limit(GROUNDING_LIMITS.earlier)
  return await Promise.all(
    ended.map(async row => ({
      ...row,
      turns: await conversation(db, row.id, GROUNDING_LIMITS.messagesOfEarlier),
    })),
  )
}

/** @param me a suggestion must not show what this person may not see. */
export async function groundingFor(app: Workspace, me: Me, ticket: TicketRow): Promise<GroundingText> {
  const { db } = app
  const turns = await conversation(db, ticket.id)
  const [contact] = await db
    .select({ name: contacts.name, number: contacts.number, username: contacts.username })
    .from(contacts)
    .where(and(eq(contacts.id, ticket.contactId), eq(contacts.companyId, me.companyId)))
  const customer = contact && givenName(contact) ? shownTo(me, contact).name : null
  const fill = await filling(db, ticket, new Date())
  const [queue] = ticket.queueId
    ? await db
        .select()
        .from(queues)
        .where(and(eq(queues.id, ticket.queueId), eq(queues.companyId, me.companyId)))
    : []
  const tagged = await db
    .select({ tagId: ticketTags.tagId })
    .from(ticketTags)
    .where(eq(ticketTags.ticketId, ticket.id))
  const names = await db
    .select({ name: tags.name })
    .from(tags)
    .where(
      and(
        eq(tags.companyId, me.companyId),
        inArray(
          tags.id,
          tagged.map(({ tagId }) => tagId),
        ),
      ),
    )
  const quick = await db
    .select()
    .from(quickMessages)
    .where(
      and(
        eq(quickMessages.companyId, me.companyId),
        or(eq(quickMessages.geral, true), eq(quickMessages.userId, me.id)),
      ),
    )
    .orderBy(asc(quickMessages.shortcode))
  const { scheduleType } = await settingsOf(db, me.companyId, ['scheduleType'])
  return groundingFrom({
    turns,
    articles: await articlesFor(
      app,
      { companyId: me.companyId, queueId: ticket.queueId, me },
      askedIn(turns),
      GROUNDING_LIMITS.articles,
    ),
    quickMessages: quick,
    queue: queue ?? null,
    queueHours: scheduleType === 'queue',
    earlier: await earlierOf(db, me, ticket),
    customer,
    tags: names.map(({ name }) => name),
    protocol: ticket.code,
    fill: text => (contact && customer ? fill(text).replaceAll(contact.name, customer) : fill(text)),
  })
}
