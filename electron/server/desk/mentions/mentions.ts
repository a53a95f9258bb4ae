/**
 * People named in a note by "@": they are told, have it in their list, and may read the ticket if the company allows it
 * (tickets/read.ts).
 */
import { MENTION_WORDS_CHARS, type Mentioned, maySee } from '@contract'
import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'
import type { originOf } from '../../platform/audit/audited'
import { record } from '../../platform/audit/record'
import { knownProfile } from '../../platform/auth/member'
import type { Reader, Tx } from '../../platform/db/client'
import { contacts, mentions, queues, ticketNotes, tickets, userQueues, users } from '../../platform/db/schema'
import { authorOf, type Me, type Workspace } from '../../workspace'
import { opensTickets } from '../tickets/read'
import type { TicketRow } from '../tickets/visibility'

/** Most mentions in a list: open ones first, newest first. */
const MOST_LISTED = 200

/** A person's mentions. @param which a further condition. */
export async function mentionsOf(db: Reader, me: Pick<Me, 'id' | 'companyId'>, which?: SQL) {
  return db
    .select({
      id: mentions.id,
      noteId: mentions.noteId,
      ticketId: mentions.ticketId,
      ticketUuid: tickets.uuid,
      messageId: ticketNotes.messageId,
      contactName: sql<string>`coalesce(nullif(${contacts.name}, ''), ${contacts.number}, '')`,
      note: sql<string>`substr(${ticketNotes.note}, 1, ${MENTION_WORDS_CHARS})`,
      by: { id: users.id, name: users.name },
      queueName: mentions.queueName,
      createdAt: mentions.createdAt,
      readAt: mentions.readAt,
      doneAt: mentions.doneAt,
    })
    .from(mentions)
    .innerJoin(tickets, eq(tickets.id, mentions.ticketId))
    .innerJoin(ticketNotes, eq(ticketNotes.id, mentions.noteId))
    .innerJoin(contacts, eq(contacts.id, tickets.contactId))
    .leftJoin(users, eq(users.id, ticketNotes.userId))
    .where(and(eq(mentions.companyId, me.companyId), eq(mentions.userId, me.id), which))
    .orderBy(desc(isNull(mentions.doneAt)), desc(mentions.id))
    .limit(MOST_LISTED)
}

interface Named {
  users: readonly number[]
  queues: readonly number[]
}

interface Person {
  id: number
  name: string
  profile: string
  super: boolean
  allTicket: boolean
}

/** The people among these who may see a ticket by their own rights. */
async function seers(tx: Tx, people: readonly Person[], ticket: TicketRow): Promise<Set<number>> {
  const rows = await tx
    .select({ userId: userQueues.userId, queueId: userQueues.queueId })
    .from(userQueues)
    .where(
      inArray(
        userQueues.userId,
        people.map(({ id }) => id),
      ),
    )
  const see = people.filter(person =>
    maySee(
      {
        ...person,
        profile: knownProfile(person.profile),
        seesUnqueued: person.allTicket,
        queueIds: rows.filter(({ userId }) => userId === person.id).map(({ queueId }) => queueId),
      },
      ticket,
    ),
  )
  return new Set(see.map(({ id }) => id))
}

/** The named people and queues of the company. @throws ApiError ERR_NO_USER_FOUND, ERR_NO_QUEUE_FOUND */
async function named(tx: Tx, me: Me, { users: userIds, queues: queueIds }: Named) {
  const ofCompany = { users: eq(users.companyId, me.companyId), queues: eq(queues.companyId, me.companyId) }
  const columns = {
    id: users.id,
    name: users.name,
    profile: users.profile,
    super: users.super,
    allTicket: users.allTicket,
  }
  const people =
    userIds.length === 0
      ? []
      : await tx
          .select(columns)
          .from(users)
          .where(and(ofCompany.users, inArray(users.id, [...userIds])))
  if (people.length < new Set(userIds).size) throw new ApiError('ERR_NO_USER_FOUND')
  const lines =
    queueIds.length === 0
      ? []
      : await tx
          .select({ id: queues.id, name: queues.name })
          .from(queues)
          .where(and(ofCompany.queues, inArray(queues.id, [...queueIds])))
  if (lines.length < new Set(queueIds).size) throw new ApiError('ERR_NO_QUEUE_FOUND')
  const members =
    lines.length === 0
      ? []
      : await tx
          .select({ ...columns, queueId: userQueues.queueId })
          .from(userQueues)
          .innerJoin(users, eq(users.id, userQueues.userId))
          .where(
            and(
              ofCompany.users,
              inArray(
                userQueues.queueId,
                lines.map(({ id }) => id),
              ),
            ),
          )
  return { people, lines, members }
}

export interface Naming {
  /** What is stored with the note. */
  mentioned: Mentioned[]
  /** Who is told, each once: by name before by queue. Not the writer. */
  of: { userId: number; queueName: string | null }[]
  /** Names of people who may read the ticket only because of it. */
  let: string[]
}

