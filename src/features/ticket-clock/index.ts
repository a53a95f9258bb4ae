/** The one clock of a ticket, wherever it is shown: its next deadline, or how long the customer has waited. */
export { ExplainedClock } from './explained-clock'
export { ClockPill, TicketClock, useTicketClock } from './ticket-clock'
