/**
 * Tells the server which conversations were read to their end. A legacy server marks with a whole page of messages, out of its one
 * line of questions. So there it hears of messages that pour into an open conversation seldom, at a moment at which nobody waits
 * for it, and not at all of those that something else has marked meanwhile: an answer, a colleague, the next opening.
 */

import { isFlooded, registerFeed } from './feed'
import { addInterest } from './interest'
import { onMessagesReset, threadOf } from './messages'
import { refreshThread } from './messages-loader'
import { setLocalReadState } from './read-here'
import { capability } from './servers'

const MARK_EVERY_MS = 1_000
/** Where reading takes a whole page out of one line of questions. Milliseconds. */
const MARK_SELDOM_MS = 20_000
/** Who steps through conversations comes back to one, or on to the next: a mark waits for that. Milliseconds. */
const LEFT_MS = 2_000

/** The longest a mark gives way to a flood: of a conversation on screen, and of one that was left. Milliseconds. */
const FLOOD_SHOWN_MS = 60_000
const FLOOD_LEFT_MS = 20_000
/** No mark goes right behind an opening, nor behind another mark. Milliseconds. */
const APART_MS = 1_000
/** How often a mark that could go looks whether it may. Milliseconds. */
const LOOK_MS = 500

/** By `performance.now()`, as all times here: a clock that is set back puts no mark off. */
const lastMark = new Map<number, number>()
const markEvery = (): number => (capability('parallelReads') === 'native' ? MARK_EVERY_MS : MARK_SELDOM_MS)

/** Whether messages that pour into a conversation on screen are marked read seldom. */
export const marksSeldom = (): boolean => markEvery() === MARK_SELDOM_MS

const arrivedIn = (ticketId: number): number => threadOf(ticketId)?.arrived ?? 0
/** How many messages had come live into a thread when the server was asked to mark it read. */
const arrivedAtMark = new Map<number, number>()
let askedAt = Number.NEGATIVE_INFINITY

/** The server marks a conversation read: with the request that leaves now. */
export function noteMark(ticketId: number, arrived = arrivedIn(ticketId)): void {
  lastMark.set(ticketId, performance.now())
  arrivedAtMark.set(ticketId, arrived)
}

/** Somebody opens a conversation: no mark goes right behind it. */
export function noteOpening(): void {
  askedAt = performance.now()
}

/** What was seen here and is still to be told where that is done seldom. */
interface Owed {
  /** When the first of it was seen. */
  since: number
  /** Nobody looks at its end any more, since then and with so many messages arrived; null while somebody does. */
  left: { at: number; arrived: number; markedAt: number | undefined } | null
}
const owed = new Map<number, Owed>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Marked by something else since it was left, or with messages that nobody has seen, which would be marked as well. */
const isOver = (ticketId: number, { left }: Owed): boolean =>
  left !== null && (left.markedAt !== lastMark.get(ticketId) || left.arrived !== arrivedIn(ticketId))

const isReadHere = (ticketId: number): boolean => {
  const one = owed.get(ticketId)
  return one !== undefined && !isOver(ticketId, one)
}
setLocalReadState(isReadHere)

/** From when on a mark may go while nothing pours in, and in a flood. */
function dueAt(ticketId: number, { since, left }: Owed): { usual: number; flood: number } {
  if (left) return { usual: left.at + LEFT_MS, flood: left.at + FLOOD_LEFT_MS }
  return {
    usual: Math.max(since, (lastMark.get(ticketId) ?? Number.NEGATIVE_INFINITY) + MARK_SELDOM_MS),
    flood: since + FLOOD_SHOWN_MS,
  }
}

let takeBack: (() => void) | null = null
let lastSent = ''
/** Tells main which conversations were read, as it counts unread ones too. */
function sendToMain(): void {
  const ids = [...owed.keys()].filter(isReadHere).sort((a, b) => a - b)
  if (lastSent === ids.join()) return
  lastSent = ids.join()
  const before = takeBack
  takeBack = ids.length > 0 ? addInterest({ read: ids }) : null
  before?.()
}

function markNow(ticketId: number): void {
  owed.delete(ticketId)
  noteMark(ticketId)
  askedAt = performance.now()
  refreshThread(ticketId, true, true).catch(() => {})
}

/** Makes the mark whose time has come, one at a time, and looks again while there are others. */
function look(): void {
  clearTimeout(timer)
  timer = undefined
  const now = performance.now()
  const floods = isFlooded()
  let next = Number.POSITIVE_INFINITY
  for (const [ticketId, one] of [...owed]) {
    if (isOver(ticketId, one)) {
      owed.delete(ticketId)
      continue
    }
    const due = dueAt(ticketId, one)
    if ((floods ? due.flood : due.usual) <= now && askedAt + APART_MS <= now) markNow(ticketId)
    else next = Math.min(next, due.usual)
  }
  sendToMain()
  if (owed.size > 0) timer = setTimeout(look, Math.max(LOOK_MS, next - now))
}

/**
 * Nobody looks at its end any more: a mark that was put off is made in a moment, unless the conversation was read again by then
 * or something came that nobody has seen, which would be marked as well.
 */
export function settleMark(ticketId: number): void {
  const one = owed.get(ticketId)
  if (!one || one.left) return
  one.left = { at: performance.now(), arrived: arrivedIn(ticketId), markedAt: lastMark.get(ticketId) }
  clearTimeout(timer)
  timer = setTimeout(look, LOOK_MS)
}

/**
 * Tells the server that the end of a thread was seen: at once, then at most once a second while messages pour in, or
 * every twenty on servers without `parallelReads`, and there later still in a flood. The same call brings the newest page, so
 * the thread is checked on the way.
 * @returns takes a call back that has not left yet.
 */
export function markThreadRead(ticketId: number): () => void {
  const wait = (lastMark.get(ticketId) ?? Number.NEGATIVE_INFINITY) + markEvery() - performance.now()
  if (marksSeldom()) {
    // What was unread when the page was asked for was marked with it.
    if (wait > 0 && arrivedAtMark.get(ticketId) === arrivedIn(ticketId)) return () => {}
    owed.set(ticketId, { since: owed.get(ticketId)?.since ?? performance.now(), left: null })
    look()
    return () => {}
  }
  if (wait <= 0) {
    markNow(ticketId)
    return () => {}
  }
  const waiting = setTimeout(markNow, wait, ticketId)
  return () => clearTimeout(waiting)
}

registerFeed({
  name: 'read marks',
  applyEvents(events) {
    for (const [at, event] of events.entries()) {
      if (event.channel === 'appMessage' && owed.get(event.data.message.ticketId)?.left) sendToMain()
      if (event.channel !== 'ticket' || !('ticketId' in event.data)) continue
      const { action, ticketId } = event.data
      const one = owed.get(ticketId)
      if (action !== 'updateUnread' || !one) continue
      // Somebody answered it or read it: the server has marked what had come by then.
      const later = events
        .slice(at + 1)
        .filter(
          other =>
            other.channel === 'appMessage' &&
            other.data.action === 'create' &&
            other.data.message.ticketId === ticketId &&
            !other.data.message.fromMe,
        ).length
      noteMark(ticketId, arrivedIn(ticketId) - later)
      if (later > 0 && !one.left) one.since = performance.now()
      else owed.delete(ticketId)
      sendToMain()
    }
  },
})

onMessagesReset(() => {
  lastMark.clear()
  arrivedAtMark.clear()
  owed.clear()
  clearTimeout(timer)
  timer = undefined
  sendToMain()
})
