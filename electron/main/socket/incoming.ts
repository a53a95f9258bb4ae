/** Turns what a socket brings into feed events; whatever is no event of ours is dropped and logged once per kind. */
import { parseSocketEvent, READY_EVENT, type ServerFeedEvent } from '../../../src/contract'
import type { Log } from '../log/log'

/** Distinct kinds remembered; a hostile server must not grow a list of names for ever. */
const MAX_KINDS = 200

export type Incoming = (companyId: number, name: string, payload: unknown) => ServerFeedEvent | null

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
