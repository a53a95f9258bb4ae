/** What belongs to a conversation beside its messages is asked for after them, not against them. */
import { onMessagesReset, onThreadForgotten, putThread, threadOf } from './messages'
import { newestOnItsWay } from './messages-loader'
import { timeOf } from './messages-merge'
import { messagesSource } from './messages-source'

/** A conversation asks for its page in the frame it comes in, or right after it. Milliseconds. */
const OPENING_MS = 40

/** Threads whose notes are there or on their way. */
const asked = new Set<number>()
onThreadForgotten(ticketId => asked.delete(ticketId))
onMessagesReset(() => asked.clear())

/**
 * Resolves once the newest page of a conversation that is being opened is there or has failed; where none was asked for,
 * after a moment.
 */
export async function newestSettled(ticketId: number): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, OPENING_MS))
  await newestOnItsWay(ticketId)?.catch(() => undefined)
}

async function load(ticketId: number, contactId: number | null): Promise<void> {
  await newestSettled(ticketId)
  const notes = await messagesSource().notes(ticketId, contactId)
  const own = notes.filter(note => note.ticketId === ticketId)
  own.sort((a, b) => timeOf(a.createdAt) - timeOf(b.createdAt))
  if (threadOf(ticketId)) putThread(ticketId, () => ({ notes: own }))
}

/** Loads the notes of a thread once, after its newest page; a server without notes leaves the thread as it is. */
export function loadNotes(ticketId: number, contactId: number | null): void {
  if (asked.has(ticketId)) return
  asked.add(ticketId)
  load(ticketId, contactId).catch(() => asked.delete(ticketId))
}
