/**
 * What rules may publish to connected consoles. Everything is published within the `write` it is about: it is stored
 * with the change or not at all, and reaches consoles in the order of the changes (../db/event-log).
 */
import type { CompanyChannel, EventPayload } from '@contract'

/** The facts about a ticket that decide who may see it. */
export interface Seen {
  id: number
  companyId: number
  queueId: number | null
  userId: number | null
  status: string
}

export interface Realtime {
  /** Everybody of a company who is connected, each with the fields they may read. Never for anything about a ticket. */
  toCompany<C extends CompanyChannel>(companyId: number, channel: C, payload: EventPayload<C>): void
  /** Every window of some users of a company. */
  toUsers<C extends CompanyChannel>(
    companyId: number,
    userIds: readonly number[],
    channel: C,
    payload: EventPayload<C>,
  ): void
  /** Everybody who may see the ticket and listens to its status or to notifications, or has it open. */
  toViewers<C extends CompanyChannel>(ticket: Seen, channel: C, payload: EventPayload<C>): void
  /**
   * A ticket was created or changed: `ticket` `update` (or `create`) to everybody who may see it now, and
   * `removeFromList` to those who could before and cannot any more; they also leave its chat box.
   */
  ticketChanged(before: Seen | null, after: Seen, payload: EventPayload<'ticket'>): void
  /** A ticket was deleted: `delete` to everybody who could see it. */
  ticketDeleted(ticket: Seen, by: { id: number; name: string }): void
  /** The platform's super-administrators, whichever company they belong to. */
  toPlatform<C extends CompanyChannel | 'announcement'>(channel: C, payload: EventPayload<C>): void
  /** Everybody of every company, under the name their company has for the channel. */
  toEveryCompany<C extends CompanyChannel>(channel: C, payload: EventPayload<C>): void
  /** All companies (announcements). */
  toEverybody(payload: EventPayload<'announcement'>): void
  /**
   * A user's queues or profile changed: the rooms of their sockets are computed anew before the company's next event.
   */
  refreshUser(companyId: number, userId: number): void
  /** Ends a user's sockets (deleted, or session revoked). `family` limits it to one sign-in. */
  dropUser(companyId: number, userId: number, family?: string): void
  /** A company expired or may work again: its people's sockets get their present rooms, or end. */
  refreshCompany(companyId: number): void
  /** The people of a company get their present rooms and reload what they show. */
  startOver(companyId: number): void
  /** Ends the sockets of a company's people, except the platform's super-administrators. */
  dropCompany(companyId: number): void
}

/** The only event that is not stored: it is worthless later. */
export interface CustomerTyping {
  /** Tells everybody who has the ticket open. @param writes they begin to write; false: they have stopped. */
  show(companyId: number, ticketId: number, writes: boolean): void
}
