/**
 * What happens at the desk, as it is told to whatever follows from it by itself. The desk names no consumer; a consumer hears what
 * happened in the transaction in which it happened, so that no end of a process comes between the two.
 */

import type { Tx } from '../../platform/db/client'
import type { messages, tickets } from '../../platform/db/schema'
import type { IncomingMessage } from '../channel/channel'

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
}

/** Within which write, of which workspace, it happened. */
export interface ActIn<App> {
  app: App
  tx: Tx
  companyId: number
}

/** One thing that follows by itself: what it hears, and what it does about it later. */
export interface ConsumerIn<App, Payload = unknown> {
  /** Its name in the rows of what it owes. */
  readonly name: string
  /** Called within the write: what is slow, or asks somebody outside, is owed instead (`owe`). What it throws undoes the act. */
  readonly hears: { readonly [K in keyof Kinds]?: (act: ActIn<App>, what: Kinds[K]) => Promise<unknown> }
  /**
   * Does what it owes a ticket, in the transaction that takes the rows away: it is done once.
   * @param owed what it noted, in the order it happened.
   * @returns what goes on from there once that is stored; a next start finds it in rows of its own. Null for nothing.
   */
  settle?(act: ActIn<App>, ticketId: number, owed: readonly Payload[]): Promise<(() => Promise<void>) | null>
}
