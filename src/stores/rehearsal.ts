import { createSessionStore } from './session-end'

interface Rehearsal {
  /** The ticket that will likely be opened next, null when no hand rests on one. */
  ticketId: number | null
}

/** Which conversation is drawn ahead of the click that opens it. */
export const useRehearsal = createSessionStore<Rehearsal>('rehearsal', () => ({ ticketId: null }))

/** A hand that slips off a row often comes back to it. Milliseconds. */
const FORGET_MS = 600
let forgetting: ReturnType<typeof setTimeout> | undefined

/** Says that a pointer or the keyboard rests on a ticket. */
export function rehearse(ticketId: number): void {
  clearTimeout(forgetting)
  useRehearsal.setState({ ticketId })
}

/** Says that it rests there no more. Another ticket may be rehearsed by now; that one stays. */
export function endRehearsal(ticketId: number): void {
  if (useRehearsal.getState().ticketId !== ticketId) return
  clearTimeout(forgetting)
  forgetting = setTimeout(() => useRehearsal.setState({ ticketId: null }), FORGET_MS)
}
