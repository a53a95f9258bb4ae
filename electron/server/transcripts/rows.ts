/** Transcripts as they are kept: found for many messages at once, and what searches look into. */
import { captionOf, fold, isTranscribable } from '@contract'
import { eq } from 'drizzle-orm'
import type { Reader } from '../db/client'
import { amongIds } from '../db/engine/words'
import { prepared } from '../db/prepared'
import { type messages, transcripts } from '../db/schema'

export type TranscriptRow = typeof transcripts.$inferSelect
type MessageRow = typeof messages.$inferSelect

const transcriptRows = prepared(db =>
  db.select().from(transcripts).where(amongIds(transcripts.messageSeq)).prepare(),
)

/** @returns the transcripts of messages by their `seq`; nothing is read where none can have one. */
export async function transcriptsOf(
  db: Reader,
  rows: readonly MessageRow[],
): Promise<Map<number, TranscriptRow>> {
  const seqs = rows.filter(isTranscribable).map(({ seq }) => seq)
  if (seqs.length === 0) return new Map()
  const found = await transcriptRows(db).all({ ids: JSON.stringify(seqs) })
  return new Map(found.map(row => [row.messageSeq, row]))
}

/** Messages as a model reads them: with what is heard or read in their files. */
export async function inWords<M extends MessageRow>(
  db: Reader,
  rows: readonly M[],
): Promise<(M & { heard: string })[]> {
  const found = await transcriptsOf(db, rows)
  return rows.map(row => {
    const heard = found.get(row.seq)?.body ?? ''
    // What a channel writes where there is no caption says nothing beside it.
    const body = heard === '' ? row.body : captionOf({ ...row, mediaUrl: row.mediaFile })
    return { ...row, body, heard }
  })
}

/** What searches of a message look into: its text, and what is heard or read in its file. */
export const searchText = (body: string, heard: string): string =>
  fold([body, heard].filter(Boolean).join('\n'))

/** The same for another text of a message that may have a transcript. */
export async function searchTextOf(db: Reader, messageSeq: number, body: string): Promise<string> {
  const [row] = await db
    .select({ heard: transcripts.body })
    .from(transcripts)
    .where(eq(transcripts.messageSeq, messageSeq))
  return searchText(body, row?.heard ?? '')
}
