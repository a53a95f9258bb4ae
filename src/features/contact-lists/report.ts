/** The report of an import: which row belongs where, and all of them as a file. Pure. */
import { LIST_ROW_REASONS, type NumberState } from '@contract'
import Papa from 'papaparse'
import type { ReportRow } from './send-rows'

export const OUTCOMES = ['rejected', 'notOnWhatsapp', 'repeated', 'added'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Words of a reason: a key of contactLists.file.reasons, else words of the server's own. */
export type Reason = (typeof LIST_ROW_REASONS)[number] | 'repeated' | 'samePhone' | 'notOnWhatsapp'

export interface RowResult {
  row: ReportRow
  outcome: Outcome
  /** "" where there is nothing to say. */
  reason: Reason | ''
  /** A reason nobody here knows, as the server said it. */
  said: string
}

const KNOWN: ReadonlySet<string> = new Set(LIST_ROW_REASONS)

/** Where a row belongs by what is known of its number now. */
export function outcomeOf(row: ReportRow, states: ReadonlyMap<number, NumberState>): Outcome {
  if (row.outcome !== 'added') return row.outcome
  const state = row.id === null ? undefined : states.get(row.id)
  if (state === 'invalid') return 'notOnWhatsapp'
  // On the list, and the channel says it is the phone of another row.
  return state === 'repeated' ? 'repeated' : 'added'
}

/** The same with why. */
export function rowResult(row: ReportRow, states: ReadonlyMap<number, NumberState>): RowResult {
  const outcome = outcomeOf(row, states)
  if (outcome === 'notOnWhatsapp') return { row, outcome, reason: 'notOnWhatsapp', said: '' }
  if (outcome === 'repeated')
    return { row, outcome, reason: row.outcome === 'added' ? 'samePhone' : 'repeated', said: '' }
  // Of a row that is on the list: what was left out of it.
  return KNOWN.has(row.reason)
    ? { row, outcome, reason: row.reason as Reason, said: '' }
    : { row, outcome, reason: '', said: row.reason }
}

export interface Tally {
  counts: Record<Outcome, number>
  /** Added rows that are not answered for yet. */
  unanswered: number
}

/** How many rows belong where. Counted anew with every batch of answers, so it makes nothing for each row. */
export function tallyOf(rows: readonly ReportRow[], states: ReadonlyMap<number, NumberState>): Tally {
  const counts: Record<Outcome, number> = { rejected: 0, notOnWhatsapp: 0, repeated: 0, added: 0 }
  let unanswered = 0
  for (const row of rows) {
    counts[outcomeOf(row, states)] += 1
    if (row.id !== null && (states.get(row.id) ?? 'waiting') === 'waiting') unanswered += 1
  }
  return { counts, unanswered }
}

/** Lines turned into text between two turns of the event loop: fifty thousand at once would hold a frame up. */
const CSV_LINES = 1_000

/**
 * All rows as the text of a CSV file, in pieces, with the mark that tells spreadsheets of UTF-8. Cells that a spreadsheet
 * would take for a formula are marked as text.
 * @param count how many lines there are. @param lineOf the cells of one, from 0.
 */
export async function reportCsv(
  heading: readonly string[],
  count: number,
  lineOf: (at: number) => (string | number)[],
): Promise<string[]> {
  const text = (lines: (string | number)[][]): string =>
    `${Papa.unparse(lines, { escapeFormulae: true })}\r\n`
  const parts = [`\uFEFF${text([[...heading]])}`]
  for (let from = 0; from < count; from += CSV_LINES) {
    parts.push(text(Array.from({ length: Math.min(CSV_LINES, count - from) }, (_, i) => lineOf(from + i))))
    await new Promise(resolve => setTimeout(resolve))
  }
  return parts
}
