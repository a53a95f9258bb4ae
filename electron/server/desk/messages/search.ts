/** Searches one conversation: the ticket's messages and those of the contact's other tickets. */
import { fold, plusDays, type QueryOut, startOfDay, TYPES_OF_KIND } from '@contract'
import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, notInArray, or, type SQL } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { messageContains } from '../../platform/db/engine/searched'
import { oneOf } from '../../platform/db/engine/words'
import { messages, tickets } from '../../platform/db/schema'
import { timeZoneOf } from '../../settings'
import type { Me } from '../../workspace'
import { ticketToRead } from '../tickets/read'
import { visibleTo } from '../tickets/visibility'

/** Most messages found at once. */
const MOST_HITS = 500
/** Most files whose names are searched, newest first. */
const MOST_NAMES = 5_000

type Kind = NonNullable<QueryOut<'messages.search'>['kind']>

const isOfKind = (kind: Kind): SQL | undefined => {
  if (kind === 'text') return isNull(messages.mediaFile)
  const hasFile = isNotNull(messages.mediaFile)
  if (kind !== 'document') return and(hasFile, inArray(messages.mediaType, [...TYPES_OF_KIND[kind]]))
  return and(hasFile, notInArray(messages.mediaType, Object.values(TYPES_OF_KIND).flat()))
}

/**
 * Messages of a conversation that contain a text or have a file with such a name, in order of time; of the contact's
 * other tickets, those the person may see. Nothing is marked read.
 * @param wanted `searchParam`: case and accents are ignored. Without a text the other conditions decide; without any
 *   condition nothing is found.
 * @throws ApiError ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION.
 */
export async function searchConversation(
  db: Reader,
  me: Me,
  ticketId: number,
  { searchParam: typed = '', by, kind, day }: QueryOut<'messages.search'>,
): Promise<{ hits: { id: string; ticketId: number }[]; hasMore: boolean }> {
  const ticket = await ticketToRead(db, me, ticketId)
  if (typed === '' && !by && !kind && !day) return { hits: [], hasMore: false }
  const seen = db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.contactId, ticket.contactId), or(eq(tickets.id, ticket.id), visibleTo(me))))
  const zone = day ? await timeZoneOf(db, me.companyId) : ''
  const among = and(
    inArray(messages.ticketId, seen),
    by ? eq(messages.fromMe, by === 'team') : undefined,
    kind ? isOfKind(kind) : undefined,
    day ? gte(messages.createdAt, startOfDay(zone, day).toISOString()) : undefined,
    day ? lt(messages.createdAt, startOfDay(zone, plusDays(day, 1)).toISOString()) : undefined,
    eq(messages.isDeleted, false),
  )
  // File names are stored unchanged, so they are compared here, ignoring case and accents.
  const named =
    typed === ''
      ? []
      : (
          await db
            .select({ seq: messages.seq, name: messages.mediaName })
            .from(messages)
            .where(and(among, isNotNull(messages.mediaName)))
            .orderBy(desc(messages.seq))
            .limit(MOST_NAMES)
        ).filter(({ name }) => fold(name ?? '').includes(fold(typed)))
  const rows = await db
    .select({ id: messages.id, ticketId: messages.ticketId })
    .from(messages)
    .where(
      and(
        among,
        typed === ''
          ? undefined
          : or(
              messageContains(me, typed),
              oneOf(
                messages.seq,
                named.map(({ seq }) => seq),
              ),
            ),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(MOST_HITS + 1)
  return { hits: rows.slice(0, MOST_HITS).reverse(), hasMore: rows.length > MOST_HITS }
}
