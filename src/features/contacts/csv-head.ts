/** A look at the beginning of a chosen file, before anything is sent (docs/specification.md 1.2, CSV import). */
import { CONTACT_CSV_HEADERS, type ContactCsvHeader } from '@contract'
import Papa from 'papaparse'

/** Bytes read of a file: enough for a header line and one contact, whatever the file's size. */
const HEAD_BYTES = 64 * 1024

export type CsvHead =
  | { ok: true; headers: string[] }
  | { ok: false; fault: 'unreadable' | 'empty' }
  | { ok: false; fault: 'missing'; headers: ContactCsvHeader[] }

const FIELDS = Object.keys(CONTACT_CSV_HEADERS) as ContactCsvHeader[]

/** Only .csv is taken (docs/specification.md 1.5), whatever type the system claims. */
export const isCsvName = (name: string): boolean => /\.csv$/i.test(name)

/** Which of the needed headers a first line lacks. */
export function missingHeaders(cells: readonly string[]): ContactCsvHeader[] {
  const names = new Set(
    cells.map(cell =>
      cell
        .replace(/^\uFEFF/, '')
        .trim()
        .toLowerCase(),
    ),
  )
  return FIELDS.filter(field => !CONTACT_CSV_HEADERS[field].some(word => names.has(word)))
}

/** Checks the beginning of a file's text. */
export function checkHead(text: string): CsvHead {
  if (text.includes('\u0000')) return { ok: false, fault: 'unreadable' }
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { preview: 2, skipEmptyLines: 'greedy' })
  const [header, first] = data
  if (!header) return { ok: false, fault: 'empty' }
  const missing = missingHeaders(header)
  if (missing.length > 0) return { ok: false, fault: 'missing', headers: missing }
  if (!first) return { ok: false, fault: 'empty' }
  return { ok: true, headers: header.map(cell => cell.trim()).filter(Boolean) }
}

/** Reads the beginning of a file as UTF-8, or as what spreadsheets in Portuguese write. */
export async function readHead(file: Blob): Promise<CsvHead> {
  const bytes = await file.slice(0, HEAD_BYTES).arrayBuffer()
  const whole = file.size <= HEAD_BYTES
  try {
    // A character cut in two at the end of the slice is no fault.
    return checkHead(new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !whole }))
  } catch {
    return checkHead(new TextDecoder('windows-1252').decode(bytes))
  }
}

/** The example shown and offered for download. */
export const CSV_EXAMPLE: readonly (readonly [string, string, string])[] = [
  ['name', 'number', 'email'],
  ['Maria Souza', '5511912345678', 'maria@exemplo.com.br'],
  ['João Lima', '5521987654321', ''],
]

/** The example as a file's text, with the mark that tells spreadsheets of UTF-8. */
export const csvExample = (): string => `\uFEFF${CSV_EXAMPLE.map(cells => cells.join(',')).join('\r\n')}\r\n`
