/** A view's conditions as SQL: equal to `inView` (src/contract/saved-views.ts), for all tickets at once. */
import { NO_QUEUE_ID, type ViewConditions, WINDOW_CLOSING_MS } from '@contract'
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { contactContains, wordsContain } from '../../platform/db/engine/searched'
import { contains } from '../../platform/db/engine/words'
import { contacts, replyWindows, tickets, ticketTags, whatsapps } from '../../platform/db/schema'
import type { Me } from '../../workspace'
import { WINDOW_MS, WITH_WINDOW } from '../channel/window'
import { hasPriority, isSnoozed, isUnread, withAllTags } from './filters'
import { waitingKey } from './rows'
import { COUNTED, FEW_TICKETS, type QueryTarget, TICKETS, visibleTo } from './visibility'

const MINUTE_MS = 60_000

function ofQueues(ids: readonly number[], { table, unqueued }: QueryTarget): SQL | undefined {
  if (ids.length === 0) return undefined
  const named = ids.filter(id => id !== NO_QUEUE_ID)
  return or(
    named.length > 0 ? inArray(table.queueId, named) : undefined,
    ids.includes(NO_QUEUE_ID) ? unqueued : undefined,
  )
}

function heldBy(holders: ViewConditions['holders'], me: Me, { table, unheld }: QueryTarget): SQL | undefined {
  if (holders.length === 0) return undefined
  const people = holders.flatMap(one => (one === 'me' ? [me.id] : one === 'nobody' ? [] : [one]))
  return or(
    people.length > 0 ? inArray(table.userId, people) : undefined,
    holders.includes('nobody') ? unheld : undefined,
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

function windowIs(state: NonNullable<ViewConditions['window']>, companyId: number, now: number): SQL {
  const at = closesAt(companyId)
  if (state === 'closed') return sql`${at} <= ${now}`
  if (state === 'open') return sql`${at} > ${now}`
  return sql`${at} between ${now + 1} and ${now + WINDOW_CLOSING_MS}`
}

/** As in `deadlineState`. */
function deadlineIs(state: NonNullable<ViewConditions['deadline']>, now: number): SQL {
  if (state === 'late') return sql`${tickets.dueAt} <= ${now}`
  if (state === 'soon') return sql`${tickets.dueAt} > ${now} and ${tickets.warnAt} <= ${now}`
  return sql`${tickets.dueAt} > ${now} and ${tickets.warnAt} > ${now}`
}

const carriesNone = (tagIds: readonly number[]): SQL | undefined =>
  tagIds.length === 0
    ? undefined
    : sql`not exists (select 1 from ${ticketTags}
        where ${ticketTags.ticketId} = ${tickets.id} and ${inArray(ticketTags.tagId, [...tagIds])})`

/** Tickets with one of these tags. */
export const carriesAny = (tagIds: readonly number[]): SQL =>
  sql`${tickets.id} in (select ${ticketTags.ticketId} from ${ticketTags}
    where ${inArray(ticketTags.tagId, [...tagIds])})`

const says = (text: string, me: Me): SQL | undefined =>
  or(
    wordsContain(me, tickets.lastMessage, contains(tickets.lastMessage, text), text),
    sql`${tickets.contactId} in (select ${contacts.id} from ${contacts}
      where ${contacts.companyId} = ${me.companyId} and ${contactContains(me, text)})`,
  )

/** The counted part of a view (schema-ticket-counts.ts). */
const counted = (me: Me, { statuses, queueIds, holders }: ViewConditions, target: QueryTarget) => [
  visibleTo(me, target),
  statuses.length > 0 ? inArray(target.table.status, statuses) : undefined,
  ofQueues(queueIds, target),
  heldBy(holders, me, target),
]

/**
 * The tickets of a view that a person sees.
 * @param now epoch milliseconds.
 * @param which which of the snoozed and awake ones; as the view says unless given.
 */
export function viewFilter(
  me: Me,
  conditions: ViewConditions,
  now: number,
  which: 'snoozed' | 'awake' | 'either' = conditions.snoozed ? 'snoozed' : 'awake',
): SQL {
  const { statuses, tagIds, notTagIds, whatsappIds, priorities, languages, unread, text } = conditions
  const { waitingMinutes, window, deadline } = conditions
  const few = which === 'snoozed' || (priorities.length > 0 && !priorities.includes('normal'))
  return (
    and(
      ...counted(me, conditions, few ? FEW_TICKETS : TICKETS),
      // A merged conversation is closed.
      statuses.length === 0 || statuses.includes('closed') ? isNull(tickets.mergedInto) : undefined,
      which === 'snoozed' ? isSnoozed : which === 'awake' ? isNull(tickets.snoozedAt) : undefined,
      withAllTags(tagIds),
      carriesNone(notTagIds),
      whatsappIds.length > 0 ? inArray(tickets.whatsappId, whatsappIds) : undefined,
      priorities.length > 0 ? hasPriority(priorities) : undefined,
      languages.length > 0 ? inArray(tickets.translatedFrom, languages) : undefined,
      unread ? isUnread : undefined,
      waitingMinutes === null ? undefined : sql`${waitingKey} <= ${now - waitingMinutes * MINUTE_MS}`,
      window === null ? undefined : windowIs(window, me.companyId, now),
      deadline === null ? undefined : deadlineIs(deadline, now),
      text === '' ? undefined : says(text, me),
    ) ?? sql`false`
  )
}

/** The same as a condition on the counts, including snoozed tickets; null when only the tickets tell. */
export function countedView(me: Me, conditions: ViewConditions): SQL | null {
  const { statuses, queueIds, holders, ...rest } = conditions
  const more = Object.values(rest).some(value => (Array.isArray(value) ? value.length > 0 : Boolean(value)))
  return more ? null : (and(...counted(me, conditions, COUNTED)) ?? null)
}
