/** A contact's conversations, as far as a person may see them. */
import { PAGE } from '@contract'
import { and, desc, eq, getTableColumns, isNotNull } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { readPage } from '../../platform/db/page'
import { messages, tickets } from '../../platform/db/schema'
import type { Me } from '../../workspace'
import { messageViews } from '../presenters/messages'
import { ticketViews } from '../presenters/tickets'
import { visibleTo } from '../tickets/visibility'
import { contactOf } from './write'

/** A page of a contact's tickets, the newest first. @throws ApiError ERR_NO_CONTACT_FOUND */
export async function ticketsOfContact(db: Reader, me: Me, id: number, pageNumber: number) {
  const contact = await contactOf(db, me, id)
  const wanted = and(eq(tickets.contactId, contact.id), visibleTo(me))
  const rows = db
    .select({ id: tickets.id })
    .from(tickets)
    .where(wanted)
    .orderBy(desc(tickets.createdAt), desc(tickets.id))
  const { page, ...rest } = await readPage(pageNumber, rows, db.$count(tickets, wanted))
  const ids = page.map(row => row.id)
  return { tickets: await ticketViews(db, ids), ...rest }
}

/** A page of the messages with files in a contact's tickets, the newest first. @throws ApiError ERR_NO_CONTACT_FOUND */
export async function mediaOfContact(db: Reader, me: Me, id: number, pageNumber: number) {
  const contact = await contactOf(db, me, id)
  const rows = await db
    .select(getTableColumns(messages))
    .from(messages)
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .where(
      and(
        eq(tickets.contactId, contact.id),
        visibleTo(me),
        isNotNull(messages.mediaFile),
        eq(messages.isDeleted, false),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(PAGE.messages + 1)
    .offset((pageNumber - 1) * PAGE.messages)
  return {
    messages: await messageViews(db, rows.slice(0, PAGE.messages)),
    hasMore: rows.length > PAGE.messages,
  }
}
