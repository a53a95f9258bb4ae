/** What the copilot proposes for conversations and nobody has decided about: read with the conversation, kept true by events. */
import type { ExpectedTicket, TicketProposal } from '@contract'
import { call } from '@/api'
import { eventsOf, registerFeed } from './feed'
import { createSessionStore } from './session-end'
import { actOn } from './tickets'

export const useProposals = createSessionStore('proposals', () => ({
  open: new Map<number, readonly TicketProposal[]>() as ReadonlyMap<number, readonly TicketProposal[]>,
}))
const { getState, setState } = useProposals

const keep = (ticketId: number, proposals: readonly TicketProposal[]): void =>
  setState({ open: new Map(getState().open).set(ticketId, proposals) })

async function read(ticketId: number): Promise<void> {
  try {
    const proposals = await call('copilot.proposals', { params: { ticketId } })
    if (getState().open.has(ticketId)) keep(ticketId, proposals)
  } catch {
    // A proposal that is not seen costs nobody anything; the next look reads it.
  }
}

/** Looks at the proposals for a ticket. @returns how to look away. */
export function lookAtProposals(ticketId: number): () => void {
  keep(ticketId, getState().open.get(ticketId) ?? [])
  void read(ticketId)
  return () => {
    const open = new Map(getState().open)
    open.delete(ticketId)
    setState({ open })
  }
}

const ACTS = { tag: 'tags', queue: 'transfer', priority: 'priority' } as const

/** Does what is proposed, or drops it. @throws ApiError as `actOn`; it stands there again then. */
export async function decide(
  { id, ticketId, kind, doneAlone }: TicketProposal,
  decision: 'confirmed' | 'dropped',
): Promise<void> {
  keep(
    ticketId,
    (getState().open.get(ticketId) ?? []).filter(one => one.id !== id),
  )
  try {
    const say = async (expected?: ExpectedTicket): Promise<Partial<ExpectedTicket> | null> => {
      await call('copilot.decide', { params: { id }, body: { decision, ...(expected ? { expected } : {}) } })
      return kind === 'queue' && decision === 'confirmed' ? { userId: null, status: 'pending' } : null
    }
    // What was done stays done, what was not is dropped: neither changes the ticket.
    await ((decision === 'confirmed') === doneAlone ? say() : actOn(ticketId, ACTS[kind], say))
  } catch (error) {
    void read(ticketId)
    throw error
  }
}

registerFeed({
  name: 'proposals',
  applyEvents(events) {
    for (const { ticketId, proposals } of eventsOf(events, 'ticketProposals'))
      if (getState().open.has(ticketId)) keep(ticketId, proposals)
  },
  async refetch() {
    await Promise.all([...getState().open.keys()].map(read))
  },
})
