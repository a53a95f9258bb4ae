/**
 * Downloads files of incoming messages in the background: a channel stores incoming events as rows and passes those
 * with a file to this. A message whose file takes long, or fails now, is shown without it, so that the customer's next
 * messages do not wait; the file is added later.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type LostFile, notReceivedWords } from '@contract'
import { within } from '../../../time-limit'
import { createFairQueue } from '../../fair-queue'
import { type Log, reasonOf } from '../../log'
import type { Db } from '../../platform/db/client'
import { uploadLimitBytes } from '../../platform/media/folder'
import type { IncomingMedia, KeptFile } from '../../platform/media/kept-file'
import type { ChannelSink, IncomingMessage } from './channel'

/** Parallel downloads per number: each file is in memory completely. */
const FILES_AT_ONCE = 4
/**
 * Pauses between tries, milliseconds; then it is shown as missing. Nobody waits for it, so an outage of hours is sat
 * out; WhatsApp keeps files for a week.
 */
export const FILE_RETRIES_MS: readonly number[] = [
  ...[1_000, 4_000, 15_000, 45_000, 120_000, 600_000, 1_800_000, 3_600_000, 3_600_000, 3_600_000],
]

/** Times in milliseconds. */
export interface FileTuning {
  /** Time limit of one download. */
  fileMs: number
  /** After this a message is shown without its file. */
  fileShownMs: number
  /** Pauses between tries. */
  fileRetriesMs: readonly number[]
}
export const FILE_TUNING: FileTuning = {
  fileMs: 120_000,
  fileShownMs: 5_000,
  fileRetriesMs: FILE_RETRIES_MS,
}

interface InboxRow {
  id: number
  whatsappId: number
  attempts: number
  /** When its message was shown without its file. */
  shownAt: string | null
}

/** A stored message with its row. */
interface TakenMessage {
  row: InboxRow
  event: { body: string; file: { name: string } | null }
}

/** The result of a download: the file, a text why it never comes, its size if too big, or a pause. */
export type FileAnswer =
  | { media: IncomingMedia }
  | { lost: LostFile }
  | { tooLarge: number | null }
  | { awayMs: number }

type Fetched =
  | Exclude<FileAnswer, { media: IncomingMedia }>
  | { kept: KeptFile }
  | { againMs: number }
  | 'ended'

export interface IncomingFilesDeps<Taken extends TakenMessage> {
  db: Db
  sink: ChannelSink
  log: Log
  tuning: FileTuning
  /** Aborts downloads. */
  ending: AbortSignal
  /** The message of an event, without its file; null when there is nothing to show. */
  messageOf(taken: Taken): Promise<IncomingMessage | null>
  /** Reports a message to the workspace. */
  report(taken: Taken, message: IncomingMessage): Promise<void>
  /** Downloads the file of a message. @param most bytes. @throws Error when a retry makes sense. */
  fileOf(taken: Taken, most: number, signal: AbortSignal): Promise<FileAnswer>
  /** Processes a row. @returns whether it was done; else it is postponed. */
  attempted(row: Taken['row'], work: () => Promise<void>): Promise<boolean>
  /** Postpones a row. @param ms milliseconds. @param isTry false when nothing was tried. */
  later(row: Taken['row'], ms: number, isTry?: boolean): Promise<unknown>
  finish(rows: readonly Taken['row'][]): Promise<unknown>
  /** Stores that a message is shown without its file. */
  markShown(row: Taken['row']): Promise<unknown>
  /** Called when a row is done or postponed. */
  wake(): void
}

export interface IncomingFiles<Taken> {
  /** Begins with a message that has a file, if its number has room; it is worked on until it is done or postponed. */
  begin(taken: Taken): void
  /** Shows a message without its file when its number has had no room for long. */
  show(taken: Taken): Promise<void>
  /** Rows being worked on: nothing else takes them. */
  busy(): number[]
  /** Numbers without room. */
  full(): number[]
  settled(): Promise<void>
}

/** A message with a text in place of its file. */
export const withoutFile = (message: IncomingMessage, file: string, why: LostFile): IncomingMessage => {
  const { media: _m, kept: _k, ...words } = message
  const body = [message.body, notReceivedWords({ what: 'lost', file, why })].filter(Boolean).join('\n')
  return { ...words, body, mediaType: 'conversation' }
}

