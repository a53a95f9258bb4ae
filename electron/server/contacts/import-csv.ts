/** Importing contacts from a CSV file of any size: read as a stream, stored in batches, reported line by line. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import {
  CONTACT_CSV_HEADERS,
  CONTACT_NAME,
  type ContactCsvHeader,
  type ImportReason,
  type importRow,
  isSamePhone,
  numberForms,
  singleLine,
} from '@contract'
import { and, eq, inArray } from 'drizzle-orm'
import Papa from 'papaparse'
import { z } from 'zod'
import { ChannelError } from '../channel/channel'
import type { Tx } from '../db/client'
import { contacts } from '../db/schema'
import { contactSearchText } from '../db/search'
import { ApiError } from '../errors'
import type { UploadedFile } from '../http/handlers'
import type { Me, Workspace } from '../workspace'
import { closest } from './by-phone'
import { checkingConnection, digitsOf } from './numbers'

type ReportRow = z.input<typeof importRow>
export interface ImportReport {
  created: number
  updated: number
  rejected: number
  rows: ReportRow[]
}

/** Lines of one transaction: others read and write between them. */
const BATCH = 100
/** Lines listed in the answer, of each kind; the totals always count all. */
const LISTED = 1_000
const HEAD_BYTES = 64 * 1024
/** Bytes read and parsed at once. */
const PIECE_BYTES = 64 * 1024
/** Longest record: beyond it the file has an open quote, or is no list of contacts. */
const RECORD_CHARS = 64 * 1024
/** What is looked at of a cell: more than any name, number or address. */
const CELL_CHARS = 1_000
type Field = ContactCsvHeader
const address = z.email()

interface Line {
  line: number
  name: string
  number: string
  email: string
}

interface Reading {
  encoding: BufferEncoding
  /** Bytes to skip: the mark some programs put in front of UTF-8. */
  start: number
}

const MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** UTF-8 when the beginning of the file is; otherwise what spreadsheets in Portuguese write. */
async function readingOf(path: string): Promise<Reading> {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.subarray(0, bytesRead)
    // A text file holds no zero bytes: a renamed spreadsheet or picture does.
    if (head.includes(0)) throw new ApiError('ERR_INVALID_CSV')
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return { encoding: 'utf8', start: head.subarray(0, MARK.length).equals(MARK) ? MARK.length : 0 }
  } catch (error) {
    if (error instanceof ApiError) throw error
    return { encoding: 'latin1', start: 0 }
  } finally {
    await handle.close()
  }
}

function columnsOf(header: readonly string[]): Record<Field, number> {
  const names = header.map(cell =>
    cell
      .replace(/^\uFEFF/, '')
      .trim()
      .toLowerCase(),
  )
  const find = (field: Field): number =>
    names.findIndex(name => (CONTACT_CSV_HEADERS[field] as readonly string[]).includes(name))
  const columns = { name: find('name'), number: find('number'), email: find('email') }
  if (Object.values(columns).some(at => at < 0))
    throw new ApiError('ERR_INVALID_CSV', { headers: Object.keys(CONTACT_CSV_HEADERS) })
  return columns
}

/**
 * The records of the file, read piece by piece. Papa's own stream keeps an open quote and reads it again with every
 * piece, so that one endless cell costs the square of its length; here a record that does not end is refused.
 */
async function* records(path: string): AsyncGenerator<string[][]> {
  const source = createReadStream(path, { ...(await readingOf(path)), highWaterMark: PIECE_BYTES })
  let parser: Papa.Parser | null = null
  let rest = ''
  const read = (text: string, isLast: boolean): string[][] => {
    if (!parser) {
      const { delimiter, linebreak } = Papa.parse(text, { preview: 20 }).meta
      parser = new Papa.Parser({ delimiter, newline: linebreak as '\n' })
    }
    const { data, meta } = parser.parse(text, 0, !isLast) as Papa.ParseResult<string[]>
    rest = isLast ? '' : text.slice(meta.cursor)
    if (rest.length > RECORD_CHARS) throw new ApiError('ERR_INVALID_CSV')
    return data
  }
  try {
    for await (const piece of source as AsyncIterable<string>) {
      yield read(rest + piece, false)
      await new Promise(resolve => setImmediate(resolve))
    }
    yield read(rest, true)
  } finally {
    source.destroy()
  }
}

/** The data lines of the file, in batches; empty lines are left out but counted. */
async function* batches(path: string): AsyncGenerator<Line[]> {
  let columns: Record<Field, number> | null = null
  let line = 0
  let batch: Line[] = []
  for await (const rows of records(path)) {
    for (const cells of rows) {
      line++
      if (columns === null) {
        columns = columnsOf(cells)
        continue
      }
      if (cells.every(cell => cell.trim() === '')) continue
      const known = columns
      const cell = (field: Field): string => (cells[known[field]] ?? '').trim().slice(0, CELL_CHARS)
      batch.push({
        line,
        name: singleLine(cell('name')).trim(),
        number: cell('number'),
        email: cell('email'),
      })
      if (batch.length < BATCH) continue
      yield batch
      batch = []
    }
  }
  if (columns === null) throw new ApiError('ERR_INVALID_CSV', { headers: Object.keys(CONTACT_CSV_HEADERS) })
  if (batch.length > 0) yield batch
}

