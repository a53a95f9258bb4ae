/** The notes of a ticket, asked for by the thread and by the panel beside it at the same moment: one request serves both. */
import type { TicketNote } from '@contract'
import { call } from '@/api'
import { registerFeed } from './feed'
import { atSessionEnd } from './session-end'

/** How long an answer serves again, in milliseconds: thread and panel ask within one opening. */
const SHARED_MS = 2_000

const recent = new Map<string, Promise<TicketNote[]>>()
// Else the next person to ask would get what the one before was allowed to see.
atSessionEnd('notes on their way', () => recent.clear())
/** A note came or went: answers from before do not hold it. */
export const forgetNotes = (): void => recent.clear()
registerFeed({
  name: 'notes on their way',
  applyEvents(events) {
    if (events.some(event => event.channel === 'ticketNote')) forgetNotes()
  },
  refetch: forgetNotes,
})

/**
 * Notes of a ticket and of its contact's other tickets. Whoever asks the same at nearly the same time gets the same answer;
 * later questions are asked anew, and so are those that failed.
 * @throws ApiError
 */
export function askNotes(ticketId: number, contactId: number | null): Promise<TicketNote[]> {
  const key = `${ticketId}/${contactId ?? ''}`
  const before = recent.get(key)
  if (before) return before
  const asked: Promise<TicketNote[]> = call('notes.list', {
    query: { ticketId, ...(contactId === null ? {} : { contactId }) },
  })
  const forget = (): void => {
    if (recent.get(key) === asked) recent.delete(key)
  }
  asked.then(() => setTimeout(forget, SHARED_MS), forget)
  recent.set(key, asked)
  return asked
}

/** Ids of the people and queues that a note names. */
export interface Named {
  users: number[]
  queues: number[]
}
export const NOBODY: Named = { users: [], queues: [] }

/** Whom a note names, as its call says it; nothing where nobody is, for servers that know no mentions. */
export const naming = (mentions: Named): { mentions?: Named } =>
  mentions.users.length + mentions.queues.length > 0 ? { mentions } : {}
