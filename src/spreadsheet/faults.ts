/** Why a file is no spreadsheet that can be imported, and the bounds it is held to. */

/** A file, what it unpacks to, and its rows: beyond any contact list. */
export const SHEET = {
  /** Bytes of a file: 200,000 rows are some 10 MB. */
  fileBytes: 25 * 1024 * 1024,
  /** Bytes a file may unpack to: a bomb unpacks to gigabytes. */
  unpackedBytes: 160 * 1024 * 1024,
  /** Parts of a workbook. */
  parts: 2_000,
  /** Sheets of a workbook that are read. */
  sheets: 50,
  rows: 200_000,
  columns: 60,
  /** What is looked at of a cell: more than any name, number or address. */
  cellChars: 500,
} as const

/** What can be imported, by the end of its name. */
export const SHEET_ENDINGS = ['.xls', '.xlsx', '.csv'] as const

const SHEET_FAULTS = [
  /** Another ending than .xls, .xlsx or .csv. */
  'type',
  'tooLarge',
  /** It carries a program. */
  'macros',
  /** It unpacks to far more than it weighs. */
  'bomb',
  /** Its bytes are something else: a renamed picture. */
  'notSheet',
  'encrypted',
  'unreadable',
  'empty',
  'tooManyRows',
] as const
export type SheetFault = (typeof SHEET_FAULTS)[number]

export class SheetError extends Error {
  constructor(readonly fault: SheetFault) {
    super(fault)
    this.name = 'SheetError'
  }
}
