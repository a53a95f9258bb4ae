import { type Mentioned, maySee, type Ticket } from '@contract'
import { useEffect, useMemo } from 'react'
import { queuesDirectory, useQueues } from '@/stores/queues'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { useSetting } from '@/stores/settings'
import { usersDirectory, useUsers } from '@/stores/users'
import { unreachedIn } from './names'

export interface Candidate extends Mentioned {
  /** Of a person: is there now. */
  online: boolean
  /** Sees the ticket by this mention alone. */
  isLetIn: boolean
}

/** Whom a note of a ticket may name: who can open it, people before queues. Nobody where the server knows no mentions. */
export function useCandidates(ticket: Pick<Ticket, 'queueId' | 'userId'>): readonly Candidate[] {
  const isOffered = useOffered('mentions')
  const me = useUser()
  const users = useUsers()
  const queues = useQueues()
  const opens = useSetting('mentionsOpenTickets') === 'enabled'
  const { queueId, userId } = ticket
  useEffect(() => {
    if (!isOffered) return
    void usersDirectory.ensure()
    void queuesDirectory.ensure()
  }, [isOffered])
  return useMemo(() => {
    if (!isOffered) return []
    const people = users
      .filter(({ id }) => id !== me?.id)
      .map(user => ({
        ...user,
        sees: maySee(
          { ...user, queueIds: user.queues.map(({ id }) => id), seesUnqueued: user.allTicket },
          { queueId, userId },
        ),
      }))
    const reached = people.filter(({ sees }) => opens || sees)
    return [
      ...reached
        .sort((a, b) => Number(b.online) - Number(a.online))
        .map(({ id, name, online, sees }) => ({ kind: 'user' as const, id, name, online, isLetIn: !sees })),
      ...queues
        .filter(queue => reached.some(user => user.queues.some(({ id }) => id === queue.id)))
        .map(({ id, name }) => ({
          kind: 'queue' as const,
          id,
          name,
          online: false,
          isLetIn: reached.some(user => !user.sees && user.queues.some(queue => queue.id === id)),
        })),
    ]
  }, [isOffered, users, queues, me?.id, opens, queueId, userId])
}

/** Whom a text names in vain: colleagues who cannot open the ticket, by name. Nobody where the server knows no mentions. */
export function useUnreached(text: string, candidates: readonly Candidate[]): readonly string[] {
  const isOffered = useOffered('mentions')
  const me = useUser()
  const users = useUsers()
  return useMemo(
    () =>
      isOffered && text.includes('@')
        ? unreachedIn(
            text,
            users.filter(({ id }) => id !== me?.id),
            candidates,
          )
        : [],
    [isOffered, text, users, me?.id, candidates],
  )
}
