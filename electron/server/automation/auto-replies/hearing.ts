/** An answer waits for the transcripts of the customer's voice notes and PDFs, if the company has them transcribed. */
import { isOnFor, isTranscribable } from '@contract'
import { and, eq, gt, inArray } from 'drizzle-orm'
import type { MessageRow } from '../../desk/presenters/messages'
import { transcriptsOf } from '../../desk/presenters/transcripts'
import type { TicketRow } from '../../desk/tickets/visibility'
import { messages, transcripts } from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { copilotOf } from '../copilot/settings'
import { note } from '../transcripts/ask'
import { transcribeSoon } from '../transcripts/worker'
import type { AutoReplyRow } from './hand-over'

/** Requests that lie ahead because the clock was set back become now, so that they are waited for once more, and no longer. */
async function setRight(app: Workspace, companyId: number, recordings: readonly MessageRow[]): Promise<void> {
  const now = new Date().toISOString()
  const seqs = recordings.map(({ seq }) => seq)
  const ahead = and(inArray(transcripts.messageSeq, seqs), gt(transcripts.createdAt, now))
  if ((await app.db.$count(transcripts, ahead)) === 0) return
  await app.db.company(companyId).update(transcripts).set({ createdAt: now }).where(ahead)
}

/**
 * Requests missing transcripts of what is not answered yet.
 * @returns the instant until which the answer waits for them; null when there is nothing to wait for. A finished
 *   transcript makes the row due at once (transcripts/worker.ts).
 */
export async function transcriptsDueAt(
  app: Workspace,
  row: AutoReplyRow,
  ticket: TicketRow,
): Promise<string | null> {
  const open = await app.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.ticketId, row.ticketId),
        eq(messages.fromMe, false),
        inArray(messages.mediaType, ['audio', 'application']),
        gt(messages.seq, row.answeredSeq),
      ),
    )
  const recordings = open.filter(isTranscribable)
  if (recordings.length === 0) return null
  const settings = await copilotOf(app.db, row.companyId)
  if (!isOnFor(settings?.features.transcribe, ticket.queueId)) return null
  await setRight(app, row.companyId, recordings)
  const known = await transcriptsOf(app.db, recordings)
  const unasked = recordings.filter(({ seq }) => !known.has(seq))
  if (unasked.length > 0) {
    await app.db.company(row.companyId).write(tx => note(tx, unasked, null))
    for (const message of unasked) transcribeSoon(app, message)
  }
  const begun = recordings.flatMap(({ seq }) => {
    const transcript = known.get(seq)
    if (!transcript) return Date.now()
    return transcript.state === 'queued' ? Date.parse(transcript.createdAt) : []
  })
  if (begun.length === 0) return null
  const until = Math.min(...begun) + app.modelTimeouts.hearing
  return until > Date.now() ? new Date(until).toISOString() : null
}
