/**
 * Takes what came in from WhatsApp into the workspace. The rows are the queue: a kill loses nothing, and duplicates are
 * recognised by id. Within a conversation events are taken one after the other, in order of writing as far as they are
 * there; conversations and files (./incoming-files) do not wait for each other.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { eq, lt, type SQL } from 'drizzle-orm'
import { batcher } from '../../batcher'
import { type Log, reasonOf } from '../../log'
import type { Db } from '../../platform/db/client'
import { amongIds } from '../../platform/db/engine/words'
import { insertMany } from '../../platform/db/insert-many'
import { keptSince } from '../../platform/db/kept'
import { givenOf, prepared } from '../../platform/db/prepared'
import { inbox } from '../../platform/db/schema'
import type { ChannelSink, ChannelWork, IncomingMessage } from './channel'
import { asWritten, chatOf, type Due, type InboxRow, inboxRows, PAGE } from './inbox-rows'
import { createIncomingFiles, type FileAnswer, type FileTuning } from './incoming-files'

const DELIVERED = [
  ...(['companyId', 'whatsappId', 'provider', 'key', 'chat', 'payload'] as const),
  ...(['attempts', 'nextAt', 'createdAt'] as const),
]
const finishing = prepared(db =>
  db
    .update(inbox)
    .set({ ...givenOf(inbox, ['doneAt']), payload: '' })
    .where(amongIds(inbox.id))
    .prepare(),
)

/** The result for one row: done, or to be looked at again after so many milliseconds. */
export type Outcome = 'done' | { againMs: number; isTry?: false }

/** How long finished rows are kept: as long as WhatsApp may repeat itself. */
const KEPT_MS = 8 * 24 * 60 * 60_000
const PRUNE_MS = 60 * 60_000
/** Between two looks, milliseconds: what comes meanwhile is found together. */
const GATHER_MS = 20
/** Pause before looking for due rows behind one that is not, milliseconds. */
const LEAST_PAUSE_MS = 250
/** The same where the next is later: what is due by the clock alone may be due sooner once that was set back. */
const MOST_PAUSE_MS = 60_000
/** Pause before a failed row is retried, milliseconds. */
const AGAIN_MS = 2_000
/** Tries to store a row before it is given up, so that a broken one does not block its conversation for ever. */
const MOST_STORES = 50
/** Tries for an event about a message that has not come yet. */
const MOST_EARLY = 8

/** For an event about a missing message, which may come later; null once that is no longer awaited. */
export const early = ({ attempts }: InboxRow): Outcome | null =>
  attempts < MOST_EARLY ? { againMs: AGAIN_MS } : null

interface MessageEvent {
  kind: 'message'
  body: string
  file: { name: string } | null
}

/** A message with its row. */
export interface Taken<Message> {
  row: InboxRow
  event: Message
}

/**
 * What a provider implements. Its events are JSON with a `kind`; `file` tells whether a message has one, and `at`
 * (ISO-8601) when it was written.
 */
export interface Taker<Event extends { kind: string }, Message extends Event & MessageEvent> {
  /** Value of `provider` of its rows. */
  provider: string
  /** @throws ZodError */
  eventOf(payload: unknown): Event
  /** Takes one event without a file. */
  take(row: InboxRow, event: Event): Promise<Outcome>
  /** The message of an event, without its file; null when there is nothing to show. */
  messageOf(taken: Taken<Message>): Promise<IncomingMessage | null>
  report(taken: Taken<Message>, message: IncomingMessage): Promise<void>
  /** Downloads the file of a message, at most so many bytes. @throws Error when a retry makes sense. */
  fileOf(taken: Taken<Message>, most: number, signal: AbortSignal): Promise<FileAnswer>
  /** Deletes what else the provider stores only for a time. */
  prune(): Promise<void>
}

export interface InboxDeps<Event extends { kind: string }, Message extends Event & MessageEvent> {
  db: Db
  sink: ChannelSink
  log: Log
  tuning: FileTuning
  taker: Taker<Event, Message>
  work: ChannelWork
}

export interface Delivered {
  companyId: number
  whatsappId: number
  /** Identifies a repeated delivery of the same event. */
  key: string
  /** The conversation; "" for none, taken in any order. */
  chat: string
  event: unknown
}

export interface Inbox {
  /** Stores a delivery without duplicates, and looks for work. Resolves when it is on the disk. */
  store(delivered: readonly Delivered[]): Promise<void>
  /** Begins to work through what is stored. */
  start(): void
  /** Looks for work now, if started. */
  wake(): void
  stop(): Promise<void>
}

/** @returns whether all rows of a conversation, or of none (""), are done: one that is not holds back those behind it. */
async function workThrough(
  rows: readonly Due[],
  take: (row: InboxRow) => Promise<boolean>,
  ending: AbortSignal,
): Promise<boolean> {
  if (rows[0]?.chat === '') return (await Promise.all(rows.map(take))).every(isDone => isDone)
  for (const row of asWritten(rows)) if (ending.aborted || !(await take(row))) return false
  return true
}

