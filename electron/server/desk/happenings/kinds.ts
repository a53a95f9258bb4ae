/**
 * What happens at the desk, for everything automatic. The desk names no consumer. A consumer is called in the
 * transaction of the happening, so that a kill cannot come between the two.
 */
import type { CompanyChannel } from '@contract'
import type { AnyColumn, SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client'
import type { messages, tickets } from '../../platform/db/schema'
import type { IncomingMessage } from '../channel/channel'
import type { TicketView } from '../presenters/tickets'

type TicketRow = typeof tickets.$inferSelect
type MessageRow = typeof messages.$inferSelect

/** The origin of a chain of automatic acts, and its length. */
export interface Cause {
  key: string
  depth: number
}

/** Customers' messages of one company that were stored together. */
export interface Wrote {
  /** Tickets before and after; `before` null for new ones. */
  touched: ReadonlyMap<number, { before: TicketRow | null; after: TicketRow }>
  stored: readonly MessageRow[]
  /** Closed tickets whose customer answered the rating question. */
  rated: readonly TicketRow[]
  /** Ids of messages whose files are larger than the platform takes. */
  tooLarge: ReadonlySet<string>
}

/** What of a ticket automatic features outside are told of when it changes. */
export type TicketState = Pick<
  TicketRow,
  'id' | 'companyId' | 'status' | 'priority' | 'snoozedAt' | 'snoozedUntil' | 'queueId' | 'userId'
>

export interface Kinds {
  /**
   * Customers' messages are about to be stored; a consumer may name the closed conversation a message belongs to, by
   * message id.
   */
  arriving: { messages: readonly IncomingMessage[]; homes: Map<string, TicketRow> }
  wrote: Wrote
  /** A message got its file late, or the text about one that is too large. */
  filed: { message: MessageRow; ticket: TicketRow; tooLarge: boolean }
  /** The channel reported acks or refusals of own messages. */
  reported: readonly MessageRow[]
  /** A message that had failed is sent again. */
  resent: MessageRow
  /** Messages were stored, whoever wrote them, except a phone's earlier ones; in order. */
  stored: readonly MessageRow[]
  /** The text of a message changed or was deleted. */
  reworded: MessageRow
  transcribed: MessageRow
  /** The lines of a ticket's summary changed. */
  summarised: { ticketId: number }
  /** Tickets began (`before` null), except with a phone's earlier messages, or may have changed in their state. */
  changed: readonly { before: TicketState | null; after: TicketState }[]
  /** Tickets were deleted, with their messages. */
  removed: readonly TicketRow[]
  /** We began a conversation. */
  began: { ticketId: number }
  tagged: { ticketId: number; tagIds: readonly number[]; cause?: Cause | undefined }
  /** A write that shows tickets to consoles ends; what is set in these views is shown. */
  shown: ReadonlyMap<number, readonly TicketView[]>
}

/** The write and the workspace of a happening. */
export interface ActIn<App> {
  app: App
  tx: Tx
  companyId: number
}

/** A unit of work for a company. */
export interface Piece {
  /** Unique over all companies: a piece is not begun while it is running. */
  key: number
  companyId: number
  /** What is left alone for a while after it failed; the key unless given. */
  rests?: number
}

/** A condition: the company of a row is among those that are looked at. */
export type OfCompanies = (companyId: AnyColumn) => SQL | undefined

/** Work that waits in rows, whoever wrote them. */
export interface FollowingIn<App, P extends Piece = Piece> {
  /** Its name in the log and in `app.turns`. */
  job: `${string}.${string}`
  /** How often it is looked for, milliseconds. */
  everyMs: number
  /** How long a failed piece is left alone, milliseconds; until the clock's next look unless given. */
  againMs?: number
  /** Parallel pieces of one company; one unless given. */
  atOnce?: number
  /**
   * With this many running in total, each company has one at a time, so that many silent providers hold up nobody else.
   * Each company always has that one, however many run: where `atOnce` is one there is nothing to limit.
   */
  many?: number
  /** Events for consoles that may bring something to do. */
  hears?: readonly CompanyChannel[]
  /** Companies whose events are followed; without `due` each is a piece. */
  companies?(app: App): Promise<number[]>
  /** What is due now, in order. @param resting keys of pieces that failed a moment ago and are not begun. */
  due?(app: App, of: OfCompanies, resting: readonly number[]): Promise<P[]>
  /** Does a piece, or leaves the rest when the workspace ends. @returns how much was done. */
  work(app: App, piece: P, ending: AbortSignal): Promise<number>
}

/** One automatic feature: what it reacts to, and what it does later. */
export interface ConsumerIn<App, Payload = unknown> {
  /** Its name in the rows of what it owes. */
  readonly name: string
  /**
   * Called within the write. Slow work, and calls to other servers, are owed instead (`owe`). An error undoes the act.
   */
  readonly hears?: { readonly [K in keyof Kinds]?: (act: ActIn<App>, what: Kinds[K]) => Promise<unknown> }
  /**
   * Does what it owes a ticket, in the transaction that deletes the rows, so that it is done once.
   * @param owed its notes, in order.
   * @returns work to continue with once that is stored, which a next start finds in other rows; null for nothing.
   */
  settle?(act: ActIn<App>, ticketId: number, owed: readonly Payload[]): Promise<(() => Promise<void>) | null>
  /** Its work that waits in rows. */
  readonly follows?: FollowingIn<App>
}
