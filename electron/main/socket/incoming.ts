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
import { debounceRemovals } from './removals'

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
