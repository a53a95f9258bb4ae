/** Which actions the header offers, in group mode too. Pure. */
import { holds, type PlanFlags, type Ticket } from '@contract'

export interface HeaderActions {
  /** The one filled button. */
  primary: 'accept' | 'resolve' | 'reopen' | null
  /** Also offered, quietly. */
  resolve: boolean
  /** In the more-menu: resolving without what is configured for it. Groups are told nothing in any case. */
  resolveSilently: boolean
  giveBack: boolean
  /** In the more-menu: giving a conversation that was taken over back to the number's own agent. */
  release: boolean
  transfer: boolean
  /** In the more-menu. */
  schedule: boolean
  remove: boolean
}

/**
 * @param groupMode group tickets show the controls of an open ticket whatever their status, without accept, reopen
 *   and return; transfer is then for whoever holds `ticket-options:transferGroup`.
 * @param plan scheduling depends on the plan; null while unknown.
 */
export function headerActions(
  ticket: Pick<Ticket, 'status' | 'isGroup' | 'heldBy' | 'heldAt'>,
  who: { profile: string; super: boolean },
  groupMode: boolean,
  plan: PlanFlags | null,
): HeaderActions {
  const release = ticket.status !== 'closed' && ticket.heldBy === null && ticket.heldAt !== null
  const menu = {
    release,
    schedule: plan?.useSchedules ?? false,
    remove: holds(who, 'ticket-options:deleteTicket'),
  }
  if (groupMode && ticket.isGroup) {
    const transfer = holds(who, 'ticket-options:transferGroup')
    return { primary: 'resolve', resolve: false, resolveSilently: false, giveBack: false, transfer, ...menu }
  }
  const resolveSilently = ticket.status !== 'closed' && !ticket.isGroup
  const rest = { resolveSilently, transfer: true, ...menu }
  switch (ticket.status) {
    case 'pending':
      return { primary: 'accept', resolve: true, giveBack: false, ...rest }
    case 'open':
      return { primary: 'resolve', resolve: false, giveBack: true, ...rest }
    case 'closed':
      return { primary: 'reopen', resolve: false, giveBack: false, ...rest }
  }
}
