/**
 * Conditions: the one language in which a list says which tickets are in it, be it a tab, a search, a view or a lane of the
 * board. What a condition means stands here once, for a ticket as windows know it (`fits`), and once more as SQL
 * (electron/server/desk/tickets/conditions.ts); tests/integration/server/saved-views.test.ts holds the two together. Pure.
 */
import { NO_QUEUE_ID } from './constants'
import type { Contact, Ticket } from './entities'
import { fold } from './fold'
import { contactSearchText } from './phone-numbers'
import { type ViewConditions, WINDOW_CLOSING_MS, type WINDOW_STATES } from './saved-views'
import { deadlineState } from './service-levels'

const MINUTE_MS = 60_000

/** What a view asks for, or a list that no view describes. */
export interface TicketConditions extends Omit<ViewConditions, 'snoozed'> {
  /** Those alone that are snoozed, or that are not; null: either. */
  snoozed: boolean | null
  /** Groups alone, or all others; otherwise either. */
  isGroup?: boolean | undefined
  /** What others hold only while it is pending. */
  ownOrPending?: boolean | undefined
}

/** No condition. */
export const EVERY_TICKET: TicketConditions = {
  ...{ statuses: [], queueIds: [], tagIds: [], notTagIds: [], holders: [], whatsappIds: [], priorities: [] },
  ...{ languages: [], unread: false, waitingMinutes: null, window: null, deadline: null, text: '' },
  snoozed: null,
}

/** Tickets of these queues and those without one, as whoever chooses queues in a list gets them; none chosen: all. */
export const ofQueues = (ids: readonly number[] | undefined): number[] =>
  ids?.length ? [...ids, NO_QUEUE_ID] : []

export const TICKET_TABS = ['assigned', 'pending', 'snoozed', 'groups', 'closed'] as const
export type TicketTab = (typeof TICKET_TABS)[number]

/** What all tabs share. */
export interface TabScope {
  /** Queues to show; empty shows every queue the viewer may see, and tickets without one. */
  queueIds: readonly number[]
  /** Also other agents' tickets. */
  showAll: boolean
  /** Groups have a tab of their own, so they stay out of the others. */
  groupsApart: boolean
  /** Their tab holds resolved ones too, as the server lists and counts groups by themselves (capability `groupList`). */
  groupsWhole: boolean
}

/** What is in a tab. What is snoozed stands in its own tab alone. */
export function tabConditions(
  tab: TicketTab,
  { queueIds, showAll, groupsApart, groupsWhole }: TabScope,
): TicketConditions {
  const all = { ...EVERY_TICKET, queueIds: ofQueues(queueIds), snoozed: tab === 'snoozed' }
  const own = { ...all, ownOrPending: !showAll, isGroup: groupsApart ? false : undefined }
  switch (tab) {
    case 'assigned':
      return { ...own, statuses: ['open'] }
    case 'pending':
      return { ...own, statuses: ['pending'] }
    case 'closed':
      return { ...own, statuses: ['closed'], isGroup: groupsApart && groupsWhole ? false : undefined }
    case 'snoozed':
      return { ...own, isGroup: undefined }
    case 'groups':
      return { ...all, isGroup: true, statuses: groupsWhole ? [] : ['open', 'pending'] }
  }
}

/** Stands for the lane of the tickets that carry no lane's tag. */
export const UNTAGGED_LANE = 0

/** What is in a lane of the board: tickets in progress, whoever holds them. @param laneIds tags of all lanes. */
export const laneConditions = (
  laneId: number,
  laneIds: readonly number[],
  queueIds: readonly number[] | undefined,
): TicketConditions => ({
  ...EVERY_TICKET,
  statuses: ['open', 'pending'],
  queueIds: ofQueues(queueIds),
  ...(laneId === UNTAGGED_LANE ? { notTagIds: [...laneIds] } : { tagIds: [laneId] }),
})

export type ViewedTicket = Pick<
  Ticket,
  | 'status'
  | 'isGroup'
  | 'queueId'
  | 'userId'
  | 'whatsappId'
  | 'priority'
  | 'translatedFrom'
  | 'unreadMessages'
  | 'waitingSince'
  | 'windowClosesAt'
  | 'snoozedAt'
  | 'deadline'
  | 'lastMessage'
> & {
  tags: readonly { id: number }[]
  contact: Pick<Contact, 'name' | 'number' | 'email'> | null
}

const among = <T>(wanted: readonly T[], value: T): boolean => wanted.length === 0 || wanted.includes(value)

function windowIs(state: (typeof WINDOW_STATES)[number], closesAt: string | null, now: number): boolean {
  if (closesAt === null) return false
  const left = Date.parse(closesAt) - now
  if (state === 'closed') return left <= 0
  return left > 0 && (state === 'open' || left <= WINDOW_CLOSING_MS)
}

function says({ contact, lastMessage }: ViewedTicket, text: string): boolean {
  const wanted = fold(text)
  return (
    fold(lastMessage).includes(wanted) || (contact !== null && contactSearchText(contact).includes(wanted))
  )
}

/**
 * Whether a ticket fits the conditions of a list. Whether somebody may see it at all says `maySee`.
 * @param viewerId who looks. @param now epoch milliseconds.
 */
export function fits(
  ticket: ViewedTicket,
  conditions: TicketConditions,
  viewerId: number,
  now: number,
): boolean {
  const { tagIds, notTagIds, holders, languages, waitingMinutes, window, deadline, text } = conditions
  const isTagged = (id: number): boolean => ticket.tags.some(tag => tag.id === id)
  return (
    among(conditions.statuses, ticket.status) &&
    (conditions.snoozed === null || (ticket.snoozedAt !== null) === conditions.snoozed) &&
    (conditions.isGroup === undefined || ticket.isGroup === conditions.isGroup) &&
    (!conditions.ownOrPending || ticket.status === 'pending' || ticket.userId === viewerId) &&
    among(conditions.queueIds, ticket.queueId ?? NO_QUEUE_ID) &&
    tagIds.every(isTagged) &&
    !notTagIds.some(isTagged) &&
    (holders.length === 0 ||
      holders.includes(ticket.userId ?? 'nobody') ||
      (holders.includes('me') && ticket.userId === viewerId)) &&
    (conditions.whatsappIds.length === 0 ||
      (ticket.whatsappId !== null && conditions.whatsappIds.includes(ticket.whatsappId))) &&
    among(conditions.priorities, ticket.priority) &&
    (languages.length === 0 ||
      (ticket.translatedFrom !== null && languages.includes(ticket.translatedFrom))) &&
    (!conditions.unread || ticket.unreadMessages > 0) &&
    (waitingMinutes === null ||
      (ticket.waitingSince !== null &&
        now - Date.parse(ticket.waitingSince) >= waitingMinutes * MINUTE_MS)) &&
    (window === null || windowIs(window, ticket.windowClosesAt, now)) &&
    (deadline === null || (ticket.deadline !== null && deadlineState(ticket.deadline, now) === deadline)) &&
    (text === '' || says(ticket, text))
  )
}

/** Whether tickets join or leave a list as time goes by, without anything happening to them. */
export const changesWithTime = ({ waitingMinutes, window, deadline }: TicketConditions): boolean =>
  waitingMinutes !== null || window !== null || deadline !== null
