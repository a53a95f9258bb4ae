/** Whose ticket is being written in: an answer begun in one's own ticket must not leave into somebody else's. */
import type { Ticket } from '@contract'
import { useEffect } from 'react'
import { draftOf } from '@/stores/drafts'
import { useRecorder } from '@/stores/recorder'
import { useUser } from '@/stores/session'
import { createSessionStore } from '@/stores/session-end'

/** Tickets that were the person's while they were written in here. */
const useOwnAnswers = createSessionStore<{ tickets: ReadonlySet<number> }>('answers in own tickets', () => ({
  tickets: new Set(),
}))

function note(id: number, own: boolean): void {
  const tickets = new Set(useOwnAnswers.getState().tickets)
  if (own === tickets.has(id)) return
  if (own) tickets.add(id)
  else tickets.delete(id)
  useOwnAnswers.setState({ tickets })
}

export interface Lost {
  /** Who has it now; null when the name is not known. */
  to: string | null
  /** The person wants to write there all the same. */
  writeAnyway: () => void
}

/**
 * Whether a ticket that was the person's while it was shown, or while the draft was begun, has become somebody else's.
 * @returns null while it has not. A ticket that waits or is closed says so itself (notices.tsx).
 */
export function useLost(ticket: Ticket | null): Lost | null {
  const me = useUser()?.id
  const id = ticket?.id ?? null
  const mine = ticket?.status === 'open' && ticket.userId === me
  const begun = useOwnAnswers(state => id !== null && state.tickets.has(id))
  useEffect(() => {
    if (id !== null && mine) note(id, true)
  }, [id, mine])
  // Without a draft, or a recording that becomes one, there is nothing that could leave: who comes back looks at somebody's ticket, as any colleague does.
  useEffect(
    () => () => {
      if (id !== null && !draftOf(id) && useRecorder.getState().ticketId !== id) note(id, false)
    },
    [id],
  )
  if (!ticket || !begun || mine || ticket.isGroup || ticket.status !== 'open' || ticket.userId === null)
    return null
  return { to: ticket.user?.name ?? null, writeAnyway: () => note(ticket.id, false) }
}
