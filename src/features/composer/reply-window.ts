/** Until when a customer may be answered freely, as the composer needs it. */
import type { Ticket } from '@contract'
import { useEffect, useState } from 'react'
import { lastTick, serverNow, useClock } from '@/stores/clock'

/** How long before its end the window counts down, in milliseconds. */
const COUNTDOWN_MS = 60 * 60_000

export type ReplyWindow =
  /** Nothing to say: far from its end, or no window at all. */
  | { state: 'open' }
  /** @property minutes that are left, 1 and more. */
  | { state: 'closing'; minutes: number }
  /** @property begins nobody has written in this conversation: it starts with a template. */
  | { state: 'closed'; begins: boolean }

const OPEN: ReplyWindow = { state: 'open' }

/** @param now by the server's clock, epoch milliseconds. */
export function windowOf(
  ticket: Pick<Ticket, 'windowClosesAt' | 'createdAt'> | null,
  now: number,
): ReplyWindow {
  const closesAt = ticket?.windowClosesAt ? Date.parse(ticket.windowClosesAt) : Number.NaN
  if (!ticket || Number.isNaN(closesAt)) return OPEN
  if (closesAt <= now) return { state: 'closed', begins: closesAt <= Date.parse(ticket.createdAt) }
  const left = closesAt - now
  return left > COUNTDOWN_MS ? OPEN : { state: 'closing', minutes: Math.ceil(left / 60_000) }
}

/** The window of a ticket, kept true as time passes and closed to the very moment. */
export function useReplyWindow(ticket: Ticket | null): ReplyWindow {
  useClock(now => {
    const window = windowOf(ticket, now)
    return window.state === 'closing' ? window.minutes : window.state
  })
  const [ended, setEnded] = useState(0)
  const closesAt = ticket?.windowClosesAt ?? null
  useEffect(() => {
    if (closesAt === null) return
    const left = Date.parse(closesAt) - serverNow()
    // The clock of all rows moves four times a minute; nobody should write into a window that has just closed.
    if (!(left > 0 && left < 2 ** 31)) return
    const timer = setTimeout(() => setEnded(Date.parse(closesAt)), left)
    return () => clearTimeout(timer)
  }, [closesAt])
  return windowOf(ticket, Math.max(lastTick(), ended))
}
