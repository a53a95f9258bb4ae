/**
 * Requests for transcripts: by a person, for arriving voice notes if the company wants that, or for an automatic
 * answer.
 */
import { isOnFor, isTranscribable } from '@contract'
import { eq } from 'drizzle-orm'
import type { Act, Consumer } from '../../desk/happenings/consumer'
import { changed } from '../../desk/messages/change'
import { messageFor } from '../../desk/messages/rows'
import type { MessageRow, MessageView } from '../../desk/presenters/messages'
import { ApiError } from '../../errors'
import type { Tx } from '../../platform/db/client'
import { afterCommit } from '../../platform/db/engine/inside'
import { transcripts } from '../../platform/db/schema'
import type { Me, Workspace } from '../../workspace'
import { copilotOf, refuseUnlessOffered } from '../copilot/settings'
import { pace } from '../integrations/try-prompt'
import { transcribeSoon, transcriptJob } from './worker'

const NEW = { state: 'queued', failure: null, attempts: 0 } as const

/** Notes a request. Running and finished ones stay; failed ones are requested again. */
export async function note(tx: Tx, rows: readonly MessageRow[], userId: number | null): Promise<void> {
  const nextAt = new Date().toISOString()
  await tx
    .insert(transcripts)
    .values(rows.map(({ seq, companyId }) => ({ messageSeq: seq, companyId, userId, nextAt })))
    .onConflictDoUpdate({
      target: transcripts.messageSeq,
      set: { ...NEW, userId, nextAt, createdAt: nextAt, updatedAt: nextAt },
      setWhere: eq(transcripts.state, 'failed'),
    })
}

/**
 * Requests the transcript of a message for a person who sees it.
 * @returns the message with its progress.
 * @throws ApiError ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION, ERR_COPILOT_OFF, ERR_TRANSCRIPT_FILE, ERR_TOO_MANY_ATTEMPTS
 */
export async function askForTranscript(
  app: Workspace,
  me: Me,
  messageId: string,
): Promise<MessageView | null> {
  const found = await messageFor(app.db, me, messageId)
  await refuseUnlessOffered(app.db, me, 'transcribe', found.ticket.queueId)
  if (!isTranscribable(found.message)) throw new ApiError('ERR_TRANSCRIPT_FILE')
  await pace(app, me)
  const view = await changed(app, found, {}, tx => note(tx, [found.message], me.id))
  transcribeSoon(app, found.message)
  return view
}

/** Requests transcripts of customers' recordings and PDFs in the write that stores them, if the company wants that. */
async function noteArrivals({ app, tx, companyId }: Act, rows: readonly MessageRow[]): Promise<void> {
  const recordings = rows.filter(row => !row.fromMe && row.mediaType !== 'image' && isTranscribable(row))
  if (recordings.length === 0) return
  const settings = await copilotOf(tx, companyId)
  if (!settings?.transcribesArrivals) return
  const wanted = recordings.filter(({ queueId }) => isOnFor(settings.features.transcribe, queueId))
  if (wanted.length === 0) return
  await note(tx, wanted, null)
  afterCommit(() => {
    for (const recording of wanted) transcribeSoon(app, recording)
  })
}

/** Transcribes recordings and PDFs as they arrive. */
export const transcribing: Consumer = {
  name: 'transcripts',
  hears: {
    wrote: (act, { stored }) => noteArrivals(act, stored),
    filed: (act, { message }) => noteArrivals(act, [message]),
  },
  follows: transcriptJob,
}
