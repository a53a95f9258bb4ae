/**
 * Views: which tickets somebody wants to see together, in which order. What a condition means stands in ticket-conditions.ts.
 * Pure.
 */
import { z } from 'zod'
import { TICKET_ORDERS, TICKET_STATUSES } from './constants'
import { holds } from './permissions'
import { PRIORITIES } from './priority'
import { idsWithNone, line, rowId, rowIds, upTo } from './requests'
import { id, maybeId, maybeName, name } from './scalars'
import { DEADLINE_STATES } from './service-levels'

/** Longest name, and how many views somebody may have. */
export const SAVED_VIEW = { maxName: 60, most: 50 } as const

const MINUTE_MS = 60_000
/** A window that closes within this is closing. Milliseconds. */
export const WINDOW_CLOSING_MS = 4 * 60 * MINUTE_MS
/** Longest wait that can be asked for, in minutes: thirty days. */
const LONGEST_WAIT_MINUTES = 43_200

/** How it stands with the time in which a customer may be answered freely, where the number knows one. */
export const WINDOW_STATES = ['open', 'closing', 'closed'] as const

/** Who holds a ticket: a person, nobody, or whoever looks at the view. */
const holder = z.union([z.enum(['me', 'nobody']), rowId])
export type Holder = z.output<typeof holder>
const MOST_HOLDERS = 100
const MOST_LANGUAGES = 50

/**
 * What a ticket of a view has to be; every condition that is set has to hold. An empty list is no condition. A condition
 * that is to come is one member here with a default, one in `EVERY_TICKET`, one line in `fits`, one in
 * the SQL.
 */
export const viewConditions = z.object({
  statuses: upTo(TICKET_STATUSES.length, z.enum(TICKET_STATUSES)).default(['open', 'pending']),
  /** Any of these queues; NO_QUEUE_ID for tickets without one. */
  queueIds: idsWithNone.default([]),
  /** All of these tags. */
  tagIds: rowIds.default([]),
  /** None of these. */
  notTagIds: rowIds.default([]),
  /** Any of these people. */
  holders: upTo(MOST_HOLDERS, holder).default([]),
  /** Any of these numbers. */
  whatsappIds: rowIds.default([]),
  priorities: upTo(PRIORITIES.length, z.enum(PRIORITIES)).default([]),
  /** Languages of customers (ISO 639), as far as their conversations are translated. */
  languages: upTo(MOST_LANGUAGES, z.string().regex(/^[a-z]{2,3}$/)).default([]),
  unread: z.boolean().default(false),
  /** Waits for an answer at least so many minutes. */
  waitingMinutes: z.number().int().min(1).max(LONGEST_WAIT_MINUTES).nullable().default(null),
  window: z.enum(WINDOW_STATES).nullable().default(null),
  /** How it stands with the first of its deadlines. */
  deadline: z.enum(DEADLINE_STATES).nullable().default(null),
  /** Those that are snoozed, and no others; else those that are not. */
  snoozed: z.boolean().default(false),
  /** Stands in the customer's name, number or address, or in the last message. */
  text: line(100).default(''),
})
export type ViewConditions = z.output<typeof viewConditions>

export const savedViewForm = z.object({
  name: line(SAVED_VIEW.maxName, 'Too Long!').min(1, 'Obrigatório'),
  conditions: viewConditions,
  order: z.enum(TICKET_ORDERS),
  /** Who sees it besides its owner: null nobody, else the members of these queues; everybody where none is named. */
  sharedWith: rowIds.nullable(),
})
export type SavedViewForm = z.output<typeof savedViewForm>

/** A view as it travels. */
export const savedView = z.object({
  id,
  name,
  conditions: viewConditions,
  order: z.enum(TICKET_ORDERS).catch('activity'),
  /** null: its owner alone sees it; else the members of these queues, everybody where none is named. */
  sharedWith: z.array(id).nullable(),
  /** Its owner; null where that person is no longer there. */
  userId: maybeId,
  userName: maybeName,
})
export type SavedView = z.output<typeof savedView>

type Who = { id: number; profile: string; super: boolean; queueIds: readonly number[] }
type Shared = Pick<SavedViewForm, 'sharedWith'>

const isAdmin = (who: Who): boolean => who.super || who.profile === 'admin'

/** Whether somebody may let these see a view: admins anybody, supervisors the members of their own queues. */
export function mayShareView(who: Who, { sharedWith }: Shared): boolean {
  if (sharedWith === null || isAdmin(who)) return true
  return (
    holds(who, 'saved-views:share') &&
    sharedWith.length > 0 &&
    sharedWith.every(id => who.queueIds.includes(id))
  )
}

/** Whether somebody sees a view: their own, and what is shared with them. */
export function seesView(who: Who, view: Shared & { userId: number | null }): boolean {
  if (view.userId === who.id) return true
  if (view.sharedWith === null) return false
  return isAdmin(who) || view.sharedWith.length === 0 || view.sharedWith.some(id => who.queueIds.includes(id))
}

/** Whether somebody may change or delete a view: their own; one that others see, whoever may show it to them. */
export const mayChangeView = (who: Who, view: Shared & { userId: number | null }): boolean =>
  view.sharedWith === null ? view.userId === who.id : mayShareView(who, view)
