/**
 * Everything about one contact, counted and exported: JSON and files in one ZIP, generated while it is sent. Tables whose
 * rows go with the contact, a ticket or a message are given out by their foreign keys: a new one needs nothing here.
 */
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import type { PersonalCounts } from '@contract'
import { and, asc, eq, gt, inArray, isNotNull, or, type SQL } from 'drizzle-orm'
import { ZipFile } from 'yazl'
import { attachedRows, attachedTo, type Parent } from '../../platform/db/attached'
import type { Reader } from '../../platform/db/client'
import { oneOf } from '../../platform/db/engine/words'
import {
  companies,
  contacts,
  messages,
  reminders,
  schedules,
  tags,
  ticketNotes,
  ticketSummaries,
  tickets,
  ticketTags,
} from '../../platform/db/schema'
import type { Workspace } from '../../workspace'
import { summariesOf } from '../presenters/summaries'
import { transcriptsOf } from '../presenters/transcripts'

/** Rows read before the event loop gets a turn. */
const SLICE = 500
/** Kinds of file that are compressed already. */
const COMPACT = /^(?:image\/(?!svg|bmp)|video\/|audio\/(?!wav)|application\/(?:zip|pdf|vnd\.openxml))/

const ticketsOf = (db: Reader, contactId: number) =>
  db.select({ id: tickets.id }).from(tickets).where(eq(tickets.contactId, contactId))

/** Messages of the contact's tickets, and those the contact wrote in groups. */
export const messagesOf = (db: Reader, contactId: number): SQL | undefined =>
  or(inArray(messages.ticketId, ticketsOf(db, contactId)), eq(messages.contactId, contactId))

/** Notes about the contact and in its tickets. */
const notesOf = (db: Reader, contactId: number): SQL | undefined =>
  or(eq(ticketNotes.contactId, contactId), inArray(ticketNotes.ticketId, ticketsOf(db, contactId)))

/** The counts. */
export async function countPersonal(db: Reader, contactId: number): Promise<PersonalCounts> {
  const own = messagesOf(db, contactId)
  return {
    tickets: await db.$count(tickets, eq(tickets.contactId, contactId)),
    messages: await db.$count(messages, own),
    files:
      (await db.$count(messages, and(own, isNotNull(messages.mediaFile)))) +
      (await db.$count(schedules, and(eq(schedules.contactId, contactId), isNotNull(schedules.mediaFile)))),
    notes: await db.$count(ticketNotes, notesOf(db, contactId)),
    schedules: await db.$count(schedules, eq(schedules.contactId, contactId)),
  }
}

type Row = Record<string, unknown>

/** Rows as the text of one JSON list, read slice by slice. @param page rows after a position, in order. */
async function* listText(
  page: (after: number) => Promise<{ at: number; row: Row }[]>,
): AsyncGenerator<string> {
  yield '['
  let after = 0
  let first = true
  for (;;) {
    const rows = await page(after)
    const last = rows.at(-1)
    if (!last) break
    after = last.at
    const text = rows.map(({ row }) => JSON.stringify(row, null, 1)).join(',\n')
    yield first ? text : `,\n${text}`
    first = false
    await new Promise(resolve => setImmediate(resolve))
  }
  yield ']\n'
}

/** Internal columns. */
const without = ({ search: _search, companyId: _company, mediaFile: _file, ...row }: Row): Row => row

/** Given out as lists of their own, or by the names and words that belong to them. */
const OTHERWISE = new Set(
  'tickets messages schedules ticketNotes reminders ticketTags ticketSummaries transcripts'.split(' '),
)
/** What the server does or did with rows: it says nothing more of the person. */
const MACHINERY = new Set(
  'outgoing webhookDeliveries happenings stepReceipts ruleRuns macroRuns givenAway ticketEvents resolveUndos autoReplies phoneHistories replyWindows mentions ticketPins'.split(
    ' ',
  ),
)

const APART = new Set([...OTHERWISE, ...MACHINERY])

/** The tables whose rows are given out with a row of a table. */
export const givenWith = (parent: Parent) => attachedTo(parent).filter(({ name }) => !APART.has(name))

/** The rows given out with rows of a table, by their ids. */
async function attachments(db: Reader, parent: Parent, ids: number[]): Promise<(id: number) => Row> {
  const lists = await attachedRows(db, givenWith(parent), ids)
  return id =>
    Object.fromEntries(
      lists.map(({ name, key, rows }) => [name, rows.filter(row => row[key] === id).map(without)]),
    )
}