/** A message whose file is settled. */
function settledAs(
  message: IncomingMessage,
  name: string,
  result: Exclude<Fetched, { againMs: number } | { awayMs: number } | 'ended'>,
): IncomingMessage {
  if ('tooLarge' in result)
    return { ...message, mediaType: 'conversation', tooLarge: { name, bytes: result.tooLarge } }
  return 'kept' in result ? { ...message, kept: result.kept } : withoutFile(message, name, result.lost)
}

/** Fetches nothing by itself. */
export function createIncomingFiles<Taken extends TakenMessage>(
  deps: IncomingFilesDeps<Taken>,
): IncomingFiles<Taken> {
  const { db, sink, log, tuning, ending } = deps
  const queue = createFairQueue(FILES_AT_ONCE)
  /** Rows being worked on, with their numbers. */
  const busy = new Map<number, number>()
  const countOf = (whatsappId: number): number => [...busy.values()].filter(id => id === whatsappId).length

  const fetched = async (taken: Taken): Promise<Fetched> => {
    const { row } = taken
    try {
      const most = await uploadLimitBytes(db)
      const answer = await within(tuning.fileMs, signal => deps.fileOf(taken, most, signal), ending)
      if (!('media' in answer)) return answer
      // The other side still has the file: if it cannot be stored it is downloaded again later.
      return { kept: await sink.keep(row.whatsappId, answer.media) }
    } catch (error) {
      if (ending.aborted) return 'ended'
      log.warn('a file was not fetched', {
        whatsappId: row.whatsappId,
        reason: reasonOf(error),
        attempts: row.attempts,
      })
      const againMs = tuning.fileRetriesMs[row.attempts]
      return againMs === undefined ? { lost: 'notFetched' } : { againMs }
    }
  }

  /** The message of a row; null when there is nothing to show, or it is unknown now. */
  const messageOf = async (taken: Taken): Promise<IncomingMessage | null> => {
    let message: IncomingMessage | null = null
    await deps.attempted(taken.row, async () => {
      message = await deps.messageOf(taken)
      if (!message) await deps.finish([taken.row])
    })
    return message
  }

  /** @returns whether its message is in the thread without its file. */
  const shown = async (taken: Taken, message: IncomingMessage): Promise<boolean> => {
    const { body: words, file } = taken.event
    const done = await deps.attempted(taken.row, async () => {
      const body = [words, `_Arquivo a caminho: ${file?.name}_`].filter(Boolean).join('\n')
      await deps.report(taken, { ...message, body, mediaType: 'conversation' })
      await deps.markShown(taken.row)
    })
    // The next message of its conversation may come now.
    deps.wake()
    return done
  }

  const take = async (taken: Taken): Promise<void> => {
    const { row, event } = taken
    const message = await messageOf(taken)
    if (!event.file || !message) return
    const fetching = fetched(taken)
    const first =
      row.shownAt === null
        ? await Promise.race([fetching, delay(tuning.fileShownMs, 'late' as const, { ref: false })])
        : 'late'
    if (first === 'ended') return
    const shows = row.shownAt === null && (first === 'late' || 'againMs' in first || 'awayMs' in first)
    if (shows && !(await shown(taken, message))) return
    const result = await fetching
    if (result === 'ended') return
    if ('againMs' in result) return void (await deps.later(row, result.againMs))
    if ('awayMs' in result) return void (await deps.later(row, result.awayMs, false))
    const whole = settledAs(message, event.file.name, result)
    const done = await deps.attempted(row, async () => {
      if (!shows && row.shownAt === null) await deps.report(taken, whole)
      // Also when a previous run had shown it without noting so.
      await sink.fileCame(whole)
    })
    if (done) await deps.finish([row])
  }

  return {
    begin(taken) {
      const { id, whatsappId } = taken.row
      if (busy.has(id) || countOf(whatsappId) >= FILES_AT_ONCE || ending.aborted) return
      busy.set(id, whatsappId)
      queue
        .run(whatsappId, id, () => take(taken))
        .catch((error: unknown) => log.error('a file on its way in', { reason: reasonOf(error) }))
        .finally(() => {
          busy.delete(id)
          deps.wake()
        })
    },
    async show(taken) {
      const message = await messageOf(taken)
      if (message) await shown(taken, message)
    },
    busy: () => [...busy.keys()],
    full: () => [...new Set(busy.values())].filter(id => countOf(id) >= FILES_AT_ONCE),
    settled: queue.settled,
  }
}
