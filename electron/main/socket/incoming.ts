/** Turns what a socket brings into feed events for the windows. */
import {
  type LogPlace,
  type LogPosition,
  logOf,
  parseSocketEvent,
  READY_EVENT,
  type ServerFeedEvent,
} from '../../../src/contract'
import type { Log } from '../log/log'
import type { Session } from '../session/session'
import type { Feed } from './feed'
import type { Event } from './machine-types'

/** How long a removal waits for the ticket that may follow. Milliseconds. */
const FOLLOWS_MS = 300

interface DebouncedRemovals {
  /** @returns whether the event is held back; it is passed on later unless its ticket follows. */
  holds(event: ServerFeedEvent): boolean
  clear(): void
}

/**
 * Legacy servers take a ticket from every list and put it back a moment later whenever its agent or status
 * changes (tests/compat/differences.md). A removal that is followed at once by the ticket itself is none: rows and the
 * open conversation must not flap.
 * @param pass gets what was held back and turned out to be true.
 */
export function debounceRemovals(
  pass: (event: ServerFeedEvent) => void,
  holdMs = FOLLOWS_MS,
): DebouncedRemovals {
  const held = new Map<number, NodeJS.Timeout>()
  const drop = (ticketId: number) => {
    clearTimeout(held.get(ticketId))
    held.delete(ticketId)
  }
  return {
    holds(event) {
      if (event.channel !== 'ticket') return false
      if ('ticket' in event.data) {
        drop(event.data.ticket.id)
        return false
      }
      if (event.data.action !== 'removeFromList') return false
      const { ticketId } = event.data
      drop(ticketId)
      const timer = setTimeout(() => {
        held.delete(ticketId)
        pass(event)
      }, holdMs)
      held.set(ticketId, timer)
      return true
    },
    clear() {
      for (const timer of held.values()) clearTimeout(timer)
      held.clear()
    },
  }
}

/** Distinct kinds remembered; a hostile server must not grow a list of names for ever. */
const MAX_KINDS = 200

export type Incoming = (companyId: number, name: string, payload: unknown) => ServerFeedEvent | null

/** @returns the event of ours; null for whatever is none, which is logged once per kind. */
export function createIncoming(log: Log): Incoming {
  const reported = new Set<string>()
  return (companyId, name, payload) => {
    if (name === READY_EVENT) return null
    const parsed = parseSocketEvent(companyId, name, payload)
    if (parsed.ok) return parsed.event
    const kind = `${parsed.reason} ${name.slice(0, 80)}`
    if (!reported.has(kind) && reported.size < MAX_KINDS) {
      reported.add(kind)
      log.warn('socket event dropped (reported once per kind)', { kind, issues: parsed.issues.slice(0, 300) })
    }
    return null
  }
}

export interface DeliveryDeps {
  session: Session
  feed: Feed
  log: Log
  /** The server's names and shapes as Turno's (electron/main/adapters). */
  translate?: (name: string, payload: unknown) => { name: string; payload: unknown }[]
  /** Whether tickets leave lists there only to come back at once. */
  flapping?: () => boolean
  /** Sees every parsed event before the windows do. */
  onEvent?: (event: ServerFeedEvent) => void
}

/** @param send gives the socket's machine what it has to know of an event. */
export function createDelivery(deps: DeliveryDeps, send: (event: Event) => void) {
  const { session, feed } = deps
  const incoming = createIncoming(deps.log)
  const pass = (event: ServerFeedEvent, at?: LogPlace): void => {
    deps.onEvent?.(event)
    feed.push(event, at)
  }
  const removals = debounceRemovals(pass)

  const deliver = (name: string, payload: unknown, position: LogPosition | null): void => {
    const { user } = session.state()
    if (!user?.companyId) return
    const at = position ? { log: logOf(position.epoch, user.companyId), seq: position.seq } : undefined
    for (const one of deps.translate ? deps.translate(name, payload) : [{ name, payload }]) {
      const event = incoming(user.companyId, one.name, one.payload)
      if (event?.channel === 'auth') {
        // What comes after is for nobody any more.
        if (event.data.user.id === user.id) return void session.end('elsewhere')
      } else if (event) {
        if (event.channel === 'ticket' && 'ticket' in event.data) {
          const { id, userId } = event.data.ticket
          send({ type: 'ticketOwner', ticketId: id, userId, me: user.id })
        }
        if (!deps.flapping?.() || !removals.holds(event)) pass(event, at)
      }
    }
  }

  return { deliver, clear: removals.clear }
}
