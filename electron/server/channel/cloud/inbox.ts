/**
 * What the provider delivered, on its way into the workspace. The rows are the queue: a kill forgets nothing, and what is
 * taken twice is known by its id. Within a conversation one message is taken after the other; conversations, and files
 * (../incoming-files), do not wait for one another.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { ACK } from '@contract'
import { and, eq, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { SessionKeys } from '../../auth/tokens'
import { byCompany } from '../../db/by-company'
import type { Db } from '../../db/client'
import { jsonMember, noneOf } from '../../db/engine/words'
import { cloudInbox } from '../../db/schema'
import { type Log, reasonOf } from '../../log'
import type { AckUpdate, ChannelSink, ChannelWork, IncomingMessage } from '../channel'
import { createAttempts, createIncomingFiles, type FileAnswer, STORE_AGAIN_MS } from '../incoming-files'
import { accountOf } from './account'
import { knownOf, MOST_EARLY, takeChange } from './changes'
import { downloadFile } from './files'
import { type Graph, GraphError, GraphTooLarge } from './graph'
import { noteAck, ourIdOf } from './ids'
import { failureOf } from './meaning'
import type { CloudTuning } from './tuning'
import { pruneUnknown } from './unknown'
import { type CloudEvent, cloudEvent } from './webhook'

/** Rows taken in one turn. */
const PAGE = 200
/** How long rows are kept that are done: as long as the provider repeats itself. */
const KEPT_MS = 8 * 24 * 60 * 60_000
const PRUNE_MS = 60 * 60_000
/** Least time between two looks that find nothing to do, in milliseconds. */
const LEAST_PAUSE_MS = 250
/** Between two turns, in milliseconds: each of their transactions waits for the disk, however much is in it. */
const GATHER_MS = 20
/** What Meta answers about a file it has not, or has no longer. */
const MISSING = 100
const ACKS: Readonly<Record<string, number>> = {
  sent: ACK.sent,
  delivered: ACK.delivered,
  read: ACK.read,
  played: ACK.played,
}

type Row = typeof cloudInbox.$inferSelect
type Of<K extends CloudEvent['kind']> = Extract<CloudEvent, { kind: K }>
interface Taken<K extends CloudEvent['kind']> {
  row: Row
  event: Of<K>
}

export interface InboxDeps {
  db: Db
  keys: SessionKeys
  sink: ChannelSink
  log: Log
  graph: Graph
  tuning: CloudTuning
  work: ChannelWork
}

/** Whose conversation a message belongs to, and who wrote it. Groups have no name in what is delivered: theirs is one in every language. */
function peopleOf({ from: number, name, formerly, group }: Of<'message'>) {
  if (group === null) return { from: { number, name, isGroup: false, formerly } }
  const participant = { number, name, formerly }
  return { from: { number: group, name: `WhatsApp ${group.slice(-6)}`, isGroup: true }, participant }
}

export interface Inbox {
  /** Looks for work now. */
  wake(): void
  stop(): Promise<void>
}

