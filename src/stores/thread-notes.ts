/** What belongs to a conversation beside its messages is asked for after them, not against them. */
import { isWatched, onMessagesReset, onThreadForgotten, putThread, threadOf } from './messages'
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
/** And in a flood so much longer: people step from one to the next then. Milliseconds. */
const FLOOD_STAYED_MS = 3_000

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

/** Resolves when somebody had time to leave again: on servers without `parallelReads` what is asked next is for who stays. */
export async function hasStayed(): Promise<void> {
  if (capability('parallelReads') === 'native') return
  await after(STAYED_MS)
  if (!mayReadAhead()) await after(FLOOD_STAYED_MS)
}

async function load(ticketId: number, contactId: number | null): Promise<void> {
  await newestSettled(ticketId)
  await hasStayed()
  if (!isWatched(ticketId)) {
    // Left before: whoever comes back asks.
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
