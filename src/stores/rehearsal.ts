import { create } from 'zustand'

interface Rehearsal {
  /** The ticket that will likely be opened next, null when no hand rests on one. */
  ticketId: number | null
}

/** Which conversation is drawn ahead of the click that opens it. */
export const useRehearsal = create<Rehearsal>(() => ({ ticketId: null }))

/** Says that a pointer or the keyboard rests on a ticket. */
export function rehearse(ticketId: number): void {
  useRehearsal.setState({ ticketId })
}
