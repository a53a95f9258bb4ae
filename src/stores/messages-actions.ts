/** What an agent does to single messages: react, edit, delete. */

import type { Message, Reaction, TicketNote } from '@contract'
import { call } from '@/api'
import { findMessage, mergeIntoThread, putThread, threadOf, withNote } from './messages'
import { forgetNotes, type Named, naming } from './notes-request'

/** Replaces a message wherever the thread shows it; unlike a merge this may take things away. */
function replace(ticketId: number, next: Message): void {
  if (!threadOf(ticketId)) return
  putThread(ticketId, thread => {
    if (!thread.own.byId.has(next.id)) {
      return { earlier: thread.earlier.map(row => (row.id === next.id ? next : row)) }
    }
    const byId = new Map(thread.own.byId).set(next.id, next)
    return { own: { byId, list: thread.own.list.map(row => (row.id === next.id ? next : row)) } }
  })
}

/**
 * Reacts to a message, shown at once; an empty emoji takes the reaction back.
 * @param threadId ticket whose thread shows the message.
 * @throws ApiError when the server refuses; the reaction is then as before.
 */
export async function react(
  threadId: number,
  message: Message,
  userId: number,
  emoji: string,
): Promise<void> {
  const others = message.reactions.filter(reaction => reaction.userId !== userId)
  const mine: Reaction = { userId, type: emoji, fromMe: true }
  replace(threadId, { ...message, reactions: emoji === '' ? others : [...others, mine] })
  try {
    const answer = await call('messages.react', { params: { id: message.id }, body: { type: emoji } })
    const now = findMessage(threadId, message.id)
    if (now && answer.reactions.length > 0) replace(threadId, { ...now, reactions: answer.reactions })
  } catch (error) {
    const now = findMessage(threadId, message.id)
    if (now) replace(threadId, { ...now, reactions: message.reactions })
    throw error
  }
}

/**
 * Changes the text of an own message.
 * @throws ApiError when the server refuses; nothing has changed then.
 */
export async function editMessage(threadId: number, message: Message, body: string): Promise<void> {
  const answer = await call('messages.edit', { params: { id: message.id }, body: { body } })
  // Some servers answer nothing: then the change is known from the request.
  const now = findMessage(threadId, message.id) ?? message
  mergeIntoThread(threadId, [answer.message ?? { ...now, body, isEdited: true }])
}

/**
 * Deletes an own message for everybody; its text stays readable here, marked.
 * @throws ApiError when the server refuses.
 */
export async function deleteMessage(threadId: number, message: Message): Promise<void> {
  await call('messages.remove', { params: { id: message.id } })
  const now = findMessage(threadId, message.id) ?? message
  mergeIntoThread(threadId, [{ ...now, isDeleted: true }])
}

/**
 * Has what is heard or read in a message's file written below it; live events tell how far it is.
 * @throws ApiError when the server refuses.
 */
export async function transcribe(threadId: number, { id: messageId }: Message): Promise<void> {
  const answer = await call('copilot.transcribe', { body: { messageId } })
  if (answer.message) mergeIntoThread(threadId, [answer.message])
}

/**
 * Leaves a whisper on a message: a note that colleagues see under it, live, and the customer never does.
 * @throws ApiError when the server refuses; nothing was left then.
 */
export async function whisper(
  message: Message,
  contactId: number,
  note: string,
  mentions: Named,
): Promise<void> {
  const { ticketId } = message
  const left = await call('notes.create', {
    body: { note, ticketId, contactId, messageId: message.id, ...naming(mentions) },
  })
  forgetNotes()
  // A server that keeps notes without their message would show the words in the wrong place: they stay a note.
  if (threadOf(ticketId)) putThread(ticketId, thread => ({ notes: withNote(thread.notes, left) }))
}

/**
 * Takes a whisper or a note back.
 * @throws ApiError when the server refuses; it stays then.
 */
export async function removeNote(note: TicketNote): Promise<void> {
  await call('notes.remove', { params: { id: note.id } })
  forgetNotes()
  const { ticketId } = note
  if (ticketId !== null && threadOf(ticketId))
    putThread(ticketId, thread => ({ notes: thread.notes.filter(known => known.id !== note.id) }))
}
