/**
 * What rules may publish to connected consoles. All of it is published within the `write` it is about: it is stored with the change or
 * not at all, and reaches consoles in the order of the changes (../db/event-log).
 */
import type { CompanyChannel, EventPayload } from '@contract'

/** Where a ticket is for the question "who may see it". */
export interface Seen {
  id: number
  companyId: number
  queueId: number | null
  userId: number | null
  status: string
}

export interface Realtime {
  /**
   * Everybody of a company who is connected, each with the fields they read. Never for anything that hangs on a ticket.
   */
  toCompany<C extends CompanyChannel>(companyId: number, channel: C, payload: EventPayload<C>): void
  /** Every window of some users of a company. */
  toUsers<C extends CompanyChannel>(
    companyId: number,
    userIds: readonly number[],
    channel: C,
    payload: EventPayload<C>,
  ): void
  /** Everybody who may see the ticket and listens to its status, to notifications, or has it open. */
  toViewers<C extends CompanyChannel>(ticket: Seen, channel: C, payload: EventPayload<C>): void
  /**
   * A ticket was created or changed: `ticket` `update` (or `create`) to everybody who may see it now, and
   * `removeFromList` to exactly those who could before and cannot any more; these also leave its chat box.
   */
  ticketChanged(before: Seen | null, after: Seen, payload: EventPayload<'ticket'>): void
  /** A ticket is gone: `delete` to everybody who could see it. */
  ticketDeleted(ticket: Seen): void
  /** The platform's super-administrators, whichever company they belong to. */
  toPlatform<C extends CompanyChannel | 'announcement'>(channel: C, payload: EventPayload<C>): void
  /** Everybody of every company, under the name their company has for the channel. */
  toEveryCompany<C extends CompanyChannel>(channel: C, payload: EventPayload<C>): void
  /** All companies (announcements). */
  toEverybody(payload: EventPayload<'announcement'>): void
  /** A user's queues or profile changed: rooms of its sockets are worked out again before the next event of the company. */
  refreshUser(companyId: number, userId: number): void
  /** Ends the sockets of a user (deleted, or session revoked). `family` limits it to one sign-in. */
  dropUser(companyId: number, userId: number, family?: string): void
  /**
   * A company's time is over, or it may work again: the sockets of its people are given the rooms they have now, or
   * ended.
   */
  refreshCompany(companyId: number): void
  /** Ends the sockets of everybody of a company but the platform's super-administrators. */
  dropCompany(companyId: number): void
}

/** The one thing that is told and not stored: it is worth nothing later. */
export interface CustomerTyping {
  /** To everybody who has the ticket open. @param writes they begin to write; false: they have stopped. */
  show(companyId: number, ticketId: number, writes: boolean): void
}
