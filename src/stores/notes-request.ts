/** The notes of a ticket, asked for by the thread and by the panel beside it at the same moment: one request serves both. */
import type { TicketNote } from '@contract'
import { call } from '@/api'
import { atSessionEnd } from './session-end'

const running = new Map<string, Promise<TicketNote[]>>()
// Else the next person to ask would get what the one before was allowed to see.
atSessionEnd('notes on their way', () => running.clear())

/**
 * Notes of a ticket and of its contact's other tickets. Whoever asks while the same question is on its way gets the
 * same answer; later questions are asked anew.
 * @throws ApiError
 */
export function askNotes(ticketId: number, contactId: number | null): Promise<TicketNote[]> {
  const key = `${ticketId}/${contactId ?? ''}`
  const before = running.get(key)
  if (before) return before
  const asked: Promise<TicketNote[]> = call('notes.list', {
    query: { ticketId, ...(contactId === null ? {} : { contactId }) },
  }).finally(() => {
    if (running.get(key) === asked) running.delete(key)
  })
  running.set(key, asked)
  return asked
}
