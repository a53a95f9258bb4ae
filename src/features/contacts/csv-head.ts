/** A look at the beginning of a chosen file, before anything is sent. */
import { type ContactCsvHeader, decodeText } from '@contract'
import { belowTitle, columnNamed, LIST_FIELDS } from '@/spreadsheet/columns'
import { SheetError } from '@/spreadsheet/faults'
import { textRows } from '@/spreadsheet/text-table'

/** Bytes read of a file: enough for a header line and one contact, whatever the file's size. */
const HEAD_BYTES = 64 * 1024

export type CsvHead =
  | { ok: true; headers: string[] }
  | { ok: false; fault: 'unreadable' | 'empty' }
  | { ok: false; fault: 'missing'; headers: ContactCsvHeader[] }

/** Only .csv is taken, whatever type the system claims. */
export const isCsvName = (name: string): boolean => /\.csv$/i.test(name)

/** Which of the needed headers a first line lacks. */
export const missingHeaders = (cells: readonly string[]): ContactCsvHeader[] =>
  LIST_FIELDS.filter(field => columnNamed(cells, field) === null)

/** Checks the beginning of a file's text. */
export function checkHead(text: string): CsvHead {
  const rows = belowTitle(textRows(text))
  const header = rows.next().value
  if (!header) return { ok: false, fault: 'empty' }
  const missing = missingHeaders(header.cells)
  if (missing.length > 0) return { ok: false, fault: 'missing', headers: missing }
  if (rows.next().done) return { ok: false, fault: 'empty' }
  return { ok: true, headers: header.cells.filter(Boolean) }
}

/** Reads the beginning of a file; the server reads all of it. */
export async function readHead(file: Blob): Promise<CsvHead> {
  const text = decodeText(
    new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()),
    file.size > HEAD_BYTES,
  )
  if (text === null) return { ok: false, fault: 'unreadable' }
  try {
    return checkHead(text)
  } catch (error) {
    if (error instanceof SheetError) return { ok: false, fault: 'unreadable' }
    throw error
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
