/** Tickets as they are sent: with contact, user, queue, connection, tags and handover, many at once. */
import type { ticket as ticketEntity } from '@contract'
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { z } from 'zod'
import type { Reader } from '../../platform/db/client'
import { amongIds } from '../../platform/db/engine/words'
import { jsonRowOf } from '../../platform/db/json-rows'
import { prepared } from '../../platform/db/prepared'
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
} from '../../platform/db/schema'
import { untilChanged } from '../../platform/db/until-changed'
import { windowClosesAt } from '../channel/window'

export type TicketView = z.input<typeof ticketEntity>

const handoverFrom = alias(users, 'handover_from')

const TICKET = {
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
  priority: tickets.priority,
  snoozedAt: tickets.snoozedAt,
  snoozedUntil: tickets.snoozedUntil,
  wokenBy: tickets.wokenBy,
  translatedFrom: tickets.translatedFrom,
  heldBy: tickets.heldBy,
  heldAt: tickets.heldAt,
  deadline: tickets.deadline,
  createdAt: tickets.createdAt,
  updatedAt: tickets.updatedAt,
}
const HANDOVER = { at: tickets.handoverAt, note: tickets.handoverNote }
/** What stands around a ticket. */
const AROUND = {
  contact: {
    id: contacts.id,
    name: contacts.name,
    number: contacts.number,
    username: contacts.username,
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
  line: { provider: whatsapps.provider, directSend: whatsapps.directSend },
  window: { wroteAt: replyWindows.wroteAt },
}
const fields = {
  id: contactCustomFields.id,
  name: contactCustomFields.name,
  value: contactCustomFields.value,
}
type Field = Pick<typeof contactCustomFields.$inferSelect, keyof typeof fields>
const MAYBE_NONE = ['user', 'queue', 'whatsapp', 'handoverFrom', 'line', 'window'] as const

const columns = { ticket: TICKET, handover: HANDOVER, ...AROUND }
const JOINED = sql`left join ${users} on ${users.id} = ${tickets.userId}
  left join ${queues} on ${queues.id} = ${tickets.queueId}
  left join ${whatsapps} on ${whatsapps.id} = ${tickets.whatsappId}
  left join ${users} "handover_from" on ${handoverFrom.id} = ${tickets.handoverFromId}
  left join ${replyWindows} on ${replyWindows.whatsappId} = ${tickets.whatsappId} and ${replyWindows.contactId} = ${tickets.contactId}`

const tagsWhere = (which: SQL | undefined) =>
  jsonRowOf(
    { of: { ticketId: ticketTags.ticketId }, tag: getTableColumns(tags) },
    [],
    sql`from ${ticketTags} join ${tags} on ${tags.id} = ${ticketTags.tagId} where ${which}`,
  )

/** What a prepared statement that changes a ticket returns beside its columns, for `viewOfChanged`. */
export const aroundChanged = () => ({
  around: jsonRowOf(
    AROUND,
    MAYBE_NONE,
    sql`from ${contacts} ${JOINED} where ${contacts.id} = ${tickets.contactId}`,
  ),
  tagged: tagsWhere(eq(ticketTags.ticketId, tickets.id)),
})

/** @param extra with the company's own contact fields. */
const ticketRows = (extra: boolean) =>
  prepared(db =>
    db
      .select({
        rows: jsonRowOf(columns, MAYBE_NONE),
        tags: tagsWhere(amongIds(ticketTags.ticketId)),
        fields: extra
          ? jsonRowOf(
              { field: fields },
              [],
              sql`from ${contactCustomFields} where ${contactCustomFields.contactId} in
                (select ${tickets.contactId} from ${tickets} where ${amongIds(tickets.id)})`,
            )
          : sql<null>`null`,
      })
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
const listed = ticketRows(false)
const detailed = ticketRows(true)

type Tag = typeof tags.$inferSelect
type TicketRow = typeof tickets.$inferSelect

function byTicket(tagged: readonly { of: { ticketId: number }; tag: Tag }[]): Map<number, Tag[]> {
  const lists = new Map<number, Tag[]>()
  for (const { of, tag } of tagged) {
    const list = lists.get(of.ticketId)
    if (list) list.push(tag)
    else lists.set(of.ticketId, [tag])
  }
  for (const list of lists.values()) list.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  return lists
}

type Own = Pick<TicketRow, keyof typeof TICKET>
type Around =
  ReturnType<typeof aroundChanged>['around'] extends SQL<infer Rows extends readonly unknown[]>
    ? Rows[number]
    : never

/** A ticket as it travels. The row was made for this and is nobody else's: a copy of every one would cost more than the rest. */
function filled(
  ticket: Own,
  { contact, user, queue, whatsapp, handoverFrom: from, line, window }: Around,
  { note, at }: { note: string | null; at: string | null },
  tagList: Tag[],
): TicketView {
  return Object.assign(ticket, {
    ...{ contact, user, queue, whatsapp, tags: tagList },
    windowClosesAt: windowClosesAt(line?.provider, ticket, window?.wroteAt ?? null),
    handover: note !== null && at !== null ? { note, from, at } : null,
  })
}

/** A ticket as it travels, of what a statement that changed it returned with `aroundChanged`. */
export function viewOfChanged(
  row: TicketRow,
  { around: [around], tagged }: { around: Around[]; tagged: { of: { ticketId: number }; tag: Tag }[] },
): TicketView | null {
  const own = Object.fromEntries(Object.keys(TICKET).map(key => [key, row[key as keyof Own]])) as Own
  const handover = { note: row.handoverNote, at: row.handoverAt }
  return around ? filled(own, around, handover, byTicket(tagged).get(row.id) ?? []) : null
}

/** The line of a ticket (../tickets/window.ts), of the same; null where it has no number any more. */
export const lineAround = ([around]: readonly Around[]) =>
  around?.line ? { number: around.line, contact: around.contact, window: around.window } : null

async function read(
  statement: typeof listed,
  db: Reader,
  ids: readonly number[],
): Promise<{ views: TicketView[]; fields: Field[] }> {
  const [found] = ids.length === 0 ? [] : await statement(db).all({ ids: JSON.stringify(ids) })
  if (!found) return { views: [], fields: [] }
  const tagged = byTicket(found.tags)
  const byId = new Map(found.rows.map(row => [row.ticket.id, row]))
  const views = ids.flatMap(id => {
    const row = byId.get(id)
    return row ? [filled(row.ticket, row, row.handover, tagged.get(id) ?? [])] : []
  })
  return { views, fields: (found.fields ?? []).map(({ field }) => field) }
}

/** Tickets by id in the order of the ids; unknown ids are left out. Visibility is not checked here. */
export const ticketViews = async (db: Reader, ids: readonly number[]): Promise<TicketView[]> =>
  (await read(listed, db, ids)).views

/** One ticket; null when unknown. */
export const ticketView = async (db: Reader, id: number): Promise<TicketView | null> =>
  (await ticketViews(db, [id]))[0] ?? null

/** A ticket for its own page, with the contact's extra fields. Null when unknown. */
export async function ticketDetail(db: Reader, id: number): Promise<TicketView | null> {
  const { views, fields: extraInfo } = await read(detailed, db, [id])
  const [view] = views
  if (!view?.contact) return view ?? null
  return { ...view, contact: { ...view.contact, extraInfo: extraInfo.sort((a, b) => a.id - b.id) } }
}

/** Cached tickets, a kilobyte each. */
const MOST_TEXTS = 4_000

const keptTexts = untilChanged<number, Buffer>(MOST_TEXTS, ({ tickets, allTickets }) =>
  allTickets ? 'all' : tickets,
)

/**
 * Tickets by id as JSON (UTF-8): what several people look at is read and serialised once until it changes. Without
 * unknown ones. Visibility is not checked here.
 */
export async function ticketTexts(db: Reader, ids: readonly number[]): Promise<Map<number, Buffer>> {
  const known = keptTexts(db)
  const texts = new Map<number, Buffer>()
  const missing: number[] = []
  for (const id of ids) {
    const text = known.get(id)
    if (text) texts.set(id, text)
    else missing.push(id)
  }
  for (const view of await ticketViews(db, missing)) {
    const id = Number(view.id)
    const text = Buffer.from(JSON.stringify(view))
    texts.set(id, text)
    known.set(id, text)
  }
  return texts
}
