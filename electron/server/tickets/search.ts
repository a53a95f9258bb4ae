/**
 * What a search of tickets finds, the same on both engines. It looks at no more than people go through, so that a word of
 * every message costs no more than a rare one: docs/performance.md says what it leaves out.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../db/client'
import {
  contactContains,
  contactsContaining,
  jsonOfAll,
  messageContains,
  newestMatches,
  oneOf,
} from '../db/engine/words'
import { contacts, messages, tickets } from '../db/schema'
import { isIndexed } from '../db/search'

/** Messages that contain a text, the newest first. */
export const MESSAGES_FOUND = 2_000
/** Contacts that match a text; of more, or for a text of one or two letters, those of the tickets that changed last. */
export const CONTACTS_FOUND = 2_000
/** So many tickets. */
const TICKETS_LOOKED_AT = 10_000
/** Tickets that changed last whose messages are read for a text of one or two letters: no index holds those. */
const TICKETS_READ = 500

const listOf = (text: string | null | undefined): number[] => JSON.parse(text ?? '[]') as number[]

async function ids(db: Reader, rows: SQL): Promise<number[]> {
  const [row] = await db.all<{ ids: string }>(sql`select ${jsonOfAll(sql`f.id`)} as ids from (${rows}) as f`)
  return listOf(row?.ids)
}

const latest = (companyId: number, most: number): SQL =>
  sql`select ${tickets.id}, ${tickets.contactId} from ${tickets} where ${tickets.companyId} = ${companyId}
    order by ${tickets.updatedAt} desc, ${tickets.id} desc limit ${most}`

/** Tickets whose contact's name, number or address contains the text. */
async function byContact(db: Reader, companyId: number, typed: string): Promise<number[]> {
  if (isIndexed(typed)) {
    const found = await ids(
      db,
      sql`select ${contacts.id} from ${contacts} where ${contactsContaining(companyId, typed)}
        limit ${CONTACTS_FOUND + 1}`,
    )
    if (found.length === 0) return []
    if (found.length <= CONTACTS_FOUND)
      return await ids(db, sql`select ${tickets.id} from ${tickets} where ${oneOf(tickets.contactId, found)}`)
  }
  return await ids(
    db,
    sql`select l.id from (${latest(companyId, TICKETS_LOOKED_AT)}) as l cross join ${contacts}
      where ${contacts.id} = l.contact_id and ${contactContains(typed)}`,
  )
}

/** Tickets with a message that contains the text. */
async function byMessage(db: Reader, companyId: number, typed: string): Promise<number[]> {
  if (isIndexed(typed))
    return await ids(
      db,
      sql`select distinct n.ticket_id as id from (${newestMatches(companyId, typed, MESSAGES_FOUND)}) as n`,
    )
  return await ids(
    db,
    sql`select distinct l.id from (${latest(companyId, TICKETS_READ)}) as l cross join ${messages}
      where ${messages.ticketId} = l.id and ${messageContains(typed)}`,
  )
}

/**
 * Tickets of a company with the text in a message, or in the contact's name, number or address; in no order. Nobody's
 * visibility is applied.
 */
export async function ticketsFound(db: Reader, companyId: number, typed: string): Promise<number[]> {
  const [contact, message] = await Promise.all([
    byContact(db, companyId, typed),
    byMessage(db, companyId, typed),
  ])
  return [...new Set([...contact, ...message])]
}
