/**
 * Tables as text (CSV and its kin), read as programs write them: the separator in a line of its own, line ends of several
 * systems in one file, and quotes that are part of a name. One quote too many never takes the following lines with it. Pure.
 */
import { decodeText } from '@contract'
import Papa from 'papaparse'
import { SHEET, SheetError } from './faults'

export interface TableRow {
  /** Line in the file, from 1. */
  line: number
  cells: string[]
}

/** Characters in which the separator is looked for. */
const GUESSED_CHARS = 64 * 1024
/** Longest cell in quotes: beyond it the file is no list. */
const QUOTED_CHARS = 64 * 1024

/** Guessed by the rows on top; an empty line among them would count as one with fewer columns. */
const separatorOf = (text: string): string =>
  Papa.parse(text.slice(0, GUESSED_CHARS), { preview: 20, skipEmptyLines: 'greedy' }).meta.delimiter

/**
 * Where a cell in quotes ends: behind its closing quote.
 * @returns null when the quote at `from` is a letter like any other: none closes it before a separator or a line's end.
 * @throws SheetError
 */
function closingOf(text: string, from: number, separator: string): { end: number; cell: string } | null {
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if ((quote < 0 ? text.length : quote) - from > QUOTED_CHARS) throw new SheetError('unreadable')
    if (quote < 0) return null
    if (text[quote + 1] === '"') {
      at = quote + 2
      continue
    }
    let end = quote + 1
    while (text[end] === ' ') end += 1
    const next = text[end]
    if (next !== undefined && next !== separator && next !== '\n') return null
    return { end, cell: text.slice(from + 1, quote).replaceAll('""', '"') }
  }
}

/**
 * The rows with anything in them, one after the other: whoever takes a turn for each hundred holds nobody up.
 * @throws SheetError 'unreadable' when a cell does not end.
 */
export function* textRows(text: string): Generator<TableRow> {
  const lines = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const [stated = '', said] = /^"?sep=(.)"?[^\n]{0,50}\n/i.exec(lines) ?? []
  const separator = said ?? separatorOf(lines)
  let at = stated.length
  let line = stated === '' ? 0 : 1
  while (at < lines.length) {
    const cells: string[] = []
    line += 1
    for (;;) {
      const quoted = lines[at] === '"' ? closingOf(lines, at, separator) : null
      let end = quoted?.end ?? at
      if (!quoted) while (end < lines.length && lines[end] !== separator && lines[end] !== '\n') end += 1
      if (cells.length < SHEET.columns)
        cells.push((quoted?.cell ?? lines.slice(at, end)).slice(0, SHEET.cellChars).trim())
      at = end + 1
      if (end >= lines.length || lines[end] === '\n') break
    }
    if (cells.some(cell => cell !== '')) yield { line, cells }
  }
}

/** The text of a file. @throws SheetError 'notSheet' for what is none: a renamed picture. */
export function sheetText(bytes: Uint8Array): string {
  const text = decodeText(bytes)
  if (text === null) throw new SheetError('notSheet')
  return text
}
