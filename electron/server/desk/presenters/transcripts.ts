/** Transcripts: found for many messages at once, and the text searches look into. */
import { captionOf, fold, isTranscribable, messageWords, searchedIn, type Translations } from '@contract'
import { eq } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { amongIds } from '../../platform/db/engine/words'
import { prepared } from '../../platform/db/prepared'
import { type messages, transcripts } from '../../platform/db/schema'

export type TranscriptRow = typeof transcripts.$inferSelect
type MessageRow = typeof messages.$inferSelect

const transcriptRows = prepared(db =>
  db.select().from(transcripts).where(amongIds(transcripts.messageSeq)).prepare(),
)

/** @returns the transcripts of messages by `seq`; nothing is read when none can have one. */
export async function transcriptsOf(
  db: Reader,
  rows: readonly MessageRow[],
): Promise<Map<number, TranscriptRow>> {
  const seqs = rows.filter(isTranscribable).map(({ seq }) => seq)
  if (seqs.length === 0) return new Map()
  const found = await transcriptRows(db).all({ ids: JSON.stringify(seqs) })
  return new Map(found.map(row => [row.messageSeq, row]))
}

/** Messages as a model reads them: with the transcript of their files. */
export async function inWords<M extends MessageRow>(
  db: Reader,
  rows: readonly M[],
): Promise<(M & { heard: string })[]> {
  const found = await transcriptsOf(db, rows)
  return rows.map(row => {
    const transcriptText = found.get(row.seq)?.body ?? ''
    // A channel's placeholder for a missing caption says nothing.
    const body = transcriptText === '' ? row.body : captionOf({ ...row, mediaUrl: row.mediaFile })
    return { ...row, body, heard: transcriptText }
  })
}

/** The text of messages by `seq`, for translation. */
export async function wordsOf(db: Reader, rows: readonly MessageRow[]): Promise<Map<number, string>> {
  const found = await transcriptsOf(db, rows)
  return new Map(
    rows.map(row => {
      const transcriptRow = found.get(row.seq)
      const transcript = transcriptRow ? { text: transcriptRow.body, state: transcriptRow.state } : null
      return [row.seq, messageWords({ ...row, mediaUrl: row.mediaFile, transcript })]
    }),
  )
}

/** The text a search of messages looks into. */
export const searchText = (body: string, heard: string, translations: Translations | null): string =>
  fold(searchedIn({ body, transcript: { text: heard }, translations }))

/** The same for a message that may have a transcript. */
export async function searchTextOf(
  db: Reader,
  { seq, body, translations }: Pick<MessageRow, 'seq' | 'body' | 'translations'>,
): Promise<string> {
  const [row] = await db
    .select({ heard: transcripts.body })
    .from(transcripts)
    .where(eq(transcripts.messageSeq, seq))
  return searchText(body, row?.heard ?? '', translations)
}