async function ticketPage(db: Reader, contactId: number, after: number) {
  const rows = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.contactId, contactId), gt(tickets.id, after)))
    .orderBy(asc(tickets.id))
    .limit(SLICE)
  const ids = rows.map(row => row.id)
  const attached = await attachments(db, tickets, ids)
  const named = await db
    .select({ ticketId: ticketTags.ticketId, name: tags.name })
    .from(ticketTags)
    .innerJoin(tags, eq(tags.id, ticketTags.tagId))
    .where(oneOf(ticketTags.ticketId, ids))
  const summaries = await summariesOf(db, oneOf(ticketSummaries.ticketId, ids))
  return rows.map(row => ({
    at: row.id,
    row: {
      ...without(row),
      ...attached(row.id),
      tags: named.filter(tag => tag.ticketId === row.id).map(tag => tag.name),
      summary: summaries.find(one => one.ticketId === row.id)?.lines.map(({ text }) => text) ?? [],
    },
  }))
}

/**
 * The ZIP, generated while it is read.
 * @param app whose media folder has the files; for a missing one the message has `file` null.
 */
export async function personalZip(
  app: Pick<Workspace, 'db' | 'media'>,
  companyId: number,
  contactId: number,
): Promise<Readable> {
  const { db } = app
  const zip = new ZipFile()
  const named = new Set<string>()

  /** Adds a file to the ZIP. @returns its path there; null when it is missing. */
  const attach = async (key: string, file: string | null, mime: string | null): Promise<string | null> => {
    if (!file) return null
    const facts = await app.media.facts(companyId, file)
    if (!facts) return null
    const place = `media/${key}${extname(file)}`
    if (!named.has(place)) {
      const options = { size: facts.size, mtime: facts.changed, compress: !COMPACT.test(mime ?? '') }
      zip.addReadStreamLazy(place, options, give => {
        app.media.read(companyId, file).then(
          stream => give(null, stream),
          (error: unknown) => give(error, null as never),
        )
      })
    }
    named.add(place)
    return place
  }

  const messagePage = async (after: number) => {
    const rows = await db
      .select()
      .from(messages)
      .where(and(messagesOf(db, contactId), gt(messages.seq, after)))
      .orderBy(asc(messages.seq))
      .limit(SLICE)
    const attached = await attachments(
      db,
      messages,
      rows.map(row => row.seq),
    )
    const transcriptTexts = await transcriptsOf(db, rows)
    return Promise.all(
      rows.map(async row => ({
        at: row.seq,
        row: {
          ...without(row),
          ...attached(row.seq),
          transcript: transcriptTexts.get(row.seq)?.body ?? null,
          file: await attach(String(row.seq), row.mediaFile, row.mediaMime),
          linkPreview: row.linkPreview && {
            ...row.linkPreview,
            picture: await attach(`${row.seq}-link`, row.linkPreview.picture, 'image/*'),
          },
        },
      })),
    )
  }
  const schedulePage = async (after: number) => {
    const rows = await db
      .select()
      .from(schedules)
      .where(and(eq(schedules.contactId, contactId), gt(schedules.id, after)))
      .orderBy(asc(schedules.id))
      .limit(SLICE)
    return Promise.all(
      rows.map(async row => ({
        at: row.id,
        row: { ...without(row), file: await attach(`schedule-${row.id}`, row.mediaFile, row.mediaMime) },
      })),
    )
  }
  const listOf = (table: typeof ticketNotes | typeof reminders, which: SQL | undefined) =>
    Readable.from(
      listText(async after => {
        const rows = await db
          .select()
          .from(table as typeof ticketNotes)
          .where(and(which, gt(table.id, after)))
          .orderBy(asc(table.id))
          .limit(SLICE)
        return rows.map(row => ({ at: row.id, row: without(row) }))
      }),
    )

  const [contact] = await db.select().from(contacts).where(eq(contacts.id, contactId))
  const attached = await attachments(db, contacts, [contactId])
  const [company] = await db
    .select({ name: companies.name })
    .from(companies)
    .where(eq(companies.id, companyId))
  const about = {
    company: company?.name ?? '',
    exportedAt: new Date().toISOString(),
    contact: { ...without(contact ?? {}), ...attached(contactId) },
  }
  zip.addBuffer(Buffer.from(`${JSON.stringify(about, null, 1)}\n`), 'contact.json')
  zip.addReadStream(Readable.from(listText(after => ticketPage(db, contactId, after))), 'tickets.json')
  zip.addReadStream(listOf(ticketNotes, notesOf(db, contactId)), 'notes.json')
  zip.addReadStream(
    listOf(reminders, inArray(reminders.ticketId, ticketsOf(db, contactId))),
    'reminders.json',
  )
  zip.addReadStream(Readable.from(listText(schedulePage)), 'schedules.json')
  // The last list: its rows' files are added while it is read, and nothing may come after them.
  const last = async function* (): AsyncGenerator<string> {
    yield* listText(messagePage)
    zip.end()
  }
  const written = Readable.from(last())
  zip.addReadStream(written, 'messages.json')
  const out = new Readable().wrap(zip.outputStream)
  for (const source of [zip, written]) source.on('error', (error: Error) => out.destroy(error))
  return out
}
