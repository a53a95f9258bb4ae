/** Numbers events and hands them to the windows in batches, at most one per frame (docs/architecture.md). */
import { FEED_BATCH_MS, type FeedEvent, type LogPlace, type NumberedFeedEvent } from '../../../src/contract'

/** What comes together comes within this part of a batch's time; only what follows a batch closely waits for all of it. */
const BURST_PART = 4

export interface Feed {
  /** @param at where the server's log was by this event. */
  push(event: FeedEvent, at?: LogPlace): void
  /** Sees every event as it is pushed, before the windows do. */
  onEvent(listener: (event: FeedEvent) => void): void
  /** Number of the last event handed out: what a window's snapshot is taken at. */
  position(): number
  /** Hands out what waits, now. */
  flush(): void
  /** Forgets what waits (the session ended). Numbers go on: windows compare them. */
  clear(): void
}

/** @param send gets every batch; must not throw. */
export function createFeed(send: (events: NumberedFeedEvent[]) => void, batchMs = FEED_BATCH_MS): Feed {
  let last = 0
  let sent = 0
  let waiting: NumberedFeedEvent[] = []
  let timer: NodeJS.Timeout | undefined
  let handedAt = Number.NEGATIVE_INFINITY
  const listeners: ((event: FeedEvent) => void)[] = []
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    if (batch.length === 0) return
    waiting = []
    sent = last
    handedAt = performance.now()
    send(batch)
  }
  return {
    push(event, at) {
      waiting.push({ seq: ++last, event, ...(at ? { at } : {}) })
      timer ??= setTimeout(flush, Math.max(batchMs / BURST_PART, handedAt + batchMs - performance.now()))
      for (const listener of listeners) listener(event)
    },
    onEvent: listener => void listeners.push(listener),
    position: () => sent,
    flush,
    clear() {
      clearTimeout(timer)
      timer = undefined
      waiting = []
      sent = last
    },
  }
}