/** Works through what is stored, until stopped. */
export function startInbox({ db, keys, sink, log, graph, tuning, work: { mine } }: InboxDeps): Inbox {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let again = false
  let current: Promise<void> | null = null
  let prunedAt = 0

  const finish = async (rows: readonly Row[]): Promise<void> => {
    const ids = rows.map(row => row.id)
    const done = { doneAt: new Date().toISOString(), payload: '' }
    await db.unordered.update(cloudInbox).set(done).where(inArray(cloudInbox.id, ids))
  }
  const later = (row: Row, ms: number, isTry = true) =>
    db.unordered
      .update(cloudInbox)
      .set({ attempts: row.attempts + (isTry ? 1 : 0), nextAt: new Date(Date.now() + ms).toISOString() })
      .where(eq(cloudInbox.id, row.id))

  const attempted = createAttempts<Row>(log, { later, finish })
  const storing = async (rows: readonly Row[], work: () => Promise<void>): Promise<void> => {
    await attempted(rows, async () => {
      await work()
      await finish(rows)
    })
  }

  const statuses = async (companyId: number, taken: readonly Taken<'status'>[]): Promise<void> => {
    const updates: AckUpdate[] = []
    await Promise.all(
      taken.map(async ({ row, event }) => {
        const ack = ACKS[event.status] ?? 0
        const failure = event.status === 'failed' ? failureOf(event.error ?? 0) : null
        if (ack === 0 && failure === null) return
        const messageId = event.messageId ?? (await ourIdOf(db, companyId, event.wamid))
        const now = await noteAck(db.unordered, companyId, messageId, { wamid: event.wamid, ack, failure })
        if (!now) return
        const failed = now.failure === null ? {} : { failure: now.failure }
        updates.push({ whatsappId: row.whatsappId, messageId, ack: now.ack, ...failed })
      }),
    )
    if (updates.length > 0) await sink.acks(updates)
  }

  const change = async ({ row, event }: Taken<'reaction' | 'edit' | 'revoke'>): Promise<void> => {
    const known = await knownOf(db, row.companyId, event.to)
    // It may have come before what it is about.
    if (!known && row.attempts < MOST_EARLY) return void (await later(row, STORE_AGAIN_MS))
    await storing([row], async () => {
      const words = await takeChange(sink, row, known, event)
      if (words) await sink.incoming([await incomingOf({ row, event: words })])
    })
  }

  const incomingOf = async ({ row, event }: Taken<'message'>): Promise<IncomingMessage> => ({
    whatsappId: row.whatsappId,
    id: event.id,
    ...peopleOf(event),
    body: event.body,
    mediaType: event.mediaType,
    quotedMsgId: event.quoted === null ? null : await ourIdOf(db, row.companyId, event.quoted),
    isForwarded: event.isForwarded,
    referral: event.referral,
    at: event.at,
  })

  const moved = ({ whatsappId }: Row, { id, from, number, at }: Of<'moved'>): Promise<void> =>
    sink.person({ whatsappId, number, formerly: from, told: { messageId: id, at } })

  /** Asks Meta for the file of a message. */
  const fileOf = async (
    { row, event: { file } }: Taken<'message'>,
    most: number,
    signal: AbortSignal,
  ): Promise<FileAnswer> => {
    const account = await accountOf(db, keys, row.whatsappId)
    if (!file || !account) return { lost: 'noCredentials' }
    try {
      const bytes = await downloadFile(graph, account, file.id, most, signal)
      return { media: { bytes, mime: file.mime, name: file.name } }
    } catch (error) {
      if (error instanceof GraphTooLarge) return { tooLarge: null }
      if (error instanceof GraphError && (error.status === 404 || error.code === MISSING))
        return { lost: 'notFetched' }
      throw error
    }
  }
  const files = createIncomingFiles<Taken<'message'>>({
    ...{ db, sink, log, tuning, later, finish, attempted },
    ending: ending.signal,
    messageOf: incomingOf,
    report: (_taken, message) => sink.incoming([message]),
    fileOf,
    markShown: row =>
      db.unordered
        .update(cloudInbox)
        .set({ shownAt: new Date().toISOString() })
        .where(eq(cloudInbox.id, row.id)),
    wake: () => wake(),
  })

  /** Messages without files: all at once, and one by one when that fails, so that one cannot hold up the others. */
  const written = async (words: readonly Taken<'message'>[]): Promise<void> => {
    try {
      await sink.incoming(await Promise.all(words.map(incomingOf)))
      await finish(words.map(({ row }) => row))
    } catch {
      for (const one of words) await storing([one.row], async () => sink.incoming([await incomingOf(one)]))
    }
  }

  const isWaiting = () =>
    and(
      isNull(cloudInbox.doneAt),
      mine(cloudInbox.companyId),
      noneOf(sql`cast(${cloudInbox.id} as text)`, files.busy().map(String)),
    )
  const hasFile = sql`${jsonMember(cloudInbox.payload, 'file')} is not null`
  const isWithoutFile = sql`${jsonMember(cloudInbox.payload, 'file')} is null`
  /** Messages with files whose numbers have room for one more. */
  const mayBeFetched = () =>
    and(hasFile, noneOf(sql`cast(${cloudInbox.whatsappId} as text)`, files.full().map(String)))
  /** Those that have waited for room as long as a message may stand out. */
  const waitedForRoom = () =>
    and(
      hasFile,
      isNull(cloudInbox.shownAt),
      lte(cloudInbox.createdAt, new Date(Date.now() - tuning.fileShownMs).toISOString()),
    )

  /**
   * Rows whose turn it is: of each conversation the message that was written first, of those that are neither done nor
   * shown, and every status. What is not a message names no time and goes after the messages that came before it.
   */
  const due = (which: SQL | undefined) =>
    db
      .select()
      .from(cloudInbox)
      .where(
        and(
          isWaiting(),
          which,
          lte(cloudInbox.nextAt, new Date().toISOString()),
          sql`(${cloudInbox.chat} = '' or ${cloudInbox.shownAt} is not null or not exists (
            select 1 from cloud_inbox earlier where earlier.done_at is null and earlier.shown_at is null
              and earlier.chat = ${cloudInbox.chat} and earlier.whatsapp_id = ${cloudInbox.whatsappId}
              and ${jsonMember(sql`earlier.payload`, 'kind')} = 'message'
              and (coalesce(${jsonMember(sql`earlier.payload`, 'at')} < ${jsonMember(cloudInbox.payload, 'at')}, false)
                or (coalesce(${jsonMember(sql`earlier.payload`, 'at')} = ${jsonMember(cloudInbox.payload, 'at')}, true)
                  and earlier.id < ${cloudInbox.id}))))`,
        ),
      )
      .orderBy(cloudInbox.id)
      .limit(PAGE)

  const takeAll = async (companyId: number, rows: readonly Row[]): Promise<void> => {
    const receipts: Taken<'status'>[] = []
    const words: Taken<'message'>[] = []
    const others: (() => Promise<void>)[] = []
    for (const row of rows) {
      const event = cloudEvent.parse(JSON.parse(row.payload))
      if (event.kind === 'status') receipts.push({ row, event })
      else if (event.kind === 'message') words.push({ row, event })
      else if (event.kind === 'moved') others.push(() => storing([row], () => moved(row, event)))
      else others.push(() => change({ row, event }))
    }
    if (receipts.length > 0)
      await storing(
        receipts.map(({ row }) => row),
        () => statuses(companyId, receipts),
      )
    if (words.length > 0) await written(words)
    for (const take of others) await take()
  }
  /** Companies whose rows are being taken: one whose turn lasts holds up no other. */
  const companies = new Map<number, Promise<void>>()
  const begin = (companyId: number, rows: readonly Row[]): void => {
    const part = takeAll(companyId, rows)
      .catch((error: unknown) => log.error('the inbox of the Cloud API', { reason: reasonOf(error) }))
      .then(() => delay(GATHER_MS, undefined, { ref: false }))
      .finally(() => {
        companies.delete(companyId)
        wake()
      })
    companies.set(companyId, part)
  }
  const isFree = () => noneOf(sql`cast(${cloudInbox.companyId} as text)`, [...companies.keys()].map(String))

  const turn = async (): Promise<boolean> => {
    const rows = await due(and(isWithoutFile, isFree()))
    for (const [companyId, own] of byCompany(rows)) begin(companyId, own)
    const ofFiles = (rows: readonly Row[]): Taken<'message'>[] =>
      rows.flatMap(row => {
        const event = cloudEvent.parse(JSON.parse(row.payload))
        return event.kind === 'message' ? [{ row, event }] : []
      })
    for (const taken of ofFiles(await due(mayBeFetched()))) files.begin(taken)
    const late = ofFiles(await due(waitedForRoom()))
    for (const taken of late) await files.show(taken)
    return rows.length === PAGE || late.length > 0
  }

  const prune = async (): Promise<void> => {
    if (Date.now() - prunedAt < PRUNE_MS) return
    prunedAt = Date.now()
    const oldest = new Date(Date.now() - KEPT_MS).toISOString()
    await db.unordered.delete(cloudInbox).where(lt(cloudInbox.doneAt, oldest))
    await pruneUnknown(db)
  }

  const work = async (): Promise<void> => {
    await prune()
    do {
      again = false
      while (!ending.signal.aborted && (await turn())) {
        again = false
        await delay(GATHER_MS, undefined, { signal: ending.signal }).catch(() => undefined)
      }
    } while (again && !ending.signal.aborted)
  }
  /** When the next row may be tried again; null while nothing waits. */
  const nextAt = async (): Promise<number | null> => {
    const [row] = await db
      .select({ at: sql<number | null>`min(${cloudInbox.nextAt})` })
      .from(cloudInbox)
      .where(isWaiting())
    return row?.at ?? null
  }
  const wake = (): void => {
    if (ending.signal.aborted) return
    if (current) {
      again = true
      return
    }
    clearTimeout(timer)
    current = work()
      .catch((error: unknown) => log.error('the inbox of the Cloud API', { reason: reasonOf(error) }))
      .then(async () => {
        const at = await nextAt().catch(() => Date.now() + STORE_AGAIN_MS)
        if (at === null || ending.signal.aborted) return
        // What stands behind another one is due and cannot go: it is not looked for all the time.
        timer = setTimeout(wake, Math.max(LEAST_PAUSE_MS, at - Date.now()))
        timer.unref()
      })
      .finally(() => {
        current = null
        if (again) wake()
      })
  }
  return {
    wake,
    async stop() {
      ending.abort()
      clearTimeout(timer)
      await current
      await Promise.all(companies.values())
      await files.settled()
    },
  }
}
