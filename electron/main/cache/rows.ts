/** How what was seen becomes rows. Only members the contract names are kept: secrets a server leaks are dropped by the schemas. */
import { type Contact, type Message, searchedIn, type Ticket } from '../../../src/contract'
import type { Statement } from '../local-db/local-db'

/** Ties within a millisecond. */
const TIES = 1_000
const LATEST_MS = 9_000_000_000_000

const at = (instant: string | null): number => {
  const ms = Date.parse(instant ?? '')
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(0, ms), LATEST_MS)
}

/** The newest version wins; an acknowledgement never goes down; the text of a deleted message is not searched. */
export function messageRow(m: Message): Statement {
  const base = at(m.createdAt) * TIES
  const json = JSON.stringify({ ...m, contact: null })
  return {
    sql: `INSERT INTO seen_messages (seq, id, ticket_id, contact_id, body, ack, changed_at, json)
          VALUES (coalesce((SELECT max(seq) + 1 FROM seen_messages WHERE seq >= ?1 AND seq < ?1 + ${TIES}), ?1),
                  ?2, ?3, ?4, ?5, ?6, ?7, ?8)
          ON CONFLICT (id) DO UPDATE SET
            body = CASE WHEN excluded.changed_at >= changed_at THEN excluded.body ELSE body END,
            json = CASE WHEN excluded.changed_at >= changed_at THEN excluded.json ELSE json END,
            ack = max(ack, excluded.ack),
            changed_at = max(changed_at, excluded.changed_at)`,
    args: [
      base,
      m.id,
      m.ticketId,
      m.contactId ?? m.contact?.id ?? null,
      m.isDeleted ? '' : searchedIn(m),
      m.ack,
      at(m.updatedAt ?? m.createdAt),
      json,
    ],
  }
}

export function ticketRow(t: Ticket, now: number): Statement {
  return {
    sql: `INSERT INTO seen_tickets (id, uuid, status, contact_id, title, last_message, updated_at, seen_at, json)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET uuid = excluded.uuid, status = excluded.status,
            contact_id = excluded.contact_id, title = excluded.title, last_message = excluded.last_message,
            updated_at = excluded.updated_at, seen_at = excluded.seen_at, json = excluded.json
          WHERE excluded.updated_at >= updated_at`,
    args: [
      t.id,
      t.uuid,
      t.status,
      t.contactId ?? t.contact?.id ?? null,
      t.contact?.name ?? '',
      t.lastMessage,
      at(t.updatedAt),
      now,
      JSON.stringify({ ...t, messages: [] }),
    ],
  }
}

/** @param whole false for a contact that came inside a ticket or message: it may lack what is known already. */
export function contactRow(c: Contact, whole: boolean, now: number): Statement {
  const part: Partial<Contact> = { id: c.id, name: c.name, number: c.number, isGroup: c.isGroup }
  if (c.profilePicUrl) part.profilePicUrl = c.profilePicUrl
  if (c.email) part.email = c.email
  return {
    sql: `INSERT INTO seen_contacts (id, name, digits, email, seen_at, json) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
          ON CONFLICT (id) DO UPDATE SET name = excluded.name, digits = excluded.digits,
            email = CASE WHEN ?7 = '' OR excluded.email <> '' THEN excluded.email ELSE email END,
            seen_at = excluded.seen_at,
            json = CASE WHEN ?7 = '' THEN excluded.json ELSE json_patch(json, ?7) END`,
    args: [
      c.id,
      c.name,
      c.number.replace(/\D/g, ''),
      c.email,
      now,
      JSON.stringify(c),
      whole ? '' : JSON.stringify(part),
    ],
  }
}