type CheckedLine =
  | { line: Line; number: string; reason: null }
  | { line: Line; number: null; reason: ImportReason }

/** What can be checked in a line without asking anybody. */
function checkLine(line: Line): CheckedLine {
  const chars = [...line.name].length
  if (chars < CONTACT_NAME.min || chars > CONTACT_NAME.max)
    return { line, number: null, reason: 'INVALID_NAME' }
  const number = digitsOf(line.number)
  if (number === null) return { line, number: null, reason: 'INVALID_NUMBER' }
  if (line.email !== '' && !address.safeParse(line.email).success)
    return { line, number: null, reason: 'INVALID_EMAIL' }
  return { line, number, reason: null }
}

type Accepted = Extract<CheckedLine, { reason: null }>

async function storeBatch(
  tx: Tx,
  companyId: number,
  whatsappId: number | null,
  accepted: readonly Accepted[],
) {
  const forms = accepted.flatMap(a => numberForms(a.number))
  const rows = await tx
    .select()
    .from(contacts)
    .where(and(eq(contacts.companyId, companyId), inArray(contacts.number, forms)))
  const known = new Map(
    accepted.flatMap(({ number }) => {
      const row = closest(
        rows.filter(one => isSamePhone(one.number, number)),
        number,
      )
      return row ? [[number, row] as const] : []
    }),
  )
  const fresh = accepted.filter(a => !known.has(a.number))
  const created =
    fresh.length === 0
      ? []
      : await tx
          .insert(contacts)
          .values(
            fresh.map(({ line, number }) => ({
              companyId,
              name: line.name,
              number,
              email: line.email,
              whatsappId,
              search: contactSearchText({ name: line.name, number, email: line.email }),
            })),
          )
          .returning()
  const updated: (typeof contacts.$inferSelect)[] = []
  for (const { line, number } of accepted) {
    const row = known.get(number)
    if (!row) continue
    const email = line.email || row.email
    if (row.name === line.name && row.email === email) continue
    const search = contactSearchText({ name: line.name, number: row.number, email })
    const updatedAt = new Date().toISOString()
    await tx
      .update(contacts)
      .set({ name: line.name, email, search, updatedAt })
      .where(eq(contacts.id, row.id))
    updated.push({ ...row, name: line.name, email, updatedAt })
  }
  return { created, updated, isNew: new Set(fresh.map(a => a.number)) }
}

/**
 * Imports one file. Lines that are fine are stored even when others are not; an existing number is updated. Numbers are
 * checked on WhatsApp while a connection is there, and only by their form otherwise.
 * @throws ApiError ERR_INVALID_CSV when it is no CSV file or lacks one of the headers name, number, email.
 */
export async function importContacts(
  app: Workspace,
  me: Me,
  file: UploadedFile | undefined,
): Promise<ImportReport> {
  if (!file || !/\.csv$/i.test(file.name)) throw new ApiError('ERR_INVALID_CSV')
  const report: ImportReport = { created: 0, updated: 0, rejected: 0, rows: [] }
  const seen = new Set<string>()
  const phone = await checkingConnection(app, me.companyId).catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })

  const note = (
    checked: CheckedLine,
    outcome: ReportRow['outcome'],
    reason: ImportReason | '' = '',
  ): void => {
    report[outcome]++
    if (report[outcome] > LISTED) return
    const { line, name, number } = checked.line
    report.rows.push({
      line,
      outcome,
      name: name.slice(0, 100),
      number: (checked.number ?? number).slice(0, 50),
      reason,
    })
  }

  const onWhatsapp = async (checked: Accepted): Promise<CheckedLine> => {
    if (phone === null) return checked
    try {
      const answer = await app.channel.checkNumber(phone, checked.number)
      if (answer.exists) return { ...checked, number: answer.number }
      return { line: checked.line, number: null, reason: 'NOT_ON_WHATSAPP' }
    } catch (error) {
      if (error instanceof ChannelError) return checked
      throw error
    }
  }

  for await (const batch of batches(file.path)) {
    const checked = await Promise.all(batch.map(checkLine).map(j => (j.reason === null ? onWhatsapp(j) : j)))
    const accepted: Accepted[] = []
    for (const j of checked) {
      if (j.reason !== null) note(j, 'rejected', j.reason)
      else if (seen.has(j.number)) note(j, 'rejected', 'REPEATED')
      else {
        for (const form of numberForms(j.number)) seen.add(form)
        accepted.push(j)
      }
    }
    if (accepted.length > 0) {
      const isNew = await app.db.company(me.companyId).write(async tx => {
        const { created, updated, isNew } = await storeBatch(tx, me.companyId, phone, accepted)
        for (const [action, rows] of [
          ['create', created],
          ['update', updated],
        ] as const) {
          const records = rows.map(({ companyId: _c, search: _s, ...contact }) => contact)
          if (records.length > 0) app.realtime.toCompany(me.companyId, 'contact', { action, records })
        }
        return isNew
      })
      for (const a of accepted) note(a, isNew.has(a.number) ? 'created' : 'updated')
    }
    await new Promise(resolve => setImmediate(resolve))
  }
  report.rows.sort((a, b) => Number(a.line) - Number(b.line))
  return report
}
