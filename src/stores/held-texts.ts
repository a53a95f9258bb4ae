/** Texts that may still be taken back: into the draft they came from. */
import { type OutboxEntry, type Result, withoutSignature } from '@contract'
import { draftOf, saveDraft } from './drafts'
import { takeMenuBack } from './menu-drafts'
import { isHeld, takeBack, useOutbox } from './outbox'
import { type StoredTicket, useTicketsStore } from './tickets'

/**
 * Takes a text that has not left back into its ticket's draft, as it was written: without its signature, untranslated. One
 * with buttons goes back into their dialog, see `takeMenuBack`.
 * @param shown whether its ticket is on screen.
 * @returns whether it was still there; where it was not the draft stays as it is.
 */
export async function backToDraft(entry: OutboxEntry, shown: boolean): Promise<Result<{ removed: boolean }>> {
  const answer = await takeBack(entry.id)
  if (!answer.ok || !answer.value.removed) return answer
  const { ticketId, menu, quote } = entry
  const text = entry.original?.text ?? withoutSignature(entry.body)
  if (menu) {
    takeMenuBack(ticketId, { text, menu }, quote, shown)
    return answer
  }
  const draft = draftOf(ticketId)
  const joined = draft?.text ? `${draft.text}\n${text}` : text
  saveDraft(ticketId, { text: joined, quote: draft?.quote ?? quote, caret: joined.length })
  return answer
}

// What was written in one's own ticket does not leave into somebody else's, nor where the person no longer sees it.
useTicketsStore.subscribe(({ byId, gone, viewer }, before) => {
  if (byId === before.byId && gone === before.gone) return
  const isMine = (ticket: StoredTicket | undefined): boolean =>
    ticket?.status === 'open' && ticket.userId === viewer?.id
  const isLost = (id: number): boolean => {
    const now = byId.get(id)
    if (!now || gone.has(id)) return true
    return now.status === 'open' && now.userId !== null && !isMine(now)
  }
  for (const entry of useOutbox.getState().entries.values()) {
    const { kind, ticketId } = entry
    if (kind !== 'text' || !isHeld(entry) || !isMine(before.byId.get(ticketId))) continue
    // One that is on its way by now is the server's to refuse.
    if (isLost(ticketId)) void backToDraft(entry, false)
  }
})
