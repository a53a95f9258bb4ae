/**
 * What this window wants to hear about live. Screens add and take back; main joins the union of all windows' rooms.
 */
import type { Interest, TicketPlace, TurnoBridge, Unsubscribe } from '@contract'

type InterestBridge = { socket: Pick<TurnoBridge['socket'], 'setInterest'> }

const requests = new Set<Partial<Interest>>()
let bridge: InterestBridge | null = null
let sent = ''
let queued = false

/** The union of everything asked for. */
export function currentInterest(): Interest {
  const tickets = new Set<Interest['tickets'][number]>()
  const chatBoxes = new Set<number>()
  const read = new Set<number>()
  const places: TicketPlace[] = []
  let notifications = false
  for (const request of requests) {
    for (const status of request.tickets ?? []) tickets.add(status)
    for (const id of request.chatBoxes ?? []) chatBoxes.add(id)
    for (const id of request.read ?? []) read.add(id)
    places.push(...(request.places ?? []))
    notifications ||= request.notifications ?? false
  }
  return {
    tickets: [...tickets].sort(),
    chatBoxes: [...chatBoxes].sort((a, b) => a - b),
    notifications,
    ...(read.size > 0 ? { read: [...read].sort((a, b) => a - b) } : {}),
    ...(places.length > 0 ? { places } : {}),
  }
}

/** Leaving one ticket for the next is one message, not two. */
function sendSoon(): void {
  if (queued) return
  queued = true
  queueMicrotask(() => {
    queued = false
    const interest = currentInterest()
    const text = JSON.stringify(interest)
    if (!bridge || text === sent) return
    sent = text
    void bridge.socket.setInterest(interest)
  })
}

/** Asks for rooms until the returned function is called. */
export function addInterest(request: Partial<Interest>): Unsubscribe {
  requests.add(request)
  sendSoon()
  return () => {
    if (requests.delete(request)) sendSoon()
  }
}

/** Says whom to tell; null stops telling (sign-out). */
export function connectInterest(to: InterestBridge | null): void {
  bridge = to
  sent = ''
  if (to) sendSoon()
}
