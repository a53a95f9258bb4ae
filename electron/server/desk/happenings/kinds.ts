/**
 * What happens at the desk, as it is told to whatever follows from it by itself. The desk names no consumer; a consumer hears what
 * happened in the transaction in which it happened, so that no end of a process comes between the two.
 */
import type { CompanyChannel } from '@contract'
import type { AnyColumn, SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client'
import type { messages, tickets } from '../../platform/db/schema'
import type { IncomingMessage } from '../channel/channel'
import type { TicketView } from '../presenters/tickets'

type TicketRow = typeof tickets.$inferSelect
type MessageRow = typeof messages.$inferSelect

/** What a chain of automatic acts began with, and how long it has become. */
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

export interface Kinds {
  /** Customers' messages are about to be stored; whoever knows better names the closed conversation a message is an answer in, by its id. */
  arriving: { messages: readonly IncomingMessage[]; homes: Map<string, TicketRow> }
  wrote: Wrote
  /** A message was given its file late, or the words about one that is too large. */
  filed: { message: MessageRow; ticket: TicketRow; tooLarge: boolean }
  /** The channel said how far own messages came, or that they were refused. */
  reported: readonly MessageRow[]
  /** A message says something else now, or nothing any more. */
  reworded: { ticketId: number }
  /** We began a conversation. */
  began: { ticketId: number }
  tagged: { ticketId: number; tagIds: readonly number[]; cause?: Cause | undefined }
  /** A write ends that shows tickets to consoles, by their ids: what is set in these is shown with them. */
  shown: ReadonlyMap<number, readonly TicketView[]>
}

/** Within which write, of which workspace, it happened. */
export interface ActIn<App> {
  app: App
  tx: Tx
  companyId: number
}

/** Something to do for a company. */
export interface Piece {
  /** Of its own among those of all companies: it is not begun while it is under way. */
  key: number
  companyId: number
}

/** A condition: the company of a row is one that is looked at. */
export type OfCompanies = (companyId: AnyColumn) => SQL | undefined

/** Work whose rows are there already, whoever wrote them. */
export interface FollowingIn<App, P extends Piece = Piece> {
  /** What the log and `app.turns` call it. */
  job: `${string}.${string}`
  /** How often it is looked for, milliseconds. */
  everyMs: number
  /** How long what failed is left alone, milliseconds; until the clock's next look unless given. */
  againMs?: number
  /** Pieces of one company beside one another; one unless given. */
  atOnce?: number
  /** Where so many are under way, a company has one at a time: many providers that are silent hold up nobody else. */
  many?: number
  /** What consoles are told of that may have brought something to do. */
  hears?: readonly CompanyChannel[]
  /** Companies whose consoles are listened to; each is a piece of its own where `due` is not given. */
  companies?(app: App): Promise<number[]>
  /** What there is to do now, in order. @param resting keys of what failed a moment ago: it is not begun. */
  due?(app: App, of: OfCompanies, resting: readonly number[]): Promise<P[]>
  /** Does a piece, or leaves the rest of it when all ends. @returns how much was done. */
  work(app: App, piece: P, ending: AbortSignal): Promise<number>
}

/** One thing that follows by itself: what it hears, and what it does about it later. */
export interface ConsumerIn<App, Payload = unknown> {
  /** Its name in the rows of what it owes. */
  readonly name: string
  /** Called within the write: what is slow, or asks somebody outside, is owed instead (`owe`). What it throws undoes the act. */
  readonly hears?: { readonly [K in keyof Kinds]?: (act: ActIn<App>, what: Kinds[K]) => Promise<unknown> }
  /**
   * Does what it owes a ticket, in the transaction that takes the rows away: it is done once.
   * @param owed what it noted, in the order it happened.
   * @returns what goes on from there once that is stored; a next start finds it in rows of its own. Null for nothing.
   */
  settle?(act: ActIn<App>, ticketId: number, owed: readonly Payload[]): Promise<(() => Promise<void>) | null>
  /** What it does of rows that are written without it. */
  readonly follows?: FollowingIn<App>
}
