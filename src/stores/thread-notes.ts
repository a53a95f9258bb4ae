/** What belongs to a conversation beside its messages is asked for after them, not against them. */
import { onMessagesReset, onThreadForgotten, putThread, threadOf, watchedSince } from './messages'
import { newestOnItsWay } from './messages-loader'
import { timeOf } from './messages-merge'
import { messagesSource } from './messages-source'
import { mayReadAhead } from './reading-ahead'
import { capability } from './servers'

/** A conversation asks for its page in the frame it comes in, or right after it. Milliseconds. */
const OPENING_MS = 40
/**
 * Where one question is answered after the other, whoever steps through conversations waits for no notes: they are asked for
 * where somebody stays this long. Milliseconds.
 */
const STAYED_MS = 1_000
/** In a flood so long, unless it is over before: people step from one to the next then, and back. Milliseconds. */
const FLOOD_STAYED_MS = 4_000
/** How often one who stays in a flood looks whether it is over. Milliseconds. */
const LOOK_MS = 500

/** Threads whose notes are there or on their way. */
const asked = new Set<number>()
onThreadForgotten(ticketId => asked.delete(ticketId))
onMessagesReset(() => asked.clear())

const after = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** Resolves once the newest page of a conversation that is being opened is there or has failed; where none was asked for, after a moment. */
export async function newestSettled(ticketId: number): Promise<void> {
  await after(OPENING_MS)
  await newestOnItsWay(ticketId)?.catch(() => undefined)
}

/**
 * Waits until somebody had time to leave again: on servers without `parallelReads` what is asked next is for who stays.
 * @param since when they came, as `performance.now()`; null once they left. Who leaves and comes back has come anew.
 * @returns false for who left.
 */
export async function hasStayed(since: () => number | null): Promise<boolean> {
  for (;;) {
    const came = since()
    if (came === null || capability('parallelReads') === 'native') return came !== null
    const left = came + STAYED_MS - performance.now()
    if (left > 0) await after(left)
    else if (mayReadAhead() || performance.now() - came >= FLOOD_STAYED_MS) return true
    else await after(LOOK_MS)
  }
}

async function load(ticketId: number, contactId: number | null): Promise<void> {
  await newestSettled(ticketId)
  const settled = performance.now()
  const since = (): number | null => {
    const came = watchedSince(ticketId)
    return came === null ? null : Math.max(came, settled)
  }
  if (!(await hasStayed(since))) {
    // Whoever comes back asks.
    asked.delete(ticketId)
    return
  }
  const notes = await messagesSource().notes(ticketId, contactId)
  const own = notes.filter(note => note.ticketId === ticketId)
  own.sort((a, b) => timeOf(a.createdAt) - timeOf(b.createdAt))
  // Most have none: nothing changes then, and nothing is drawn for it.
  const known = threadOf(ticketId)?.notes
  if (known && (known.length > 0 || own.length > 0)) putThread(ticketId, () => ({ notes: own }))
}

/** Loads the notes of a thread once, after its newest page; a server without notes leaves the thread as it is. */
export function loadNotes(ticketId: number, contactId: number | null): void {
  if (asked.has(ticketId)) return
  asked.add(ticketId)
  load(ticketId, contactId).catch(() => asked.delete(ticketId))
}
