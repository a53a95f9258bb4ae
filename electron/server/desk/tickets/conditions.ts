/** Conditions of ticket lists as SQL: equal to `fits` (src/contract/ticket-conditions.ts), for all tickets at once. */
import { NO_QUEUE_ID, type TicketConditions, WINDOW_CLOSING_MS } from '@contract'
import { and, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { contactContains, wordsContain } from '../../platform/db/engine/searched'
import { contains } from '../../platform/db/engine/words'
import {
  contacts,
  replyWindows,
  ticketCounts,
  tickets,
  ticketTags,
  whatsapps,
} from '../../platform/db/schema'
import type { Me } from '../../workspace'
import { WINDOW_MS, WITH_WINDOW } from '../channel/window'
import { waitingKey } from './rows'
import { COUNTED, FEW_TICKETS, type QueryTarget, TICKETS, visibleTo } from './visibility'

const MINUTE_MS = 60_000

/** A stretch of time: from, and before. ISO. */
interface Span {
  from: string
  to: string
}

/** What a list of the server can ask for besides. */
export interface Conditions extends TicketConditions {
  created?: Span | undefined
  changed?: Span | undefined
}

/** One of these. A single one is compared, so that an index gives its rows in order. */
const isOneOf = <T>(column: SQL, values: readonly T[]): SQL | undefined =>
  values.length > 1 ? inArray(column, [...values]) : values.length === 1 ? eq(column, values[0]) : undefined

function queuesAre(ids: readonly number[], { table, unqueued }: QueryTarget): SQL | undefined {
  const named = isOneOf(
    table.queueId,
    ids.filter(id => id !== NO_QUEUE_ID),
  )
  return or(named, ids.includes(NO_QUEUE_ID) ? unqueued : undefined)
}

function heldBy(holders: Conditions['holders'], me: Me, { table, unheld }: QueryTarget): SQL | undefined {
  const people = holders.flatMap(one => (one === 'me' ? [me.id] : one === 'nobody' ? [] : [one]))
  return or(isOneOf(table.userId, people), holders.includes('nobody') ? unheld : undefined)
}

/** Who sees them, and whose they are; written so that an index applies. */
function reach(
  me: Me,
  { statuses, holders, ownOrPending }: Conditions,
  target: QueryTarget,
): SQL | undefined {
  const { table } = target
  const mine = eq(table.userId, me.id)
  const noPending = statuses.length > 0 && !statuses.includes('pending')
  // Everybody sees tickets assigned to them (maySee).
  if (holders.length === 1 && holders[0] === 'me') return eq(table.companyId, me.companyId)
  if (ownOrPending && noPending) return and(eq(table.companyId, me.companyId), mine)
  const onlyPending = statuses.length === 1 && statuses[0] === 'pending'
  return and(
    visibleTo(me, target),
    ownOrPending && !onlyPending ? or(mine, eq(table.status, 'pending')) : undefined,
  )
}

/** When a ticket's window closes, as in `windowClosesAt`. */
function closesAt(companyId: number): SQL {
  const wrote = sql`(select ${replyWindows.wroteAt} from ${replyWindows}
    where ${replyWindows.whatsappId} = ${tickets.whatsappId} and ${replyWindows.contactId} = ${tickets.contactId})`
  const known = sql`(select ${whatsapps.id} from ${whatsapps}
    where ${whatsapps.companyId} = ${companyId} and ${inArray(whatsapps.provider, [...WITH_WINDOW])})`
  return sql`case when ${eq(tickets.isGroup, false)} and ${tickets.whatsappId} in ${known}
    then coalesce(${wrote} + ${WINDOW_MS}, ${tickets.createdAt}) end`
}

function windowIs(state: NonNullable<Conditions['window']>, companyId: number, now: number): SQL {
  const at = closesAt(companyId)
  if (state === 'closed') return sql`${at} <= ${now}`
  if (state === 'open') return sql`${at} > ${now}`
  return sql`${at} between ${now + 1} and ${now + WINDOW_CLOSING_MS}`
}

/** As in `deadlineState`. */
function deadlineIs(state: NonNullable<Conditions['deadline']>, now: number): SQL {
  if (state === 'late') return sql`${tickets.dueAt} <= ${now}`
  if (state === 'soon') return sql`${tickets.dueAt} > ${now} and ${tickets.warnAt} <= ${now}`
  return sql`${tickets.dueAt} > ${now} and ${tickets.warnAt} > ${now}`
}

/** A condition per tag: each is found by ticket, or leads to the tickets, whichever are fewer. */
const carries = (id: number): SQL =>
  sql`${tickets.id} in (select ${ticketTags.ticketId} from ${ticketTags} where ${ticketTags.tagId} = ${id})`

/** Tickets with one of these tags. */
const carriesAny = (tagIds: readonly number[]): SQL =>
  sql`${tickets.id} in (select ${ticketTags.ticketId} from ${ticketTags}
    where ${inArray(ticketTags.tagId, [...tagIds])})`

const carriesNone = (tagIds: readonly number[]): SQL =>
  sql`not exists (select 1 from ${ticketTags}
    where ${ticketTags.ticketId} = ${tickets.id} and ${inArray(ticketTags.tagId, [...tagIds])})`

const says = (text: string, me: Me): SQL | undefined =>
  or(
    wordsContain(me, tickets.lastMessage, contains(tickets.lastMessage, text), text),
    sql`${tickets.contactId} in (select ${contacts.id} from ${contacts}
      where ${contacts.companyId} = ${me.companyId} and ${contactContains(me, text)})`,
  )

const within = (column: typeof tickets.createdAt | typeof tickets.updatedAt, span: Span | undefined) =>
  span && and(gte(column, span.from), lt(column, span.to))

/** The part the counts know (schema-ticket-counts.ts). */
const counted = (me: Me, conditions: Conditions, target: QueryTarget): (SQL | undefined)[] => [
  reach(me, conditions, target),
  isOneOf(target.table.status, conditions.statuses),
  queuesAre(conditions.queueIds, target),
  heldBy(conditions.holders, me, target),
  // Without a bound value, so that the index of groups is used (tickets_groups).
  conditions.isGroup ? sql`${target.table.isGroup} = 1` : undefined,
  conditions.isGroup === false ? eq(target.table.isGroup, false) : undefined,
]

/**
 * The tickets a person sees that fit.
 * @param now epoch milliseconds.
 */
export function filterOf(me: Me, conditions: Conditions, now: number): SQL {
  const { statuses, tagIds, notTagIds, whatsappIds, priorities, languages, snoozed } = conditions
  const { waitingMinutes, window, deadline, text } = conditions
  const isRare = priorities.length > 0 && !priorities.includes('normal')
  return (
    and(
      ...counted(me, conditions, snoozed || isRare ? FEW_TICKETS : TICKETS),
      // A merged conversation is closed.
      statuses.length === 0 || statuses.includes('closed') ? isNull(tickets.mergedInto) : undefined,
      snoozed === null ? undefined : snoozed ? isNotNull(tickets.snoozedAt) : isNull(tickets.snoozedAt),
      ...[...new Set(tagIds)].map(carries),
      notTagIds.length > 0 ? carriesNone(notTagIds) : undefined,
      whatsappIds.length > 0 ? inArray(tickets.whatsappId, whatsappIds) : undefined,
      priorities.length > 0 ? inArray(tickets.priority, priorities) : undefined,
      // By their own index (tickets_prioritised).
      isRare ? sql`${tickets.priority} <> 'normal'` : undefined,
      languages.length > 0 ? inArray(tickets.translatedFrom, languages) : undefined,
      // Without a bound value, so that the index of unread tickets is used (tickets_unread).
      conditions.unread ? sql`${tickets.unreadMessages} > 0` : undefined,
      waitingMinutes === null ? undefined : sql`${waitingKey} <= ${now - waitingMinutes * MINUTE_MS}`,
      window === null ? undefined : windowIs(window, me.companyId, now),
      deadline === null ? undefined : deadlineIs(deadline, now),
      text === '' ? undefined : says(text, me),
      within(tickets.createdAt, conditions.created),
      within(tickets.updatedAt, conditions.changed),
    ) ?? sql`false`
  )
}

/** Whether the counts tell how many fit, snoozed ones included. */
function areCounted(conditions: Conditions): boolean {
  const { statuses, queueIds, holders, isGroup, ownOrPending, snoozed, ...rest } = conditions
  return Object.values(rest).every(value => (Array.isArray(value) ? value.length === 0 : !value))
}

/**
 * How many tickets a person sees that fit, as an expression: by the counts where they tell.
 * @param now epoch milliseconds.
 */
export function countOf(me: Me, conditions: Conditions, now: number): SQL<number> {
  const { statuses, notTagIds, snoozed, tagIds } = conditions
  const rows = (where: SQL | undefined) => sql<number>`(select count(*) from ${tickets} where ${where})`
  if (notTagIds.length > 0) {
    // Tickets with the tag are found by it; otherwise every one would be read.
    const rest = { ...conditions, notTagIds: [] }
    return sql`(${countOf(me, rest, now)} - ${rows(and(filterOf(me, rest, now), carriesAny(notTagIds)))})`
  }
  if (snoozed === false) {
    // Snoozed tickets are few and have an index; other indexes do not know which are snoozed.
    const snoozed = rows(filterOf(me, { ...conditions, snoozed: true }, now))
    return sql`(${countOf(me, { ...conditions, snoozed: null }, now)} - ${snoozed})`
  }
  if (snoozed === null && areCounted(conditions))
    return sql`(select coalesce(sum(${ticketCounts.tickets}), 0) from ${ticketCounts}
      where ${and(...counted(me, conditions, COUNTED))})`
  const [tagId, ...others] = tagIds
  if (tagId === undefined || (statuses.length > 0 && !statuses.includes('closed')))
    return rows(filterOf(me, conditions, now))
  // From the tag to its tickets: otherwise every ticket of the company would be read.
  return sql`(select count(*) from ${ticketTags} cross join ${tickets} where ${ticketTags.tagId} = ${tagId}
    and ${tickets.id} = ${ticketTags.ticketId} and ${filterOf(me, { ...conditions, tagIds: others }, now)})`
}
