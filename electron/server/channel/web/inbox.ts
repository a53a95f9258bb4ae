/**
 * What a number heard, on its way into the workspace. The rows are the queue: a kill forgets nothing, and what is taken twice
 * is known by its id. Within a chat one event is taken after the other; chats, and files (../incoming-files), do not wait
 * for one another.
 */
import { and, eq, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client'
import { jsonMember, noneOf } from '../../db/engine/words'
import { webInbox } from '../../db/schema'
import { batcher } from '../../inbound/batcher'
import { type Log, reasonOf } from '../../log'
import type { ChannelSink, ChannelWork, IncomingMessage } from '../channel'
import {
  createAttempts,
  createIncomingFiles,
  type FileAnswer,
  type FileTuning,
  STORE_AGAIN_MS,
} from '../incoming-files'
import { noteMet } from './ids'
import { type WebDelivered, type WebEvent, webEvent } from './wire'

export type InboxRow = typeof webInbox.$inferSelect

/** What became of one row: done, or looked at again after so many milliseconds. */
export type Outcome = 'done' | { againMs: number }

/** Rows looked at in one turn. */
const PAGE = 200
/** How long rows are kept that are done: as long as WhatsApp may repeat itself. */
const KEPT_MS = 8 * 24 * 60 * 60_000
const PRUNE_MS = 60 * 60_000
/** Least time between two looks that find nothing to do, in milliseconds. */
const LEAST_PAUSE_MS = 250

/** A message with its row. */
export interface TakenMessage {
  row: InboxRow
  event: Extract<WebEvent, { kind: 'message' }>
}

/** How events come into the workspace. */
export interface Taker {
  /** Takes one event that brings no file. */
  take(row: InboxRow, event: WebEvent): Promise<Outcome>
  /** The message of an event, without its file; null where it left from here and is only heard again. */
  messageOf(taken: TakenMessage): Promise<IncomingMessage | null>
  report(taken: TakenMessage, message: IncomingMessage): Promise<void>
  /** Asks for the file of a message, of so many bytes at the most. */
  fileOf(taken: TakenMessage, most: number): Promise<FileAnswer>
}

export interface InboxDeps {
  db: Db
  sink: ChannelSink
  log: Log
  tuning: FileTuning
  taker: Taker
  work: ChannelWork
}

export interface Inbox {
  /** Stores what was heard; what is known already is left out. Resolves when it is on the disk. */
  store(at: { companyId: number; whatsappId: number }, delivered: readonly WebDelivered[]): Promise<void>
  /** Looks for work now. */
  wake(): void
  stop(): Promise<void>
}

const chatOf = ({ whatsappId, chat }: Pick<InboxRow, 'whatsappId' | 'chat'>): string =>
  `${whatsappId} ${chat}`

/** Works through what is stored, until stopped. */
export function startInbox({ db, sink, log, tuning, taker, work: { mine } }: InboxDeps): Inbox {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let again = false
  let prunedAt = 0
  /** Chats that are being worked through. */
  const busy = new Map<string, Promise<void>>()

  /** Joined: what is done at the same time is one write. After a kill it is taken again, and known by its id. */
  const finish = batcher<InboxRow, number>(
    PAGE,
    row => row.companyId,
    async rows => {
      const ids = rows.map(row => row.id)
      const done = { doneAt: new Date().toISOString(), payload: '' }
      await db.unordered.update(webInbox).set(done).where(inArray(webInbox.id, ids))
    },
  )
  const later = (row: InboxRow, ms: number, isTry = true) =>
    db.unordered
      .update(webInbox)
      .set({ attempts: row.attempts + (isTry ? 1 : 0), nextAt: new Date(Date.now() + ms).toISOString() })
      .where(eq(webInbox.id, row.id))
  const steps = { later, finish }
  const attempted = createAttempts<InboxRow>(log, steps)

  /** @returns whether the next of its chat may be taken: only a message holds back what follows. */
  const one = async (row: InboxRow): Promise<boolean> => {
    let isNext = true
    const done = await attempted([row], async () => {
      const event = webEvent.parse(JSON.parse(row.payload))
      const outcome = await taker.take(row, event)
      if (outcome === 'done') return void (await finish([row]))
      isNext = event.kind !== 'message'
      await later(row, outcome.againMs)
    })
    return done && isNext
  }

  const files = createIncomingFiles<TakenMessage>({
    ...{ db, sink, log, tuning, attempted, ...steps },
    ...{ messageOf: taker.messageOf, report: taker.report, fileOf: taker.fileOf },
    ending: ending.signal,
    markShown: row =>
      db.unordered.update(webInbox).set({ shownAt: new Date().toISOString() }).where(eq(webInbox.id, row.id)),
    wake: () => wake(),
  })

  const isWaiting = () =>
    and(
      isNull(webInbox.doneAt),
      mine(webInbox.companyId),
      noneOf(sql`cast(${webInbox.id} as text)`, files.busy().map(String)),
    )
  const hasFile = sql`${jsonMember(webInbox.payload, 'file')} is not null`
  const isWithoutFile = sql`${jsonMember(webInbox.payload, 'file')} is null`
  /** Messages with files whose numbers have room for one more. */
  const mayBeFetched = () =>
    and(hasFile, noneOf(sql`cast(${webInbox.whatsappId} as text)`, files.full().map(String)))
  /** Those that have waited for room as long as a message may stand out. */
  const waitedForRoom = () =>
    and(
      hasFile,
      isNull(webInbox.shownAt),
      lte(webInbox.createdAt, new Date(Date.now() - tuning.fileShownMs).toISOString()),
    )
  /** Whether an earlier message of the chat, of which this is true, neither is done nor stands without its file. */
  const standsBehind = (which: SQL): SQL => sql`exists (
    select 1 from web_inbox earlier where earlier.done_at is null and earlier.shown_at is null
      and earlier.chat = ${webInbox.chat} and earlier.whatsapp_id = ${webInbox.whatsappId}
      and earlier.id < ${webInbox.id} and ${jsonMember(sql`earlier.payload`, 'kind')} = 'message' and ${which})`

  const due = (which: SQL | undefined) =>
    db
      .select()
      .from(webInbox)
      .where(and(isWaiting(), which, lte(webInbox.nextAt, new Date().toISOString())))
      .orderBy(webInbox.id)
      .limit(PAGE)
  /** What has no file, of chats that nobody works through: one after the other, up to a message that waits. */
  const dueWords = () =>
    due(
      and(
        isWithoutFile,
        noneOf(sql`${webInbox.whatsappId} || ' ' || ${webInbox.chat}`, [...busy.keys()]),
        sql`(${webInbox.chat} = '' or not ${standsBehind(
          sql`(earlier.next_at > ${Date.now()} or ${jsonMember(sql`earlier.payload`, 'file')} is not null)`,
        )})`,
      ),
    )
  const dueFiles = async (
    which: SQL | undefined,
    work: (taken: TakenMessage) => unknown,
  ): Promise<number> => {
    const isNext = sql`(${webInbox.shownAt} is not null or not ${standsBehind(sql`1 = 1`)})`
    const rows = await due(and(which, isNext))
    for (const row of rows)
      await attempted([row], async () => {
        const event = webEvent.parse(JSON.parse(row.payload))
        if (event.kind === 'message') await work({ row, event })
      })
    return rows.length
  }

  const workThrough = async (rows: readonly InboxRow[]): Promise<void> => {
    for (const row of rows) if (ending.signal.aborted || !(await one(row))) return
  }
  /** Begins every chat that has something due, and files. */
  const look = async (): Promise<void> => {
    if (Date.now() - prunedAt >= PRUNE_MS) {
      prunedAt = Date.now()
      await db.unordered
        .delete(webInbox)
        .where(lt(webInbox.doneAt, new Date(Date.now() - KEPT_MS).toISOString()))
    }
    const chats = new Map<string, InboxRow[]>()
    for (const row of await dueWords()) chats.set(chatOf(row), [...(chats.get(chatOf(row)) ?? []), row])
    for (const [chat, rows] of chats) {
      const work = workThrough(rows)
        .catch((error: unknown) => log.error('the inbox of WhatsApp Web', { reason: reasonOf(error) }))
        .finally(() => {
          busy.delete(chat)
          wake()
        })
      busy.set(chat, work)
    }
    await dueFiles(mayBeFetched(), taken => files.begin(taken))
    const late = await dueFiles(waitedForRoom(), taken => files.show(taken))
    if (chats.size > 0 || late > 0) return
    const [next] = await db
      .select({ at: sql<number | null>`min(${webInbox.nextAt})` })
      .from(webInbox)
      .where(isWaiting())
    if (next?.at == null || ending.signal.aborted) return
    clearTimeout(timer)
    timer = setTimeout(wake, Math.max(LEAST_PAUSE_MS, next.at - Date.now()))
    timer.unref()
  }
  const wake = (): void => {
    if (ending.signal.aborted) return
    if (looking) {
      again = true
      return
    }
    again = false
    looking = look()
      .catch((error: unknown) => {
        log.error('the inbox of WhatsApp Web', { reason: reasonOf(error) })
        timer = setTimeout(wake, STORE_AGAIN_MS)
        timer.unref()
      })
      .finally(() => {
        looking = null
        if (again) wake()
      })
  }
  return {
    async store(at, delivered) {
      const nextAt = new Date().toISOString()
      await db.company(at.companyId).write(async tx => {
        for (const { key, chat, event } of delivered) {
          await tx
            .insert(webInbox)
            .values({ ...at, key, chat, payload: JSON.stringify(event), nextAt })
            .onConflictDoNothing()
          if (event.kind === 'message') await noteMet(tx, at, event)
        }
      })
      wake()
    },
    wake,
    async stop() {
      ending.abort()
      clearTimeout(timer)
      await looking
      await Promise.all(busy.values())
      await files.settled()
    },
  }
}
