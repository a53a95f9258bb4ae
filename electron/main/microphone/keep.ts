/** Where a recording goes that no window took over: into the draft of its ticket, where its composer looks first. */
import type { Draft, FinishedTake } from '../../../src/contract'

export interface DraftShelf {
  list(): Promise<Draft[]>
  save(draft: Draft): Promise<void>
}

/** @param now for drafts that a recording begins. @throws what the shelf throws. */
export async function keepInDrafts(
  finished: readonly FinishedTake[],
  drafts: DraftShelf,
  now: () => Date,
): Promise<void> {
  if (finished.length === 0) return
  const byTicket = new Map((await drafts.list()).map(draft => [draft.ticketId, draft]))
  for (const { ticketId, file } of finished) {
    const known = byTicket.get(ticketId) ?? {
      ticketId,
      text: '',
      quote: null,
      attachments: [],
      caret: null,
      updatedAt: now().toISOString(),
    }
    const draft: Draft = {
      ...known,
      attachments: [...known.attachments, { ...file, caption: '', width: null, height: null }],
    }
    byTicket.set(ticketId, draft)
    await drafts.save(draft)
  }
}
