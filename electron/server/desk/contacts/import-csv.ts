/** Importing contacts from a CSV file: stored in batches, reported line by line. */
import { readFile } from 'node:fs/promises'
import {
  addressIn,
  CONTACT_CSV_HEADERS,
  type Home,
  type ImportReason,
  type ImportRemark,
  type importRow,
  isSamePhone,
  numberForms,
  singleLine,
} from '@contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import {
  belowTitle,
  columnNamed,
  LIST_FIELDS,
  type Mapping,
  mapped,
} from '../../../../src/spreadsheet/columns'
import { SheetError } from '../../../../src/spreadsheet/faults'
import { sheetText, textRows } from '../../../../src/spreadsheet/text-table'
import { ApiError } from '../../errors'
import type { Tx } from '../../platform/db/client'
import { contacts } from '../../platform/db/schema'
import { contactSearchText } from '../../platform/db/search'
import type { UploadedFile } from '../../platform/http/handlers'
import type { Me, Workspace } from '../../workspace'
import { ChannelError } from '../channel/channel'
import { closest } from './by-phone'
import { knownAsWritten } from './known-as-written'
import { checkingConnection, homeOf } from './numbers'
import { personOf } from './person-of-row'

type ReportRow = z.input<typeof importRow>
export interface ImportReport {
  created: number
  updated: number
  rejected: number
  rows: ReportRow[]
}

/** Lines of one transaction: others read and write between them. */
const BATCH = 100
/** Lines listed in the answer, per kind; the totals count all. */
const LISTED = 1_000
interface Line {
  line: number
  name: string
  number: string
  email: string
}

/** @throws ApiError ERR_INVALID_CSV when a needed heading is missing. */
function columnsOf(headings: readonly string[]): Mapping {
  const [name, number, email] = LIST_FIELDS.map(field => columnNamed(headings, field))
  if (name == null || number == null || email == null)
    throw new ApiError('ERR_INVALID_CSV', { headers: Object.keys(CONTACT_CSV_HEADERS) })
  return { name, number, email }
}

/** The data lines of the file, in batches; empty lines are counted but left out. */
async function* batches(path: string): AsyncGenerator<Line[]> {
  const text = sheetText(await readFile(path))
  let columns: Mapping | null = null
  let batch: Line[] = []
  for (const row of belowTitle(textRows(text))) {
    if (columns === null) {
      columns = columnsOf(row.cells)
      continue
    }
    const found = mapped(row, columns)
    if (!found) continue
    batch.push({ ...found, name: singleLine(found.name).trim() })
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (columns === null) throw new ApiError('ERR_INVALID_CSV', { headers: Object.keys(CONTACT_CSV_HEADERS) })
  if (batch.length > 0) yield batch
}

type CheckedLine =
  | { line: Line; number: string; reason: null; remark: ImportRemark | '' }
  | { line: Line; number: null; reason: ImportReason }

/** Checks of a line that need no lookup. */
function checkLine(line: Line, home: Home | null, known: ReadonlySet<string>): CheckedLine {
  const person = personOf(line, home, known)
  if ('fault' in person) return { line, number: null, reason: person.fault }
  const { name, number, email, remark } = person
  return { line: { ...line, name, email }, number, reason: null, remark }
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
    const search = contactSearchText({ ...row, name: line.name, email })
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
 * Imports a file. Good lines are stored even if others are not; an existing number is updated. Numbers are checked on
 * WhatsApp if a connection is up, and otherwise only by their form.
 * @throws ApiError ERR_INVALID_CSV when it is not CSV or lacks one of the headers name, number, email.
 */
export async function importContacts(
  app: Workspace,
  me: Me,
  file: UploadedFile | undefined,
): Promise<ImportReport> {
  if (!file || !/\.csv$/i.test(file.name)) throw new ApiError('ERR_INVALID_CSV')
  try {
    return await importFile(app, me, file)
  } catch (error) {
    if (error instanceof SheetError) throw new ApiError('ERR_INVALID_CSV')
    throw error
  }
}

async function importFile(app: Workspace, me: Me, file: UploadedFile): Promise<ImportReport> {
  const report: ImportReport = { created: 0, updated: 0, rejected: 0, rows: [] }
  const seen = new Set<string>()
  const home = await homeOf(app.db, me.companyId)
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
    if (phone === null || addressIn(checked.number) !== null) return checked
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
    const known = await knownAsWritten(
      app.db,
      me.companyId,
      batch.map(({ number }) => number),
    )
    const checked = await Promise.all(
      batch.map(line => checkLine(line, home, known)).map(j => (j.reason === null ? onWhatsapp(j) : j)),
    )
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
      for (const a of accepted) note(a, isNew.has(a.number) ? 'created' : 'updated', a.remark)
    }
    await new Promise(resolve => setImmediate(resolve))
  }
  report.rows.sort((a, b) => Number(a.line) - Number(b.line))
  return report
}
