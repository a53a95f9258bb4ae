/** A contact file on its way to the legacy servers (docs/legacy-server.md 6.1; difference 5). */
import Papa from 'papaparse'
import {
  CONTACT_CSV_HEADERS,
  CONTACT_NAME,
  type ContactCsvHeader,
  type ImportReason,
} from '../../../../src/contract'
import { ApiError, type Ask, answer, errorAnswer, type LegacyApi } from './call'
import { digits, type SheetRow, uploadRows } from './spreadsheet'

/** UTF-8, or what spreadsheets in Portuguese write. */
async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

interface Line {
  /** Line of the file, the head being 1. */
  line: number
  sent: SheetRow
  reason: ImportReason | ''
}

/** The lines of a file, each with why it stays here; null when it has not the columns. */
function linesOf(text: string): Line[] | null {
  const [head = [], ...lines] = Papa.parse<string[]>(text).data
  const names = head.map(cell => cell.trim().toLowerCase())
  const at = (field: ContactCsvHeader): number =>
    names.findIndex(name => (CONTACT_CSV_HEADERS[field] as readonly string[]).includes(name))
  const [nameAt, numberAt, emailAt] = [at('name'), at('number'), at('email')]
  if (nameAt < 0 || numberAt < 0) return null
  const numbers = new Set<string>()
  return lines.flatMap((cells, index): Line[] => {
    if (cells.every(cell => cell.trim() === '')) return []
    const cell = (column: number): string => (cells[column] ?? '').trim()
    const sent = { name: cell(nameAt), number: digits(cell(numberAt)), email: cell(emailAt) }
    const chars = [...sent.name].length
    // It makes a contact of every row there, also of one without a number.
    const reason =
      chars < CONTACT_NAME.min || chars > CONTACT_NAME.max
        ? 'INVALID_NAME'
        : sent.number === ''
          ? 'INVALID_NUMBER'
          : numbers.has(sent.number)
            ? 'REPEATED'
            : ''
    if (reason === '') numbers.add(sent.number)
    return [{ line: index + 2, sent, reason }]
  })
}

/** The same people in a spreadsheet that server reads, and what became of each line. */
export async function importContacts(legacy: LegacyApi, ask: Ask): Promise<Response> {
  if (!ask.raw) return errorAnswer(400, 'ERR_INVALID_CSV')
  const form = await new Response(ask.raw, {
    headers: { 'content-type': ask.headers.get('content-type') ?? '' },
  }).formData()
  const file = form.get('contacts')
  const lines = file instanceof Blob ? linesOf(await textOf(file)) : null
  if (!lines) return errorAnswer(400, 'ERR_INVALID_CSV')
  const taken = lines.filter(line => line.reason === '').map(line => line.sent)
  const uploaded = await uploadRows(legacy, '/contacts/upload', taken, ask.signal).catch((error: unknown) => {
    // A file it cannot read is a 500 without a code there; anything else is reported as what it is.
    if (error instanceof ApiError && error.status === 500) return null
    throw error
  })
  if (!uploaded) return errorAnswer(400, 'ERR_INVALID_CSV')
  const { made, left } = uploaded
  const reported = lines.map(({ line, sent, reason }) => {
    const { name, number } = sent
    if (made.has(sent)) return { line, outcome: 'created', name, number, reason: '' }
    // Numbers it has already are passed over there without a word.
    const why = left.has(sent) ? 'NOT_REACHED' : 'ALREADY_KNOWN'
    return { line, outcome: 'rejected', name, number, reason: reason || why }
  })
  const created = reported.filter(row => row.outcome === 'created').length
  return answer({ created, updated: 0, rejected: reported.length - created, rows: reported })
}
