/** Whose ticket is being written in: an answer begun in one's own ticket must not leave into somebody else's. */
import type { Ticket } from '@contract'
import { useDrafts } from '@/stores/drafts'
import { useUser } from '@/stores/session'
import { settleBelief, useBeliefs } from '@/stores/tickets'

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
  const belief = useBeliefs(state => (id === null ? undefined : state.tickets.get(id)?.belief))
  const hasDraft = useDrafts(state => id !== null && state.drafts.has(id))
  if (!ticket || !belief || ticket.isGroup || ticket.status !== 'open') return null
  if (ticket.userId === null || ticket.userId === me || ticket.userId === belief.userId) return null
  if (belief.userId !== me && !hasDraft) return null
  return { to: ticket.user?.name ?? null, writeAnyway: () => settleBelief(ticket.id) }
}
