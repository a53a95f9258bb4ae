/** Which rows of the inbox are due: what the statements of inbox.ts look for. */
import { and, eq, getTableColumns, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client'
import { jsonMember, noneOf } from '../../platform/db/engine/words'
import { inbox } from '../../platform/db/schema'
import type { ChannelWork } from './channel'

export type InboxRow = typeof inbox.$inferSelect

/** A row with the time at which its event was written; null where it names none. */
export type Due = InboxRow & { at: string | null }

/** Rows stored, taken up, or done with at once. */
export const PAGE = 200

/** The conversation of a row, among all numbers. */
export const chatOf = ({ whatsappId, chat }: Pick<InboxRow, 'whatsappId' | 'chat'>): string =>
  `${whatsappId} ${chat}`

/** @param rows of a conversation, as they came. @returns them as they were written; what names no time goes after what came before it. */
export function asWritten(rows: readonly Due[]): Due[] {
  let latest = ''
  const timed = rows.map(row => {
    const at = row.at ?? latest
    if (at > latest) latest = at
    return { row, at }
  })
  return timed.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))).map(({ row }) => row)
}

const hasFile = sql`${jsonMember(inbox.payload, 'file')} is not null`
const isWithoutFile = sql`${jsonMember(inbox.payload, 'file')} is null`
const at = () => jsonMember(inbox.payload, 'at')
const earlierAt = () => jsonMember(sql`earlier.payload`, 'at')

/**
 * Whether a message of the conversation that was written before, and of which this is true, is neither done nor shown
 * without its file. What names no time goes after the messages that came before it.
 */
const isAfterOne = (which: SQL): SQL => sql`exists (
  select 1 from inbox earlier where earlier.done_at is null and earlier.shown_at is null
    and earlier.provider = ${inbox.provider} and earlier.whatsapp_id = ${inbox.whatsappId}
    and earlier.chat = ${inbox.chat} and ${jsonMember(sql`earlier.payload`, 'kind')} = 'message'
    and (coalesce(${earlierAt()} < ${at()}, false)
      or (coalesce(${earlierAt()} = ${at()}, true) and earlier.id < ${inbox.id})) and ${which})`

/** @param files those that are being fetched, and the numbers that have no room for more. */
export function inboxRows({
  db,
  provider,
  ownedCompanies,
  fileShownMs,
  files,
}: {
  db: Db
  provider: string
  ownedCompanies: ChannelWork['ownedCompanies']
  fileShownMs: number
  files: { busy(): number[]; full(): number[] }
}) {
  const isWaiting = () =>
    and(
      eq(inbox.provider, provider),
      isNull(inbox.doneAt),
      ownedCompanies(inbox.companyId),
      noneOf(sql`cast(${inbox.id} as text)`, files.busy().map(String)),
    )
  const due = (which: SQL | undefined): Promise<Due[]> =>
    db
      .select({ ...getTableColumns(inbox), at: at() })
      .from(inbox)
      .where(and(isWaiting(), which, lte(inbox.nextAt, new Date().toISOString())))
      .orderBy(inbox.id)
      .limit(PAGE)

  return {
    /** Those of a condition that come after no message of their conversation that waits. */
    dueNext: (which: SQL | undefined): Promise<Due[]> =>
      due(and(which, sql`(${inbox.shownAt} is not null or not ${isAfterOne(sql`1 = 1`)})`)),
    /** What has no file, of conversations that nobody works through: one after the other, up to a message that waits. */
    dueWords: (busy: readonly string[]): Promise<Due[]> =>
      due(
        and(
          isWithoutFile,
          noneOf(sql`${inbox.whatsappId} || ' ' || ${inbox.chat}`, busy),
          sql`(${inbox.chat} = '' or not ${isAfterOne(
            sql`(earlier.next_at > ${Date.now()} or ${jsonMember(sql`earlier.payload`, 'file')} is not null)`,
          )})`,
        ),
      ),
    /** Messages with files whose numbers have room for one more. */
    mayBeFetched: () =>
      and(hasFile, noneOf(sql`cast(${inbox.whatsappId} as text)`, files.full().map(String))),
    /** Those that have waited for room as long as a message may be missing. */
    waitedForRoom: () =>
      and(
        hasFile,
        isNull(inbox.shownAt),
        lte(inbox.createdAt, new Date(Date.now() - fileShownMs).toISOString()),
      ),
    /** When the next ones are due, in milliseconds since the epoch, of all and of those that are not due yet; and whether any has a file. */
    async ahead(): Promise<{ nextAt: number | null; laterAt: number | null; hasFiles: boolean }> {
      const [next] = await db
        .select({
          nextAt: sql<number | null>`min(${inbox.nextAt})`,
          laterAt: sql<number | null>`min(${inbox.nextAt}) filter (where ${inbox.nextAt} > ${Date.now()})`,
          files: sql<number>`count(*) filter (where ${hasFile})`,
        })
        .from(inbox)
        .where(isWaiting())
      const { nextAt = null, laterAt = null, files = 0 } = next ?? {}
      return { nextAt, laterAt, hasFiles: files > 0 }
    },
  }
}
