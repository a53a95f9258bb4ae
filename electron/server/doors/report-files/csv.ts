/** A table as CSV for spreadsheets in the reader's language; no cell can run as a formula. */
import { clockIn, type Language, type ReportCell, type ReportColumn } from '@contract'
import { csvLines } from '../../platform/http/csv'

/** Marks the text as UTF-8 for spreadsheets. */
const MARK = '\uFEFF'

/** In languages with a decimal comma, spreadsheets separate cells by semicolons. */
const isComma = (language: Language): boolean => language !== 'en'
const separatorOf = (language: Language): string => (isComma(language) ? ';' : ',')

const two = (value: number): string => String(value).padStart(2, '0')

/** An instant as the wall clock of a zone shows it: YYYY-MM-DD HH:MM:SS. */
function wallText(zone: string, at: string): string {
  const { year, month, day, hour, minute, second } = clockIn(zone, new Date(at))
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`
}

function cellText(kind: ReportColumn['kind'], cell: ReportCell, zone: string, language: Language): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return kind === 'instant' ? wallText(zone, cell) : cell
  const rounded = kind === 'percent' ? Math.round(cell * 1_000) / 10 : Math.round(cell * 100) / 100
  return isComma(language) ? String(rounded).replace('.', ',') : String(rounded)
}

/** Units go into the headings: a CSV has no other place for them. */
export const headingOf = (
  { title, kind }: ReportColumn,
  unitOf: (kind: 'seconds' | 'percent') => string,
): string => (kind === 'seconds' || kind === 'percent' ? `${title} (${unitOf(kind)})` : title)

/**
 * The text of a file in pieces: BOM and headings, then the rows as they come.
 * @param headings with their units.
 * @param slices of rows; others get a turn between two of them.
 */
export async function* csvText(
  headings: readonly string[],
  columns: readonly ReportColumn[],
  slices: AsyncIterable<ReportCell[][]>,
  { zone, language }: { zone: string; language: Language },
): AsyncGenerator<string> {
  const separator = separatorOf(language)
  yield `${MARK}${csvLines([headings], separator)}\r\n`
  for await (const rows of slices) {
    if (rows.length === 0) continue
    const lines = rows.map(row =>
      row.map((cell, at) => cellText(columns[at]?.kind ?? 'text', cell, zone, language)),
    )
    yield `${csvLines(lines, separator)}\r\n`
    await new Promise(resolve => setImmediate(resolve))
  }
}
