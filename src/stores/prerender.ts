import { createSessionStore } from './session-end'

interface Prerender {
  /** The ticket that will likely be opened next, null when no hand is on one. */
  ticketId: number | null
}

/** Which conversation is drawn ahead of the click that opens it. */
export const usePrerender = createSessionStore<Prerender>('prerender', () => ({ ticketId: null }))

/** A hand that slips off a row often comes back to it. Milliseconds. */
const FORGET_MS = 600
let forgetting: ReturnType<typeof setTimeout> | undefined

/** Says that a pointer or the keyboard is on a ticket. */
export function startPrerender(ticketId: number): void {
  clearTimeout(forgetting)
  usePrerender.setState({ ticketId })
}

/** Says that it rests there no more. Another ticket may be prerendered by now; that one stays. */
export function endPrerender(ticketId: number): void {
  if (usePrerender.getState().ticketId !== ticketId) return
  clearTimeout(forgetting)
  forgetting = setTimeout(() => usePrerender.setState({ ticketId: null }), FORGET_MS)
}
