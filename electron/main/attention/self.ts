/** Whose attention it is, and which waiting tickets are theirs to take. Pure. */
import { showsUnqueued, type User } from '../../../src/contract'

/** The person, as far as attention depends on it. */
export interface Self {
  id: number
  admin: boolean
  queueIds: ReadonlySet<number>
  /** Also serves tickets without a queue. */
  unqueued: boolean
  /** The company's setting: messages of groups make no noise unless it is enabled. */
  groupSounds: boolean
}

/** @param unqueuedForAll the server lists tickets without a queue to everybody. */
export const selfOf = (user: User, unqueuedForAll = false): Self => ({
  id: user.id,
  admin: user.super || user.profile === 'admin',
  queueIds: new Set(user.queues.map(queue => queue.id)),
  unqueued: showsUnqueued(user, unqueuedForAll) || user.super || user.profile === 'admin',
  groupSounds:
    user.company?.settings.some(s => s.key === 'soundGroupNotifications' && s.value === 'enabled') ?? false,
})

/** Whether a waiting ticket is this person's to take: one's own queues, never others'. */
export const concerns = (self: Self, ticket: { queueId: number | null }): boolean =>
  ticket.queueId === null ? self.unqueued : self.queueIds.has(ticket.queueId)
