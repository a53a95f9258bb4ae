/**
 * Makes the requested transcripts that are due. The rows are the queue: the next start continues after a kill, from the
 * piece that was reached.
 */
import type { ServerErrorCode } from '@contract'
import { and, asc, eq, gt, lte } from 'drizzle-orm'
import { FileRefused, PAUSE_GROWS, RETRYABLE_ERRORS, TRIES } from '../../../copilot/listening'
import { aiCodeOf } from '../../../providers/chat-model'
import type { Following } from '../../desk/happenings/consumer'
import { beginNow } from '../../desk/happenings/follow'
import { happened } from '../../desk/happenings/tell'
import { changed } from '../../desk/messages/change'
import type { MessageRow } from '../../desk/presenters/messages'
import { searchText, type TranscriptRow } from '../../desk/presenters/transcripts'
import type { TicketRow } from '../../desk/tickets/visibility'
import { ApiError } from '../../errors'
import { reasonOf } from '../../log'
import type { Db } from '../../platform/db/client'
import { autoReplies, messages, tickets, transcripts } from '../../platform/db/schema'
import { refuseWithoutFeature } from '../../platform/plans/limits'
import type { Workspace } from '../../workspace'
import { copilotOf } from '../copilot/settings'
import { listen, type Progress } from './listen'

/** Rows looked at together; those under way are among them. */
const MOST_A_TURN = 100

interface Due {
  row: TranscriptRow
  message: MessageRow
  ticket: TicketRow
}

async function due(db: Db, seq: number): Promise<Due | null> {
  const [found] = await db
    .select({ row: transcripts, message: messages, ticket: tickets })
    .from(transcripts)
    .innerJoin(messages, eq(messages.seq, transcripts.messageSeq))
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .where(and(eq(transcripts.messageSeq, seq), eq(transcripts.state, 'queued')))
  return found ?? null
}

/** Stores what is known now, and tells everybody who sees the conversation. */
async function keep(
  app: Workspace,
  { row, message, ticket }: Due,
  values: Partial<TranscriptRow>,
): Promise<void> {
  const updatedAt = new Date().toISOString()
  await changed(app, { message, ticket }, {}, async (tx, now) => {
    const { seq, body } = now
    const [kept] = await tx
      .update(transcripts)
      .set({ ...values, updatedAt })
      .where(eq(transcripts.messageSeq, row.messageSeq))
      .returning()
    if (kept && values.body !== undefined)
      await tx
        .update(messages)
        // A changed text invalidates its translations.
        .set({ search: searchText(body, kept.body, null), translations: null })
        .where(eq(messages.seq, seq))
    if (kept && values.state === 'done')
      await happened({ app, tx, companyId: now.companyId }, 'transcribed', now)
    // An automatic answer may have waited for it.
    if (values.state)
      await tx
        .update(autoReplies)
        .set({ nextAt: updatedAt })
        .where(
          and(
            eq(autoReplies.ticketId, ticket.id),
            eq(autoReplies.status, 'active'),
            gt(autoReplies.nextAt, updatedAt),
          ),
        )
  })
}

/** The error code shown when there is no transcript. */
const codeOf = (error: unknown): ServerErrorCode =>
  error instanceof ApiError || error instanceof FileRefused ? error.code : aiCodeOf(error)

async function makeTranscript(app: Workspace, seq: number, ending: AbortSignal): Promise<number> {
  const found = await due(app.db, seq)
  if (!found) return 0
  const { row, message } = found
  try {
    const settings = await copilotOf(app.db, row.companyId)
    if (!settings?.features.transcribe?.on) throw new ApiError('ERR_COPILOT_OFF')
    await refuseWithoutFeature(app.db, row.companyId, 'useOpenAi')
    const kept = (progress: Progress): Promise<void> => {
      const isWhole = progress.piecesDone === progress.pieces
      return keep(app, found, { ...progress, ...(isWhole ? { state: 'done' as const } : {}) })
    }
    await listen({ app, settings, message, known: row, kept, ending })
  } catch (error) {
    // Aborted because the workspace ends: the next start continues.
    if (ending.aborted) return 0
    const failure = codeOf(error)
    const attempts = row.attempts + 1
    app.log.warn('a transcript was not made', { seq, attempts, failure, reason: reasonOf(error) })
    const isOver = attempts >= TRIES || !RETRYABLE_ERRORS.has(failure)
    const pause = app.modelTimeouts.pause * PAUSE_GROWS ** row.attempts
    const nextAt = new Date(Date.now() + pause).toISOString()
    await keep(app, found, isOver ? { state: 'failed', failure, attempts } : { attempts, nextAt })
  }
  return 1
}

/** Requested transcripts. Those under way when the workspace ends are continued at the next start. */
export const transcriptJob: Following = {
  job: 'transcript.make',
  everyMs: 2_000,
  atOnce: 2,
  many: 24,
  due: ({ db }, of) =>
    db
      .select({ key: transcripts.messageSeq, companyId: transcripts.companyId })
      .from(transcripts)
      .where(
        and(
          eq(transcripts.state, 'queued'),
          lte(transcripts.nextAt, new Date().toISOString()),
          of(transcripts.companyId),
        ),
      )
      .orderBy(asc(transcripts.nextAt))
      .limit(MOST_A_TURN),
  work: (app, { key }, ending) => makeTranscript(app, key, ending),
}

/** Begins a requested transcript at once. */
export const transcribeSoon = (
  app: Workspace,
  { seq, companyId }: { seq: number; companyId: number },
): void => beginNow(app, transcriptJob, { key: seq, companyId })
