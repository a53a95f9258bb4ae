import type { Ticket } from '@contract'
import { useCopilotOffers } from '@/stores/copilot'
import { onDemand } from '@/ui'
import type { SummaryPaneProps } from './summary'

const SummaryPane = onDemand(async () => (await import('./summary')).SummaryPane)

/** What a ticket's conversation is about; nothing where summaries are not offered. */
export function TicketSummary({ ticket, ...pane }: { ticket: Ticket } & Omit<SummaryPaneProps, 'ticketId'>) {
  const offered = useCopilotOffers('summarise', ticket)
  return offered ? <SummaryPane key={ticket.id} ticketId={ticket.id} {...pane} /> : null
}
