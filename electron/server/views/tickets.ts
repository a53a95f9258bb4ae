/** Tickets as they travel: with contact, user, queue, connection, tags and handover, loaded for many at once. */
import type { ticket as ticketEntity } from '@contract'
import { and, eq, getTableColumns } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { z } from 'zod'
import { windowClosesAt } from '../channel/window'
import type { Reader } from '../db/client'
import { amongIds } from '../db/engine/words'
import { jsonRowOf } from '../db/json-rows'
import { prepared } from '../db/prepared'
import {
  contactCustomFields,
  contacts,
  queues,
  replyWindows,
  tags,
  tickets,
  ticketTags,
  users,
  whatsapps,
} from '../db/schema'

export type TicketView = z.input<typeof ticketEntity>

const handoverFrom = alias(users, 'handover_from')

const columns = {
  ticket: {
    id: tickets.id,
    uuid: tickets.uuid,
    code: tickets.code,
    status: tickets.status,
    unreadMessages: tickets.unreadMessages,
    lastMessage: tickets.lastMessage,
    lastMessageType: tickets.lastMessageType,
    fromMe: tickets.fromMe,
    lastAuthorId: tickets.lastAuthorId,
    isGroup: tickets.isGroup,
    userId: tickets.userId,
    queueId: tickets.queueId,
    contactId: tickets.contactId,
    whatsappId: tickets.whatsappId,
    chatbot: tickets.chatbot,
    useIntegration: tickets.useIntegration,
    promptId: tickets.promptId,
    integrationId: tickets.integrationId,
    waitingSince: tickets.waitingSince,
    createdAt: tickets.createdAt,
    updatedAt: tickets.updatedAt,
  },
  handover: { at: tickets.handoverAt, note: tickets.handoverNote },
  contact: {
    id: contacts.id,
    name: contacts.name,
    number: contacts.number,
    email: contacts.email,
    profilePicUrl: contacts.profilePicUrl,
    isGroup: contacts.isGroup,
    active: contacts.active,
    whatsappId: contacts.whatsappId,
  },
  user: { id: users.id, name: users.name },
  queue: { id: queues.id, name: queues.name, color: queues.color },
  whatsapp: { id: whatsapps.id, name: whatsapps.name },
  handoverFrom: { id: handoverFrom.id, name: handoverFrom.name },
  line: { provider: whatsapps.provider },
  window: { wroteAt: replyWindows.wroteAt },
}
const MAYBE_NONE = ['handover', 'user', 'queue', 'whatsapp', 'handoverFrom', 'line', 'window'] as const

const tagRows = prepared(db =>
  db
    .select({ all: jsonRowOf({ of: { ticketId: ticketTags.ticketId }, tag: getTableColumns(tags) }, []) })
    .from(ticketTags)
    .innerJoin(tags, eq(tags.id, ticketTags.tagId))
    .where(amongIds(ticketTags.ticketId))
    .prepare(),
)

const ticketRows = prepared(db =>
  db
    .select({ all: jsonRowOf(columns, MAYBE_NONE) })
    .from(tickets)
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .leftJoin(users, eq(users.id, tickets.userId))
    .leftJoin(queues, eq(queues.id, tickets.queueId))
    .leftJoin(whatsapps, eq(whatsapps.id, tickets.whatsappId))
    .leftJoin(handoverFrom, eq(handoverFrom.id, tickets.handoverFromId))
    .leftJoin(
      replyWindows,
      and(eq(replyWindows.whatsappId, tickets.whatsappId), eq(replyWindows.contactId, tickets.contactId)),
    )
    .where(amongIds(tickets.id))
    .prepare(),
)

async function tagsOf(db: Reader, ids: string): Promise<Map<number, (typeof tags.$inferSelect)[]>> {
  const byTicket = new Map<number, (typeof tags.$inferSelect)[]>()
  for (const { of, tag } of (await tagRows(db).all({ ids })).flatMap(row => row.all)) {
    const list = byTicket.get(of.ticketId)
    if (list) list.push(tag)
    else byTicket.set(of.ticketId, [tag])
  }
  for (const list of byTicket.values()) list.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  return byTicket
}

/** Tickets by id in the order of the ids; unknown ids are left out. No visibility is applied here. */
export async function ticketViews(db: Reader, ids: readonly number[]): Promise<TicketView[]> {
  if (ids.length === 0) return []
  const list = JSON.stringify(ids)
  const rows = (await ticketRows(db).all({ ids: list })).flatMap(row => row.all)
  const tagged = await tagsOf(db, list)
  const byId = new Map(rows.map(row => [row.ticket.id, row]))
  return ids.flatMap(id => {
    const row = byId.get(id)
    if (!row) return []
    const { note = null, at = null } = row.handover ?? {}
    // The ticket was made for this reading and is nobody else's: a copy of every row would cost more than the rest.
    const view = Object.assign(row.ticket, {
      contact: row.contact,
      user: row.user,
      queue: row.queue,
      whatsapp: row.whatsapp,
      tags: tagged.get(id) ?? [],
      windowClosesAt: windowClosesAt(row.line?.provider, row.ticket, row.window?.wroteAt ?? null),
      handover: note !== null && at !== null ? { note, from: row.handoverFrom, at } : null,
    })
    return [view]
  })
}

/** One ticket; null when unknown. */
export async function ticketView(db: Reader, id: number): Promise<TicketView | null> {
  return (await ticketViews(db, [id]))[0] ?? null
}

/** One ticket as its own page shows it: the contact with extra info as well. Null when unknown. */
export async function ticketDetail(db: Reader, id: number): Promise<TicketView | null> {
  const view = await ticketView(db, id)
  if (!view?.contact) return view
  const extraInfo = await db
    .select({ id: contactCustomFields.id, name: contactCustomFields.name, value: contactCustomFields.value })
    .from(contactCustomFields)
    .where(eq(contactCustomFields.contactId, Number(view.contact.id)))
  return { ...view, contact: { ...view.contact, extraInfo } }
}