/** Puts what came in through a provider into the workspace, until stopped. */
export function createInbox<Event extends { kind: string }, Message extends Event & MessageEvent>({
  db,
  sink,
  log,
  tuning,
  taker,
  work: { ownedCompanies },
}: InboxDeps<Event, Message>): Inbox {
  const ending = new AbortController()
  let started = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let again = false
  /** How often it was to be looked for work. */
  let wakes = 0
  let pruneAt = 0
  /** Conversations being processed. */
  const busy = new Map<string, Promise<void>>()

  /** Deliveries that come during a write share the next one: each write waits for the disk. */
  const store = batcher<Delivered, number>(
    PAGE,
    one => one.companyId,
    async delivered => {
      const now = new Date().toISOString()
      const rows = delivered.map(({ event, ...row }) => ({
        ...{ ...row, provider: taker.provider, attempts: 0, nextAt: now, createdAt: now },
        payload: JSON.stringify(event),
      }))
      for (let i = 0; i < rows.length; i += PAGE)
        await insertMany(db.unordered, inbox, DELIVERED, rows.slice(i, i + PAGE), 'new')
    },
  )
  /** Joined in the same way. After a kill it is taken again and recognised by its id. */
  const finish = batcher<InboxRow, number>(
    PAGE,
    row => row.companyId,
    async rows => {
      const ids = JSON.stringify(rows.map(row => row.id))
      await finishing(db.unordered).run({ ids, doneAt: new Date().toISOString() })
    },
  )
  const change = (row: InboxRow, set: Partial<InboxRow>) =>
    db.unordered.update(inbox).set(set).where(eq(inbox.id, row.id))
  const later = (row: InboxRow, ms: number, isTry = true) =>
    change(row, {
      attempts: row.attempts + (isTry ? 1 : 0),
      nextAt: new Date(Date.now() + ms).toISOString(),
    })

  /** Processes a row; a failure is retried later, and given up in the end. @returns whether it was done. */
  const attempted = async (row: InboxRow, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      log.warn('what came in was not stored', { reason: reasonOf(error), attempts: row.attempts })
      await (row.attempts < MOST_STORES ? later(row, AGAIN_MS) : finish([row]))
      return false
    }
  }
  const eventOf = ({ payload }: InboxRow): Event => taker.eventOf(JSON.parse(payload))
  const isMessage = (event: Event): event is Message => event.kind === 'message'

  /** @returns whether it is done rather than postponed. */
  const take = async (row: InboxRow): Promise<boolean> => {
    let outcome: Outcome = 'done'
    const stored = await attempted(row, async () => {
      outcome = await taker.take(row, eventOf(row))
      await (outcome === 'done' ? finish([row]) : later(row, outcome.againMs, outcome.isTry))
    })
    return stored && outcome === 'done'
  }

  const files = createIncomingFiles<Taken<Message>>({
    ...{ db, sink, log, tuning, attempted, later, finish },
    messageOf: taken => taker.messageOf(taken),
    report: (taken, message) => taker.report(taken, message),
    fileOf: (taken, most, signal) => taker.fileOf(taken, most, signal),
    ending: ending.signal,
    markShown: row => change(row, { shownAt: new Date().toISOString() }),
    wake: () => wake(),
  })

  const rows = inboxRows({
    db,
    provider: taker.provider,
    ownedCompanies,
    fileShownMs: tuning.fileShownMs,
    files,
  })
  const dueFiles = async (
    which: SQL | undefined,
    work: (taken: Taken<Message>) => unknown,
  ): Promise<void> => {
    for (const row of await rows.dueNext(which))
      await attempted(row, async () => {
        const event = eventOf(row)
        if (isMessage(event)) await work({ row, event })
      })
  }

  const failed = (error: unknown): void =>
    log.error('the inbox', { provider: taker.provider, reason: reasonOf(error) })
  const lookIn = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(wake, ms)
    timer.unref()
  }
  /** Begins every conversation and file that is due. */
  const look = async (): Promise<void> => {
    if (performance.now() >= pruneAt) {
      pruneAt = performance.now() + PRUNE_MS
      const oldest = await keptSince(db, { table: inbox, at: inbox.doneAt }, Date.now(), KEPT_MS)
      await db.unordered.delete(inbox).where(lt(inbox.doneAt, oldest))
      await taker.prune()
    }
    const [asked, began] = [wakes, Date.now()]
    const chats = new Map<string, Due[]>()
    const words = await rows.dueWords([...busy.keys()])
    for (const row of words) chats.set(chatOf(row), [...(chats.get(chatOf(row)) ?? []), row])
    for (const [chat, own] of chats) {
      const work = workThrough(own, take, ending.signal)
        .catch(failed)
        .then(isDone => {
          busy.delete(chat)
          // What else there was is known, unless something came since.
          if (!isDone || words.length === PAGE || wakes !== asked) wake()
        })
      busy.set(chat, work)
    }
    const first = await rows.ahead(began)
    if (first.hasFiles) {
      await dueFiles(rows.mayBeFetched(), taken => files.begin(taken))
      await dueFiles(rows.waitedForRoom(), taken => files.show(taken))
    }
    const { nextAt, laterAt } = first.hasFiles ? await rows.ahead(began) : first
    // What is due and was not begun waits for what is before it, or for room.
    const at = chats.size > 0 && !first.hasFiles ? laterAt : nextAt
    if (at !== null && !ending.signal.aborted)
      lookIn(Math.min(MOST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, at - Date.now())))
  }
  const wake = (): void => {
    wakes += 1
    if (!started || ending.signal.aborted) return
    if (looking) {
      again = true
      return
    }
    again = false
    looking = look()
      .catch((error: unknown) => {
        failed(error)
        lookIn(AGAIN_MS)
      })
      .then(() => delay(GATHER_MS, undefined, { signal: ending.signal }))
      .catch(() => undefined)
      .finally(() => {
        looking = null
        if (again) wake()
      })
  }
  return {
    async store(delivered) {
      await store(delivered)
      wake()
    },
    start() {
      started = true
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
