/**
 * What a number heard, on its way into the workspace. The rows are the queue: a kill forgets nothing, and what is taken twice
 * is known by its id. Within a chat one event is taken after the other, so that a message whose file is still being
 * fetched is not overtaken; chats do not wait for one another.
 */
import { and, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client'
import { jsonMember, noneOf } from '../../db/engine/words'
import { webInbox } from '../../db/schema'
import { batcher } from '../../inbound/batcher'
import { type Log, reasonOf } from '../../log'
import { noteMet } from './ids'
import type { WebDelivered } from './wire'
import { webEvent } from './wire'

export type InboxRow = typeof webInbox.$inferSelect

/** What became of one row: done, or looked at again after so many milliseconds. */
export type Outcome = 'done' | { againMs: number }

/** Rows looked at in one turn. */
const PAGE = 200
/** How long rows are kept that are done: as long as WhatsApp may repeat itself. */
const KEPT_MS = 8 * 24 * 60 * 60_000
const PRUNE_MS = 60 * 60_000
/** What cannot be stored now is tried again after this, in milliseconds. */
const STORE_AGAIN_MS = 2_000
/** Tries to store one row before it is given up, so that a broken one does not hold its chat for ever. */
const MOST_TRIES = 50
/** Least time between two looks that find nothing to do, in milliseconds. */
const LEAST_PAUSE_MS = 250

export interface InboxDeps {
  db: Db
  log: Log
  /** Takes one event into the workspace. */
  take(row: InboxRow, event: ReturnType<typeof webEvent.parse>): Promise<Outcome>
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
export function startInbox({ db, log, take }: InboxDeps): Inbox {
  let ending = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let again = false
  let prunedAt = 0
  /** Chats that are being worked through: a file that takes its time holds up nobody else. */
  const busy = new Map<string, Promise<void>>()

  /** Joined: what is done at the same time is one write. After a kill it is taken again, and known by its id. */
  const finish = batcher<number>(PAGE, async ids => {
    await db
      .update(webInbox)
      .set({ doneAt: new Date().toISOString(), payload: '' })
      .where(inArray(webInbox.id, ids))
  })
  const later = (row: InboxRow, ms: number) =>
    db
      .update(webInbox)
      .set({ attempts: row.attempts + 1, nextAt: new Date(Date.now() + ms).toISOString() })
      .where(eq(webInbox.id, row.id))

  /** @returns whether the next of its chat may be taken: only a message holds back what follows. */
  const one = async (row: InboxRow): Promise<boolean> => {
    try {
      const event = webEvent.parse(JSON.parse(row.payload))
      const outcome = await take(row, event)
      if (outcome !== 'done') {
        await later(row, outcome.againMs)
        return event.kind !== 'message'
      }
    } catch (error) {
      log.warn('what a number heard was not stored', { reason: reasonOf(error), attempts: row.attempts })
      if (row.attempts < MOST_TRIES) {
        await later(row, STORE_AGAIN_MS)
        return false
      }
    }
    await finish([row.id])
    return true
  }

  /** Rows whose turn has come: none of a chat in which an earlier message waits, or which is being worked through. */
  const due = () =>
    db
      .select()
      .from(webInbox)
      .where(
        and(
          isNull(webInbox.doneAt),
          lte(webInbox.nextAt, new Date().toISOString()),
          noneOf(sql`${webInbox.whatsappId} || ' ' || ${webInbox.chat}`, [...busy.keys()]),
          sql`(${webInbox.chat} = '' or not exists (
            select 1 from web_inbox earlier where earlier.done_at is null and earlier.chat = ${webInbox.chat}
              and earlier.whatsapp_id = ${webInbox.whatsappId} and earlier.id < ${webInbox.id}
              and earlier.next_at > ${Date.now()} and ${jsonMember(sql`earlier.payload`, 'kind')} = 'message'))`,
        ),
      )
      .orderBy(webInbox.id)
      .limit(PAGE)

  const workThrough = async (rows: readonly InboxRow[]): Promise<void> => {
    for (const row of rows) if (ending || !(await one(row))) return
  }
  /** Begins every chat that has something due. */
  const look = async (): Promise<void> => {
    if (Date.now() - prunedAt >= PRUNE_MS) {
      prunedAt = Date.now()
      await db.delete(webInbox).where(lt(webInbox.doneAt, new Date(Date.now() - KEPT_MS).toISOString()))
    }
    const chats = new Map<string, InboxRow[]>()
    for (const row of await due()) chats.set(chatOf(row), [...(chats.get(chatOf(row)) ?? []), row])
    for (const [chat, rows] of chats) {
      const work = workThrough(rows)
        .catch((error: unknown) => log.error('the inbox of WhatsApp Web', { reason: reasonOf(error) }))
        .finally(() => {
          busy.delete(chat)
          wake()
        })
      busy.set(chat, work)
    }
    if (chats.size > 0) return
    const [next] = await db
      .select({ at: sql<number | null>`min(${webInbox.nextAt})` })
      .from(webInbox)
      .where(isNull(webInbox.doneAt))
    if (next?.at == null || ending) return
    clearTimeout(timer)
    timer = setTimeout(wake, Math.max(LEAST_PAUSE_MS, next.at - Date.now()))
    timer.unref()
  }
  const wake = (): void => {
    if (ending) return
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
      await db.write(async tx => {
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
      ending = true
      clearTimeout(timer)
      await looking
      await Promise.all(busy.values())
    },
  }
}
