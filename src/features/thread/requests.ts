/** What others ask an open thread to do: small, per ticket, forgotten once it is done. */
import type { Message } from '@contract'
import { threadOf } from '@/stores/messages'
import { createSessionStore } from '@/stores/session-end'

export interface ThreadUi {
  /** Own message whose text is being changed. */
  editing: { ticketId: number; message: Message } | null
  /** Message to show and flash. */
  target: { ticketId: number; messageId: string; focus: boolean } | null
}

export const useThreadUi = createSessionStore<ThreadUi>('thread', () => ({ editing: null, target: null }))

/** Whether an own message can still be changed by its writer: what customers press stays as it is. */
export const isEditable = ({ fromMe, isDeleted, body, mediaUrl, menu }: Message): boolean =>
  fromMe && !isDeleted && body !== '' && mediaUrl === null && menu === null

/** Whether a message can be reacted to and quoted: a deleted one is only shown, marked. */
export const isAnswerable = (message: Message): boolean => !message.isDeleted

/** Opens the last own text message of a ticket for editing; answers whether there was one. */
export function editLastOwn(ticketId: number): boolean {
  const message = threadOf(ticketId)?.own.list.findLast(isEditable)
  if (!message) return false
  useThreadUi.setState({ editing: { ticketId, message } })
  return true
}

/**
 * Shows a message of an open thread: loads older pages if it has to.
 * @param focus whether the keyboard goes there too.
 */
export const showMessage = (ticketId: number, messageId: string, { focus = true } = {}): void =>
  useThreadUi.setState({ target: { ticketId, messageId, focus } })
