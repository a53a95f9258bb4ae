import type { Ticket } from '@contract'
import { useEffect } from 'react'
import { listenToThread, type Thread, threadOf, watchThread } from '@/stores/messages'
import { loadOlder, setThreadContact } from '@/stores/messages-loader'
import { marksOnOpening, openThread } from '@/stores/messages-opening'
import { startOutbox } from '@/stores/outbox'
import { loadNotes } from '@/stores/thread-notes'
import { afterPaint } from '@/ui'
import { mediaKind, safeMediaUrl } from './media'
import { onTrackEnd } from './media/audio-deck'

export interface OpenThreadOptions {
  ticketId: number
  ticket: Ticket | null
  /** Looking leaves no trace on the server. */
  readOnly: boolean
  /** Nothing is asked of the server. */
  liveOnly: boolean
  /** Unread messages when the conversation came on screen. */
  unreadAtOpen: number
}

/** Loads a conversation and keeps it up to date while it is on screen. */
export function useOpenThread(options: OpenThreadOptions): void {
  const { ticketId, ticket, readOnly, liveOnly, unreadAtOpen } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was unread does not change while it is on screen
  useEffect(() => {
    if (liveOnly) return listenToThread(ticketId)
    if (!readOnly) startOutbox()
    const leave = watchThread(ticketId)
    const open = (): void => openThread(ticketId, !readOnly && marksOnOpening(unreadAtOpen))
    // What is known is painted first; the question what is new need not be asked in the same frame.
    const cancel = threadOf(ticketId)?.phase === 'ready' ? afterPaint(open) : open()
    return () => {
      cancel?.()
      leave()
    }
  }, [ticketId, readOnly, liveOnly])

  const contactId = ticket?.contactId ?? null
  useEffect(() => {
    setThreadContact(ticketId, contactId)
    if (ticket) loadNotes(ticketId, contactId)
  }, [ticketId, contactId, ticket])
}

/** A ticket without messages continues above all the same: the contact's earlier ones are fetched. */
export function useEarlierTickets(ticketId: number, thread: Thread | undefined, isEmpty: boolean): void {
  const isWithoutMessages = thread?.phase === 'ready' && isEmpty && thread.older === 'idle'
  useEffect(() => {
    if (isWithoutMessages) void loadOlder(ticketId)
  }, [isWithoutMessages, ticketId])
}

/** A voice message that ends is followed by the one right below it. */
export function useNextVoice(ticketId: number): void {
  useEffect(
    () =>
      onTrackEnd(id => {
        const list = threadOf(ticketId)?.own.list ?? []
        const next = list[list.findIndex(message => message.id === id) + 1]
        const url = next && mediaKind(next) === 'audio' ? safeMediaUrl(next.mediaUrl) : null
        return next && url && list.some(message => message.id === id) ? { id: next.id, url } : null
      }),
    [ticketId],
  )
}
