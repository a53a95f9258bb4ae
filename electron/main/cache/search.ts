/** Searches what was seen: contacts and tickets by name and number, messages by their words, newest first. */

import type { z } from 'zod'
import { contact, type LocalHits, message, ticket } from '../../../src/contract'
import type { LocalDb } from '../local-db/local-db'
import { digitRanges, excerptOf, type Terms, termsOf, wordRanges } from './terms'

/** A single letter finds half of everything: messages are searched from two on. */
const MIN_MESSAGE_CHARS = 2
/** Matches looked at before the best are picked. */
const POOL = 400

function read<S extends z.ZodType>(schema: S, json: unknown): z.output<S>[] {
  try {
    const parsed = schema.safeParse(JSON.parse(String(json)))
    return parsed.success ? [parsed.data] : []
  } catch {
    return []
  }
}

async function findContacts(db: LocalDb, terms: Terms, limit: number): Promise<LocalHits['contacts']> {
  const pools: string[] = []
  const args: (string | number)[] = []
  if (terms.match) {
    pools.push(
      `SELECT * FROM (SELECT rowid AS id FROM contact_words WHERE contact_words MATCH ? LIMIT ${POOL})`,
    )
    args.push(terms.match)
  }
  if (terms.digits) {
    pools.push(`SELECT * FROM (SELECT id FROM seen_contacts INDEXED BY seen_contacts_digits
                WHERE instr(digits, ?) > 0 LIMIT ${POOL})`)
    args.push(terms.digits)
  }
  if (pools.length === 0) return []
  const rows = await db.all(
    `SELECT json FROM seen_contacts WHERE id IN (${pools.join(' UNION ')}) ORDER BY seen_at DESC, id DESC LIMIT ?`,
    [...args, limit],
  )
  return rows.flatMap(row =>
    read(contact, row.json).map(found => ({
      contact: found,
      nameRanges: wordRanges(found.name, terms.words),
      numberRanges: terms.digits ? digitRanges(found.number, terms.digits) : [],
    })),
  )
}

async function findTickets(db: LocalDb, terms: Terms, limit: number): Promise<LocalHits['tickets']> {
  const pools: string[] = []
  const args: (string | number)[] = []
  if (terms.match) {
    pools.push(`SELECT * FROM (SELECT rowid AS id FROM ticket_words WHERE ticket_words MATCH ?
                ORDER BY rowid DESC LIMIT ${POOL})`)
    args.push(`title : (${terms.match})`)
  }
  if (terms.digits) {
    pools.push(`SELECT * FROM (SELECT t.id FROM seen_contacts c INDEXED BY seen_contacts_digits
                JOIN seen_tickets t ON t.contact_id = c.id WHERE instr(c.digits, ?) > 0 LIMIT ${POOL})`)
    args.push(terms.digits)
  }
  if (pools.length === 0) return []
  const rows = await db.all(
    `SELECT json FROM seen_tickets WHERE id IN (${pools.join(' UNION ')})
     ORDER BY updated_at DESC, id DESC LIMIT ?`,
    [...args, limit],
  )
  return rows.flatMap(row =>
    read(ticket, row.json).map(found => ({
      ticket: found,
      ranges: wordRanges(found.contact?.name ?? '', terms.words),
    })),
  )
}

async function findMessages(db: LocalDb, terms: Terms, limit: number): Promise<LocalHits['messages']> {
  if (!terms.match || terms.words.every(word => word.length < MIN_MESSAGE_CHARS)) return []
  const rows = await db.all(
    `SELECT m.json, t.uuid, c.name FROM
       (SELECT rowid AS seq FROM message_words WHERE message_words MATCH ? ORDER BY rowid DESC LIMIT ?) hit
     JOIN seen_messages m ON m.seq = hit.seq
     LEFT JOIN seen_tickets t ON t.id = m.ticket_id
     LEFT JOIN seen_contacts c ON c.id = coalesce(t.contact_id, m.contact_id)
     ORDER BY m.seq DESC`,
    [terms.match, limit],
  )
  return rows.flatMap(row =>
    read(message, row.json).map(found => {
      const written = excerptOf(found.body, terms.words)
      const transcriptExcerpt = found.transcript ? excerptOf(found.transcript.text, terms.words) : null
      const isTranscript =
        transcriptExcerpt !== null && transcriptExcerpt.ranges.length > 0 && written.ranges.length === 0
      const translated =
        isTranscript || written.ranges.length > 0
          ? undefined
          : Object.values(found.translations ?? {})
              .map(text => excerptOf(text, terms.words))
              .find(({ ranges }) => ranges.length > 0)
      return {
        messageId: found.id,
        ticketId: found.ticketId,
        ticketUuid: typeof row.uuid === 'string' ? row.uuid : null,
        contactName: typeof row.name === 'string' ? row.name : '',
        fromMe: found.fromMe,
        mediaType: found.mediaType,
        ...(isTranscript ? transcriptExcerpt : (translated ?? written)),
        isHeard: isTranscript,
        createdAt: found.createdAt,
      }
    }),
  )
}

/**
 * @param typed what a person typed; accents, case and punctuation do not matter, the words may be unfinished.
 * @param limit most results of each kind.
 */
export async function searchLocal(db: LocalDb, typed: string, limit: number): Promise<LocalHits> {
  const from = performance.now()
  const terms = termsOf(typed)
  const contacts = await findContacts(db, terms, limit)
  const tickets = await findTickets(db, terms, limit)
  const messages = await findMessages(db, terms, limit)
  return { contacts, tickets, messages, tookMs: performance.now() - from }
}
