/**
 * Files of messages on their way in, fetched beside everything else. A message whose file takes its time, or is not to be
 * had now, is shown without it, so that what its customer writes next does not wait; the file follows into its message.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { within } from '../../../time-limit'
import type { SessionKeys } from '../../auth/tokens'
import type { Db } from '../../db/client'
import { cloudInbox } from '../../db/schema'
import { withoutFile } from '../../inbound/incoming'
import { createLanes } from '../../lanes'
import { type Log, reasonOf } from '../../log'
import { uploadLimitBytes } from '../../media/folder'
import type { ChannelSink, IncomingMessage, KeptFile } from '../channel'
import { accountOf } from './account'
import { downloadFile } from './files'
import type { Graph } from './graph'
import { GraphError, GraphTooLarge } from './graph-errors'
import type { CloudTuning } from './tuning'
import type { CloudEvent } from './webhook'

/** Files of one number fetched at the same time. */
const FILES_AT_ONCE = 4
/** What Meta answers about a file it has not, or has no longer. */
const MISSING = 100

/** A message as it is stored, with its row. */
interface TakenMessage {
  row: typeof cloudInbox.$inferSelect
  event: Extract<CloudEvent, { kind: 'message' }>
}

export interface IncomingFilesDeps {
  db: Db
  keys: SessionKeys
  sink: ChannelSink
  log: Log
  graphOf(whatsappId: number): Graph
  tuning: CloudTuning
  /** Ends what is under way. */
  ending: AbortSignal
  /** The message of an event, without its file. */
  messageOf(taken: TakenMessage): Promise<IncomingMessage>
  /** Does something with a row; what fails is tried again later, and given up when it never works. @returns whether it was done. */
  attempted(rows: readonly TakenMessage['row'][], work: () => Promise<void>): Promise<boolean>
  finish(rows: readonly TakenMessage['row'][]): Promise<unknown>
  /** Puts a row off. @param ms milliseconds. */
  later(row: TakenMessage['row'], ms: number): Promise<unknown>
  /** Called when a row is done with, or put off. */
  wake(): void
}

export interface IncomingFiles {
  /** Begins with a message that has a file, when its number has room; it is worked at from then on until it is done or put off. */
  begin(taken: TakenMessage): void
  /** Shows one without its file, whose number has had no room for long enough. */
  show(taken: TakenMessage): Promise<void>
  /** Rows that are being worked at: they are nobody else's. */
  busy(): number[]
  /** Numbers that have no room. */
  full(): number[]
  settled(): Promise<void>
}

type Fetched = { kept: KeptFile } | { lost: string } | { againMs: number } | 'tooLarge' | 'ended'

/** A message as it stands once its file is settled. One over the limit is answered where it comes in for the first time. */
function settledAs(
  message: IncomingMessage,
  name: string,
  shown: boolean,
  result: Exclude<Fetched, { againMs: number } | 'ended'>,
): IncomingMessage {
  if (result === 'tooLarge')
    return shown
      ? withoutFile(message, name, 'grande demais')
      : { ...message, mediaType: 'conversation', tooLarge: { name, bytes: null } }
  return 'kept' in result ? { ...message, kept: result.kept } : withoutFile(message, name, result.lost)
}

/** Fetches nothing by itself. */
export function createIncomingFiles(deps: IncomingFilesDeps): IncomingFiles {
  const { db, keys, sink, log, graphOf, tuning, ending } = deps
  const lanes = createLanes(FILES_AT_ONCE)
  /** Rows being worked at, with their numbers. */
  const busy = new Map<number, number>()
  const countOf = (whatsappId: number): number => [...busy.values()].filter(id => id === whatsappId).length

  const fetched = async ({ row, event: { file } }: TakenMessage): Promise<Fetched> => {
    if (!file) return { lost: '' }
    try {
      const account = await accountOf(db, keys, row.whatsappId)
      if (!account) return { lost: 'conexão sem credenciais' }
      const most = await uploadLimitBytes(db)
      const bytes = await within(
        tuning.fileMs,
        signal => downloadFile(graphOf(row.whatsappId), account, file.id, most, signal),
        ending,
      )
      // Meta has it still: where it cannot be kept it is fetched again like one that did not come.
      return { kept: await sink.keep(row.whatsappId, { bytes, mime: file.mime, name: file.name }) }
    } catch (error) {
      if (ending.aborted) return 'ended'
      if (error instanceof GraphTooLarge) return 'tooLarge'
      log.warn('a file was not fetched', {
        whatsappId: row.whatsappId,
        reason: reasonOf(error),
        attempts: row.attempts,
      })
      const isGone = error instanceof GraphError && (error.status === 404 || error.code === MISSING)
      const againMs = tuning.fileRetriesMs[row.attempts]
      return isGone || againMs === undefined ? { lost: 'não foi possível baixar' } : { againMs }
    }
  }

  /** @returns whether its message stands in the thread, without its file. */
  const shown = async (
    { row, event: { body: words, file } }: TakenMessage,
    message: IncomingMessage,
  ): Promise<boolean> => {
    const done = await deps.attempted([row], async () => {
      const body = [words, `_Arquivo a caminho: ${file?.name}_`].filter(Boolean).join('\n')
      await sink.incoming([{ ...message, body, mediaType: 'conversation' }])
      await db.update(cloudInbox).set({ shownAt: new Date().toISOString() }).where(eq(cloudInbox.id, row.id))
    })
    // What follows in its conversation may come now.
    deps.wake()
    return done
  }

  const take = async (taken: TakenMessage): Promise<void> => {
    const { row, event } = taken
    const { file } = event
    if (!file) return
    const message = await deps.messageOf(taken)
    const fetching = fetched(taken)
    const first =
      row.shownAt === null
        ? await Promise.race([fetching, delay(tuning.fileShownMs, 'late' as const, { ref: false })])
        : 'late'
    if (first === 'ended') return
    const shows =
      row.shownAt === null && (first === 'late' || (typeof first === 'object' && 'againMs' in first))
    if (shows && !(await shown(taken, message))) return
    const result = await fetching
    if (result === 'ended') return
    if (typeof result === 'object' && 'againMs' in result) return void (await deps.later(row, result.againMs))
    const whole = settledAs(message, file.name, shows || row.shownAt !== null, result)
    const done = await deps.attempted([row], async () => {
      if (!shows && row.shownAt === null) await sink.incoming([whole])
      // Also where a life before this one had shown it and could not say so. What is over the limit has just been told whole.
      if (!whole.tooLarge) await sink.fileCame(whole)
    })
    if (done) await deps.finish([row])
  }

  return {
    begin(taken) {
      const { id, whatsappId } = taken.row
      if (busy.has(id) || countOf(whatsappId) >= FILES_AT_ONCE || ending.aborted) return
      busy.set(id, whatsappId)
      lanes
        .run(whatsappId, id, () => take(taken))
        .catch((error: unknown) => log.error('a file on its way in', { reason: reasonOf(error) }))
        .finally(() => {
          busy.delete(id)
          deps.wake()
        })
    },
    async show(taken) {
      await shown(taken, await deps.messageOf(taken))
    },
    busy: () => [...busy.keys()],
    full: () => [...new Set(busy.values())].filter(id => countOf(id) >= FILES_AT_ONCE),
    settled: lanes.settled,
  }
}