/**
 * The people a note names. Of a queue, those who may see the ticket, or may read it by the mention: nobody is told
 * about something they cannot open.
 * @throws ApiError ERR_NO_USER_FOUND, ERR_NO_QUEUE_FOUND, ERR_MENTION_UNSEEN when a named person could not open the
 *   ticket.
 */
export async function naming(tx: Tx, me: Me, ticket: TicketRow, wanted: Named): Promise<Naming> {
  const { people, lines, members } = await named(tx, me, wanted)
  const everybody = [...people, ...members].filter(
    (one, at, all) => one.id !== me.id && all.findIndex(({ id }) => id === one.id) === at,
  )
  const see = everybody.length === 0 ? new Set<number>() : await seers(tx, everybody, ticket)
  // A person who reads only by a mention may not let others in.
  const opens = maySee(me, ticket) && (await opensTickets(tx, me.companyId))
  const reached = everybody.filter(({ id }) => opens || see.has(id))
  const unseen = people.filter(({ id }) => id !== me.id && !reached.some(one => one.id === id))
  const first = unseen[0] ?? (everybody.length > 0 && reached.length === 0 ? lines[0] : undefined)
  if (first) throw new ApiError('ERR_MENTION_UNSEEN', { name: first.name })
  const direct = new Set(people.map(({ id }) => id))
  return {
    mentioned: [
      ...people.map(({ id, name }) => ({ kind: 'user' as const, id, name })),
      ...lines.map(({ id, name }) => ({ kind: 'queue' as const, id, name })),
    ],
    of: reached.map(({ id }) => {
      const through = members.find(member => member.id === id)
      const line = direct.has(id) ? undefined : lines.find(one => one.id === through?.queueId)
      return { userId: id, queueName: line?.name ?? null }
    }),
    let: reached.filter(({ id }) => !see.has(id)).map(({ name }) => name),
  }
}

/** Stores a note's mentions and tells the people, in the write of the note. */
export async function mention(
  app: Workspace,
  tx: Tx,
  {
    companyId,
    noteId,
    ticketId,
    of,
  }: { companyId: number; noteId: number; ticketId: number; of: Naming['of'] },
): Promise<void> {
  if (of.length === 0) return
  const rows = await tx
    .insert(mentions)
    .values(of.map(one => ({ ...one, companyId, noteId, ticketId })))
    .returning({ id: mentions.id, userId: mentions.userId })
  for (const { id, userId } of rows) {
    const [view] = await mentionsOf(tx, { id: userId, companyId }, eq(mentions.id, id))
    if (view) app.realtime.toUsers(companyId, [userId], 'mention', { action: 'create', mention: view })
  }
}

/** Records in the audit log who got access by a mention. */
export async function recordLetIn(
  app: Workspace,
  me: Me,
  ticket: TicketRow,
  names: readonly string[],
  origin: ReturnType<typeof originOf>,
): Promise<void> {
  if (names.length === 0) return
  await record(app, {
    companyId: me.companyId,
    userId: authorOf(me),
    userName: me.name,
    action: 'update',
    subject: 'tickets',
    subjectId: String(ticket.id),
    subjectName: ticket.code,
    changes: [{ field: 'readers', from: '', to: names.join(', ') }],
    ...origin,
  })
}

/** Deletes the mentions of a deleted note. */
export async function forgetMentions(
  app: Workspace,
  tx: Tx,
  companyId: number,
  noteId: number,
): Promise<void> {
  const gone = await tx
    .delete(mentions)
    .where(and(eq(mentions.noteId, noteId), eq(mentions.companyId, companyId)))
    .returning({ id: mentions.id, userId: mentions.userId })
  for (const { id, userId } of gone) {
    app.realtime.toUsers(companyId, [userId], 'mention', { action: 'delete', id })
    // It may have been their only right to follow the conversation.
    app.realtime.refreshUser(companyId, userId)
  }
}

/**
 * Marks own mentions read or unread, done or open; a done one counts as read.
 * @returns the person's own among `ids`.
 */
export async function markMentions(
  app: Workspace,
  me: Me,
  ids: readonly number[],
  { read, done }: { read?: boolean | undefined; done?: boolean | undefined },
) {
  const at = new Date().toISOString()
  const which = inArray(mentions.id, [...ids])
  return await app.db.company(me.companyId).write(async tx => {
    const mine = and(which, eq(mentions.companyId, me.companyId), eq(mentions.userId, me.id))
    const isRead = read ?? (done === true ? true : undefined)
    const changes = {
      ...(isRead === undefined
        ? {}
        : { readAt: isRead ? sql`coalesce(${mentions.readAt}, ${Date.parse(at)})` : null }),
      ...(done === undefined ? {} : { doneAt: done ? at : null }),
    }
    if (ids.length > 0 && Object.keys(changes).length > 0) await tx.update(mentions).set(changes).where(mine)
    const views = ids.length === 0 ? [] : await mentionsOf(tx, me, which)
    for (const view of views)
      app.realtime.toUsers(me.companyId, [me.id], 'mention', { action: 'update', mention: view })
    return views
  })
}
