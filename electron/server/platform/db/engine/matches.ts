/**
 * Finds rows that contain a typed text by trigram indexes, while they are few: for many it is quicker to go through the
 * rows a person may see (tickets/search.ts). An index goes through the entries of the rarest part of a text and looks
 * up the others; in SQLite this cannot be stopped. So a sample of the messages first tells how common the parts are.
 */
import { fold } from '@contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../client'
import { contacts, messages } from '../schema'
import { phrase } from '../search'
import { contactContains, messageContains, type Searcher } from './searched'
import { jsonOfAll, jsonOfRows, oneOf } from './words'

export interface MatchLimits {
  /** Most matching rows that are listed, over all companies of the database. */
  most: number
  /** Milliseconds the query may take, on a database where it can be stopped. */
  withinMs: number
}

/** Ids of a company's matching rows; null: too many, or it would take too long. */
type Matches = number[] | null

/** Size of the sample of messages. */
const SAMPLE = 500
/** Index entries that may be looked up for one text: 60 to 100 ms. */
const MOST_LOOKED_UP = 200_000

const PART = 3
const partsOf = (folded: string): string[] => {
  const chars = [...folded]
  return [...new Set(chars.slice(PART - 1).map((_, at) => chars.slice(at, at + PART).join('')))]
}

/** Whether the index of messages would take long or give more than `most`. */
async function isCommon(db: Db, typed: string, most: number): Promise<boolean> {
  const [last] = await db.all<{ seq: number | null }>(sql`select max(seq) as seq from ${messages}`)
  const all = last?.seq ?? 0
  if (all <= most) return false
  const spread = Array.from({ length: SAMPLE }, (_, at) => Math.round((all * (at + 0.5)) / SAMPLE))
  const [row] = await db.all<{ texts: string }>(
    sql`select ${jsonOfAll(messages.search)} as texts from ${messages} where ${oneOf(messages.seq, spread)}`,
  )
  const texts = JSON.parse(row?.texts ?? '[]') as string[]
  /** The estimate for all messages, from the sample. */
  const share = (part: string): number =>
    (texts.filter(text => text.includes(part)).length / Math.max(texts.length, 1)) * all
  const folded = fold(typed.trim())
  const parts = partsOf(folded)
  return share(folded) > 2 * most || Math.min(...parts.map(share)) * parts.length > MOST_LOOKED_UP
}

/** Rows of a SQLite index: only the company's are returned, but all are counted. */
async function inFile(db: Db, companyId: number, rows: SQL, most: number): Promise<Matches> {
  const [row] = await db.all<{ rows: string }>(
    sql`select ${jsonOfRows([sql`f.id`, sql`f.company_id`])} as rows from (${rows} limit ${most + 1}) as f`,
  )
  const found = JSON.parse(row?.rows ?? '[]') as [id: number, companyId: number][]
  return found.length > most ? null : found.flatMap(([id, of]) => (of === companyId ? [id] : []))
}

async function onServer(db: Db, rows: SQL, { most, withinMs }: MatchLimits): Promise<Matches> {
  const answer = await db.within<{ ids: string }>(
    withinMs,
    sql`select ${jsonOfAll(sql`f.id`)} as ids from (${rows} limit ${most + 1}) as f`,
  )
  const ids = answer && (JSON.parse(answer[0]?.ids ?? '[]') as number[])
  return ids && ids.length <= most ? ids : null
}

/**
 * Tickets of a company with a message that contains the text, which must be long enough for the index (`isIndexed`).
 * @returns their ids, unordered; null when there are too many or it would take too long.
 */
export async function ticketsWithMessage(
  db: Db,
  who: Searcher,
  companyId: number,
  typed: string,
  limits: MatchLimits,
): Promise<Matches> {
  if (await isCommon(db, typed, limits.most)) return null
  const found =
    db.engine === 'sqlite'
      ? await inFile(
          db,
          companyId,
          sql`select ${messages.ticketId} as id, ${messages.companyId} from message_index i cross join ${messages}
            on ${messages.seq} = i.rowid where i.search match ${phrase(typed)} and ${messageContains(who, typed)}`,
          limits.most,
        )
      : await onServer(
          db,
          sql`select ticket_id as id from ${messages} where ${messages.companyId} = ${companyId} and ${messageContains(who, typed)}`,
          limits,
        )
  return found && [...new Set(found)]
}

/** The same for contacts, by name, number and address; `contactsContaining` pages through all of them. */
export async function contactsWith(
  db: Db,
  who: Searcher,
  companyId: number,
  typed: string,
  limits: MatchLimits,
): Promise<Matches> {
  return db.engine === 'sqlite'
    ? await inFile(
        db,
        companyId,
        sql`select ${contacts.id}, ${contacts.companyId} from contact_index p cross join ${contacts} on ${contacts.id} = p.rowid
          where p.search match ${phrase(typed)} and ${contactContains(who, typed)}`,
        limits.most,
      )
    : await onServer(
        db,
        sql`select id from ${contacts} where ${contacts.companyId} = ${companyId} and ${contactContains(who, typed)}`,
        limits,
      )
}
