/** A contact file on its way to the legacy servers. */
import { CONTACT_NAME, type ImportReason, readPhone } from '../../../../src/contract'
import { columnNamed, LIST_FIELDS, mapped } from '../../../../src/spreadsheet/columns'
import { SheetError } from '../../../../src/spreadsheet/faults'
import { sheetText, textRows } from '../../../../src/spreadsheet/text-table'
import { ApiError, type Ask, answer, errorAnswer, type LegacyApi } from './call'
import { digits, type SheetRow, uploadRows } from './spreadsheet'

interface Line {
  /** Line of the file, the head being 1. */
  line: number
  sent: SheetRow
  reason: ImportReason | ''
}

/** The lines of a file, each with why it stays here; null when it has not the columns, or is no text. */
function linesOf(bytes: Uint8Array): Line[] | null {
  const rows = [...textRows(sheetText(bytes))]
  const head = rows.shift()?.cells ?? []
  const [name = null, number = null, email = null] = LIST_FIELDS.map(field => columnNamed(head, field))
  if (name === null || number === null) return null
  const numbers = new Set<string>()
  return rows.flatMap((row): Line[] => {
    const typed = mapped(row, { name, number, email })
    if (!typed) return []
    const sent = { name: typed.name, number: digits(typed.number), email: typed.email }
    const chars = [...sent.name].length
    const phone = readPhone(typed.number, null)
    // It makes a contact of every row there, also of one without a number.
    const reason =
      chars < CONTACT_NAME.min || chars > CONTACT_NAME.max
        ? 'INVALID_NAME'
        : 'fault' in phone
          ? phone.fault
          : numbers.has(phone.number)
            ? 'REPEATED'
            : ''
    if (!('fault' in phone)) sent.number = phone.number
    if (reason === '') numbers.add(sent.number)
    return [{ line: row.line, sent, reason }]
  })
}

function readLines(bytes: Uint8Array): Line[] | null {
  try {
    return linesOf(bytes)
  } catch (error) {
    if (error instanceof SheetError) return null
    throw error
  }
}

/** The same people in a spreadsheet that server reads, and what became of each line. */
export async function importContacts(legacy: LegacyApi, ask: Ask): Promise<Response> {
  if (!ask.raw) return errorAnswer(400, 'ERR_INVALID_CSV')
  const form = await new Response(ask.raw, {
    headers: { 'content-type': ask.headers.get('content-type') ?? '' },
  }).formData()
  const file = form.get('contacts')
  const lines = file instanceof Blob ? readLines(new Uint8Array(await file.arrayBuffer())) : null
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
