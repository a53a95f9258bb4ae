/** A table as CSV that a spreadsheet of its reader's language opens without running anything. */
import { clockIn, type Language, type ReportCell, type ReportColumn } from '@contract'
import { csvLines } from '../../platform/http/csv'

/** Marks the text as UTF-8 for spreadsheets. */
const MARK = '\uFEFF'

/** Where numbers have a decimal comma, spreadsheets part cells by semicolons. */
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

/** A heading names its unit: a file has no other place for it. */
export const headingOf = (
  { title, kind }: ReportColumn,
  unitOf: (kind: 'seconds' | 'percent') => string,
): string => (kind === 'seconds' || kind === 'percent' ? `${title} (${unitOf(kind)})` : title)

/**
 * The text of a file, in pieces: mark and headings, then the rows as they come.
 * @param headings with their units. @param slices of rows; between two of them others have their turn.
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
