/** Which rows of the inbox are due: the queries of inbox.ts. */
import { and, eq, getTableColumns, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client'
import { jsonMember, noneOf } from '../../platform/db/engine/words'
import { planned } from '../../platform/db/prepared'
import { inbox } from '../../platform/db/schema'
import type { ChannelWork } from './channel'

export type InboxRow = typeof inbox.$inferSelect

/** A row with the time of its event; null if it has none. */
export type Due = InboxRow & { at: string | null }

/** Rows stored, taken or finished at once. */
export const PAGE = 200

/** The conversation of a row, unique over all numbers. */
export const chatOf = ({ whatsappId, chat }: Pick<InboxRow, 'whatsappId' | 'chat'>): string =>
  `${whatsappId} ${chat}`

/**
 * @param rows of a conversation, in order of arrival.
 * @returns them in order of writing; a row without a time keeps its place after the previous one.
 */
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
/** As `hasFile`; slices of a history (cloud/phone-fields.ts) are large and have none, so they are not read for one. */
const mayHaveFile = sql`case when ${inbox.key} like 'history:%' then false else ${hasFile} end`
const isWithoutFile = sql`${jsonMember(inbox.payload, 'file')} is null`
const at = () => jsonMember(inbox.payload, 'at')
const earlierAt = () => jsonMember(sql`earlier.payload`, 'at')

/**
 * Whether an earlier message of the conversation that meets this condition is neither done nor shown without its file.
 * Rows without a time come after the messages before them.
 */
const isAfterOne = (which: SQL): SQL => sql`exists (
  select 1 from inbox earlier where earlier.done_at is null and earlier.shown_at is null
    and earlier.provider = ${inbox.provider} and earlier.whatsapp_id = ${inbox.whatsappId}
    and earlier.chat = ${inbox.chat} and ${jsonMember(sql`earlier.payload`, 'kind')} = 'message'
    and (coalesce(${earlierAt()} < ${at()}, false)
      or (coalesce(${earlierAt()} = ${at()}, true) and earlier.id < ${inbox.id})) and ${which})`

/** @param files rows being fetched, and numbers without room for more. */
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
    planned(
      db,
      db
        .select({ ...getTableColumns(inbox), at: at() })
        .from(inbox)
        .where(and(isWaiting(), which, lte(inbox.nextAt, new Date().toISOString())))
        .orderBy(inbox.id)
        .limit(PAGE)
        .prepare(),
    ).all()

  return {
    /** Rows meeting a condition that do not follow a waiting message of their conversation. */
    dueNext: (which: SQL | undefined): Promise<Due[]> =>
      due(and(which, sql`(${inbox.shownAt} is not null or not ${isAfterOne(sql`1 = 1`)})`)),
    /** Rows without a file, of idle conversations, in order up to a waiting message. */
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
    /**
     * When the next ones are due, in milliseconds since the epoch, of all and of those that were not due yet at `asOf`, which is
     * before what was due was read; and whether any has a file.
     */
    async ahead(asOf: number): Promise<{ nextAt: number | null; laterAt: number | null; hasFiles: boolean }> {
      const waiting = db
        .select({
          nextAt: sql<number | null>`min(${inbox.nextAt})`,
          laterAt: sql<number | null>`min(${inbox.nextAt}) filter (where ${inbox.nextAt} > ${asOf})`,
          files: sql<number>`count(*) filter (where ${mayHaveFile})`,
        })
        .from(inbox)
        .where(isWaiting())
        .prepare()
      const [next] = await planned(db, waiting).all()
      const { nextAt = null, laterAt = null, files = 0 } = next ?? {}
      return { nextAt, laterAt, hasFiles: files > 0 }
    },
  }
}
