/** Asks the server what waits and lays the answer over the work, which goes on changing by events while it is on its way. */
import type { FeedEvent } from '../../../src/contract'
import type { Log } from '../log/log'
import { applySnapshot, unlisted } from './gap'
import type { Self } from './self'
import type { Snapshot } from './snapshot'
import type { Moment, Work } from './work'

const RETRY_MS = 10_000

export interface AttentionClock {
  now(): number
  after(ms: number, work: () => void): () => void
}

/** @param work as it is now; null when nobody is signed in. @param onRead gets it with what was read. */
export function createSnapshotReader(deps: {
  snapshot: (self: Self) => Promise<Snapshot>
  clock: AttentionClock
  log: Log
  moment: () => Moment
  work: () => Work | null
  onRead: (work: Work) => void
}) {
  const { snapshot, clock, log, moment, work, onRead } = deps
  let first = true
  let asking = false
  let askAgain = false
  /** Events may be missing since the last snapshot. */
  let gap = false
  let round = 0
  let touched = new Set<number>()
  let receivedLive = new Set<number>()
  let missing: ReadonlySet<number> = new Set()
  let stopRetry: (() => void) | null = null

  const refresh = async (): Promise<void> => {
    const asked = work()
    if (!asked) return
    if (asking) {
      askAgain = true
      return
    }
    asking = true
    stopRetry?.()
    const mine = round
    touched = new Set()
    receivedLive = new Set()
    const before = asked.mine
    const afterGap = gap
    gap = false
    try {
      const { tickets, whole } = await snapshot(asked.self)
      const present = work()
      if (mine !== round || !present) return
      // What a page skipped is there the next time; what is missing then as well is gone.
      const now = whole ? new Set<number>() : unlisted(present, tickets)
      const skipped = new Set([...now].filter(id => !missing.has(id)))
      missing = now
      const next = applySnapshot(present, tickets, moment(), {
        first,
        gap: afterGap,
        touched,
        receivedLive,
        before,
        skipped,
      })
      first = false
      onRead(next)
    } catch (error) {
      log.warn('what waits could not be asked for', { error })
      gap ||= afterGap && mine === round
      if (mine === round) stopRetry = clock.after(RETRY_MS, () => void refresh())
    } finally {
      if (mine === round) {
        asking = false
        if (askAgain) {
          askAgain = false
          void refresh()
        }
      }
    }
  }

  return {
    refresh,
    /** Whether it has been read since the last reset. */
    isLoaded: () => !first,
    /** Events may be missing: what the next reading finds is announced as if it had come. */
    missed() {
      gap = true
    },
    /** An event that came while it is being read is newer than the answer. */
    note(event: FeedEvent) {
      if (!asking) return
      if (event.channel === 'ticket')
        touched.add('ticket' in event.data ? event.data.ticket.id : event.data.ticketId)
      if (event.channel === 'appMessage') {
        touched.add(event.data.message.ticketId)
        if (event.data.action === 'create') receivedLive.add(event.data.message.ticketId)
      }
    },
    reset() {
      round++
      asking = false
      askAgain = false
      gap = false
      first = true
      missing = new Set()
      stopRetry?.()
      stopRetry = null
    },
  }
}
