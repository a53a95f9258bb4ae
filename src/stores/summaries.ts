/** Summaries of conversations as they are kept: read for those that are looked at, kept true by live events. */
import { COPILOT_LIMITS, type TicketSummary } from '@contract'
import { call } from '@/api'
import { eventsOf, registerFeed } from './feed'
import { createSessionStore } from './session-end'

export interface KnownSummary {
  status: 'loading' | 'ready' | 'failed'
  /** Null where there is none. */
  summary: TicketSummary | null
  /** What was thrown when `failed`. */
  error: unknown
}

interface Summaries {
  known: ReadonlyMap<number, KnownSummary>
  /** By how many places each is looked at. */
  looks: ReadonlyMap<number, number>
  /** About to be read. */
  unread: readonly number[]
}

export const useSummaries = createSessionStore<Summaries>('summaries', () => ({
  known: new Map(),
  looks: new Map(),
  unread: [],
}))
const { getState, setState } = useSummaries

const keep = (entries: Iterable<[number, KnownSummary]>): void =>
  setState(({ known, looks }) => ({
    known: new Map([...known, ...[...entries].filter(([id]) => looks.has(id))]),
  }))
const ready = (summary: TicketSummary | null): KnownSummary => ({ status: 'ready', summary, error: null })

/** Reads summaries anew; what is shown stays until the answer is here. Never throws: the state says what happened. */
export async function readSummaries(ticketIds: readonly number[]): Promise<void> {
  for (let at = 0; at < ticketIds.length; at += COPILOT_LIMITS.summary.tickets) {
    const ids = ticketIds.slice(at, at + COPILOT_LIMITS.summary.tickets)
    try {
      const found = await call('copilot.summaries', { query: { ticketIds: ids } })
      keep(ids.map(id => [id, ready(found.find(({ ticketId }) => ticketId === id) ?? null)]))
    } catch (error) {
      const { known } = getState()
      keep(
        ids
          .filter(id => known.get(id)?.status !== 'ready')
          .map(id => [id, { status: 'failed', summary: null, error }]),
      )
    }
  }
}

/** Lays a summary that has just been made over what is known. */
export const keepSummary = (ticketId: number, summary: TicketSummary | null): void =>
  keep([[ticketId, ready(summary)]])

/** Looks at the summary of a ticket, which is read where it is not known. @returns how to look away. */
export function lookAtSummary(ticketId: number): () => void {
  const before = getState()
  const status = before.known.get(ticketId)?.status ?? 'failed'
  setState({ looks: new Map(before.looks).set(ticketId, (before.looks.get(ticketId) ?? 0) + 1) })
  if (status === 'failed') {
    keep([[ticketId, { status: 'loading', summary: null, error: null }]])
    // Those that come on screen together are asked for together.
    queueMicrotask(() => {
      const waiting = [...getState().unread]
      setState({ unread: [] })
      void readSummaries(waiting)
    })
    setState(({ unread }) => ({ unread: [...unread, ticketId] }))
  }
  return () => {
    const looks = new Map(getState().looks)
    const known = new Map(getState().known)
    const others = (looks.get(ticketId) ?? 1) - 1
    if (others > 0) looks.set(ticketId, others)
    else {
      looks.delete(ticketId)
      known.delete(ticketId)
    }
    setState({ looks, known })
  }
}

registerFeed({
  name: 'summaries',
  applyEvents(events) {
    const { known } = getState()
    if (known.size === 0) return
    const next = new Map(known)
    for (const { summary } of eventsOf(events, 'ticketSummary'))
      if (next.has(summary.ticketId)) next.set(summary.ticketId, ready(summary))
    const changed = new Set<number>()
    for (const { action, message } of eventsOf(events, 'appMessage')) {
      const entry = next.get(message.ticketId)
      if (!entry?.summary) continue
      const { summary } = entry
      if (action === 'create' && message.createdAt > summary.upTo)
        next.set(message.ticketId, ready({ ...summary, newer: summary.newer + 1 }))
      // Whether its line still stands is for the server to say.
      else if (action === 'update' && (message.isDeleted || message.isEdited)) changed.add(message.ticketId)
    }
    setState({ known: next })
    if (changed.size > 0) void readSummaries([...changed])
  },
  refetch: () => readSummaries([...getState().looks.keys()]),
})
