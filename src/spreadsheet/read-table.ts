/**
 * From the bytes of a file to rows of text. Runs in a worker of the window (features/contact-lists/sheet) and in a thread
 * of the server (electron/server/desk/contact-lists/sheet-thread.ts): nothing here may be loaded by a window or by the server
 * itself. What a file is, its bytes say; its ending only has to be one of the three.
 */
import { CFB, read, utils, type WorkBook, type WorkSheet, write } from '@e965/xlsx'
import { SHEET, SHEET_ENDINGS, SheetError } from './faults'
import { sheetText, type TableRow, textRows } from './text-table'
import { partsOf, refuseBomb } from './zip'

export interface Table {
  /** Names of the workbook's sheets; one without a name for a CSV file. */
  sheets: string[]
  /** The one that was read. */
  sheet: number
  /** Rows with anything in them. */
  rows: TableRow[]
}

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte)
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/** Whether a name has one of the endings; a workbook with macros says so by its own. @throws SheetError */
export function refuseByName(name: string, size: number): void {
  if (/\.(xlsm|xltm|xlsb|xlam|xla)$/i.test(name)) throw new SheetError('macros')
  if (!SHEET_ENDINGS.some(ending => name.toLowerCase().endsWith(ending))) throw new SheetError('type')
  if (size > SHEET.fileBytes) throw new SheetError('tooLarge')
  if (size === 0) throw new SheetError('empty')
}

async function refuseZip(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const parts = partsOf(bytes)
  if (parts.some(part => part.encrypted)) throw new SheetError('encrypted')
  if (parts.some(part => /(^|\/)vbaProject[^/]*\.bin$/i.test(part.name))) throw new SheetError('macros')
  await refuseBomb(bytes, parts)
  if (!parts.some(part => /(^|\/)workbook\.(xml|bin)$/i.test(part.name))) throw new SheetError('notSheet')
}

function refuseOle(bytes: Uint8Array): void {
  const paths = CFB.read(bytes, { type: 'array' }).FullPaths.join('\n')
  if (/EncryptedPackage/.test(paths)) throw new SheetError('encrypted')
  if (/_VBA_PROJECT/i.test(paths)) throw new SheetError('macros')
  if (!/\/(Workbook|Book)$/im.test(paths)) throw new SheetError('notSheet')
}

/** A number as it stands for somebody: a phone number of 13 digits, not 5.51199E+12. */
function textOf(cell: { t: string; v?: unknown; w?: string } | undefined): string {
  if (!cell || cell.v === undefined || cell.v === null || cell.t === 'e' || cell.t === 'z') return ''
  const text =
    typeof cell.v === 'number' && !Number.isInteger(cell.v) ? (cell.w ?? String(cell.v)) : String(cell.v)
  return text.slice(0, SHEET.cellChars).trim()
}

function rowsOf(sheet: WorkSheet): TableRow[] {
  const data = (sheet['!data'] ?? []) as ({ t: string; v?: unknown; w?: string } | undefined)[][]
  const hidden = sheet['!rows'] ?? []
  const rows: TableRow[] = []
  // Holes are jumped over: a formatted column reaches down a million rows.
  data.forEach((found, at) => {
    // What a filter or a person took out of sight is not meant.
    if (hidden[at]?.hidden) return
    const cells = Array.from({ length: Math.min(found.length, SHEET.columns) }, (_, i) => textOf(found[i]))
    if (cells.some(cell => cell !== '')) rows.push({ line: at + 1, cells })
  })
  return rows
}

/** @param content bytes of a workbook, or the text of a page. @param sheet of those that are in sight, where any is. */
function bookTable(content: Uint8Array | string, sheet: number): Table {
  const book = bookOf(content, sheet)
  const about = book.Workbook?.Sheets ?? []
  const shown = book.SheetNames.flatMap((_, at) => (about[at]?.Hidden ? [] : [at]))
  if (shown.length === 0 || shown.length === book.SheetNames.length) return tableOf(book, sheet)
  const wanted = shown[sheet] ?? book.SheetNames.length
  const { rows } = tableOf(wanted === sheet ? book : bookOf(content, wanted), wanted)
  return { sheets: shown.map(at => book.SheetNames[at] ?? ''), sheet, rows }
}

function tableOf(book: WorkBook, sheet: number): Table {
  const wanted = book.Sheets[book.SheetNames[sheet] ?? '']
  return { sheets: book.SheetNames, sheet, rows: wanted ? rowsOf(wanted) : [] }
}

function bookOf(content: Uint8Array | string, sheet: number): WorkBook {
  try {
    return read(content, {
      type: typeof content === 'string' ? 'string' : 'array',
      // Of a page the words alone: a number keeps its zeros.
      raw: true,
      dense: true,
      sheets: sheet,
      sheetRows: SHEET.rows + 2,
      cellFormula: false,
      cellHTML: false,
      // Which rows are hidden.
      cellStyles: true,
    })
  } catch (error) {
    throw new SheetError(/password/i.test(String(error)) ? 'encrypted' : 'unreadable')
  }
}

/** What shop systems call .xls: a page with a table, or the XML of 2003. */
const MARKUP = /^\s*(?:<!doctype html|<html|<table|<meta|<\?xml|<div|<body)/i

/** A text by the name of a spreadsheet. What looks like a page is one only where its name does not say CSV. */
function textTable(name: string, bytes: Uint8Array, sheet: number): Table {
  const text = sheetText(bytes)
  if (MARKUP.test(text.slice(0, 1_000)) && !/\.csv$/i.test(name)) return bookTable(text, sheet)
  const rows: TableRow[] = []
  for (const row of textRows(text)) {
    rows.push(row)
    if (rows.length > SHEET.rows) throw new SheetError('tooManyRows')
  }
  return { sheets: [''], sheet: 0, rows }
}

/**
 * Reads one sheet of a file.
 * @param sheet which one of a workbook, from 0.
 * @throws SheetError with what is wrong with the file; nothing else.
 */
export async function readTable(name: string, bytes: Uint8Array<ArrayBuffer>, sheet = 0): Promise<Table> {
  refuseByName(name, bytes.byteLength)
  let table: Table
  try {
    if (startsWith(bytes, ZIP)) {
      await refuseZip(bytes)
      table = bookTable(bytes, sheet)
    } else if (startsWith(bytes, OLE)) {
      refuseOle(bytes)
      table = bookTable(bytes, sheet)
    } else table = textTable(name, bytes, sheet)
  } catch (error) {
    if (error instanceof SheetError) throw error
    throw new SheetError('unreadable')
  }
  if (table.rows.length > SHEET.rows) throw new SheetError('tooManyRows')
  // Of a workbook with several sheets the first may be a title page.
  if (table.rows.length === 0 && table.sheets.length < 2) throw new SheetError('empty')
  return table
}

/** A workbook with one sheet, as the bytes of an .xlsx file. */
export function writeWorkbook(
  sheetName: string,
  rows: readonly (readonly string[])[],
): Uint8Array<ArrayBuffer> {
  const sheet = utils.aoa_to_sheet(rows.map(row => [...row]))
  sheet['!cols'] = [{ wch: 28 }, { wch: 18 }, { wch: 30 }]
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, sheetName)
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer)
}
