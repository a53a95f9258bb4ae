/**
 * What a number heard, on its way into the workspace. The rows are the queue: a kill forgets nothing, and what is taken twice
 * is known by its id. Within a chat one event is taken after the other, so that a message whose file is still being
 * fetched is not overtaken; chats do not wait for one another.
 */
import { and, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client'
import { webInbox } from '../../db/schema'
import { type Log, reasonOf } from '../../log'
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

/** Works through what is stored, until stopped. */
export function startInbox({ db, log, take }: InboxDeps): Inbox {
  let ending = false
  let timer: NodeJS.Timeout | undefined
  let again = false
  let current: Promise<void> | null = null
  let prunedAt = 0

  const finish = (row: InboxRow) =>
    db.update(webInbox).set({ doneAt: new Date().toISOString(), payload: '' }).where(eq(webInbox.id, row.id))
  const later = (row: InboxRow, ms: number) =>
    db
      .update(webInbox)
      .set({ attempts: row.attempts + 1, nextAt: new Date(Date.now() + ms).toISOString() })
      .where(eq(webInbox.id, row.id))

  /** @returns whether the next of its chat may be taken. */
  const one = async (row: InboxRow): Promise<boolean> => {
    try {
      const outcome = await take(row, webEvent.parse(JSON.parse(row.payload)))
      if (outcome === 'done') await finish(row)
      else await later(row, outcome.againMs)
      return outcome === 'done'
    } catch (error) {
      log.warn('what a number heard was not stored', { reason: reasonOf(error), attempts: row.attempts })
      if (row.attempts >= MOST_TRIES) {
        await finish(row)
        return true
      }
      await later(row, STORE_AGAIN_MS)
      return false
    }
  }

  /** Rows whose turn may have come: none of a chat in which an earlier one waits. */
  const due = () =>
    db
      .select()
      .from(webInbox)
      .where(
        and(
          isNull(webInbox.doneAt),
          lte(webInbox.nextAt, new Date().toISOString()),
          sql`(${webInbox.chat} = '' or not exists (
            select 1 from web_inbox earlier where earlier.done_at is null and earlier.chat = ${webInbox.chat}
              and earlier.whatsapp_id = ${webInbox.whatsappId} and earlier.id < ${webInbox.id}
              and earlier.next_at > ${Date.now()}))`,
        ),
      )
      .orderBy(webInbox.id)
      .limit(PAGE)

  const turn = async (): Promise<boolean> => {
    const rows = await due()
    const chats = new Map<string, InboxRow[]>()
    for (const row of rows) {
      const name = `${row.whatsappId} ${row.chat}`
      chats.set(name, [...(chats.get(name) ?? []), row])
    }
    // Side by side: the workspace joins what comes at the same time into one transaction.
    await Promise.all(
      [...chats.values()].map(async waiting => {
        for (const row of waiting) if (!(await one(row))) return
      }),
    )
    return rows.length > 0
  }

  const prune = async (): Promise<void> => {
    if (Date.now() - prunedAt < PRUNE_MS) return
    prunedAt = Date.now()
    await db.delete(webInbox).where(lt(webInbox.doneAt, new Date(Date.now() - KEPT_MS).toISOString()))
  }
  const work = async (): Promise<void> => {
    await prune()
    do {
      again = false
      while (!ending && (await turn())) again = false
    } while (again && !ending)
  }
  /** When the next row may be tried again; null while nothing waits. */
  const nextAt = async (): Promise<number | null> => {
    const [row] = await db
      .select({ at: sql<number | null>`min(${webInbox.nextAt})` })
      .from(webInbox)
      .where(isNull(webInbox.doneAt))
    return row?.at ?? null
  }
  const wake = (): void => {
    if (ending) return
    if (current) {
      again = true
      return
    }
    clearTimeout(timer)
    current = work()
      .catch((error: unknown) => log.error('the inbox of WhatsApp Web', { reason: reasonOf(error) }))
      .then(async () => {
        const at = await nextAt().catch(() => Date.now() + STORE_AGAIN_MS)
        if (at === null || ending) return
        timer = setTimeout(wake, Math.max(LEAST_PAUSE_MS, at - Date.now()))
        timer.unref()
      })
      .finally(() => {
        current = null
        if (again) wake()
      })
  }
  return {
    async store(at, delivered) {
      const nextAt = new Date().toISOString()
      await db.write(async tx => {
        for (const { key, chat, event } of delivered)
          await tx
            .insert(webInbox)
            .values({ ...at, key, chat, payload: JSON.stringify(event), nextAt })
            .onConflictDoNothing()
      })
      wake()
    },
    wake,
    async stop() {
      ending = true
      clearTimeout(timer)
      await current
    },
  }
}
