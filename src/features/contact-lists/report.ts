/** The report of an import: which row belongs where, and all of them as a file. Pure. */
import { LIST_ROW_REASONS, type NumberState } from '@contract'
import Papa from 'papaparse'
import type { ReportRow } from './send-rows'

export const OUTCOMES = ['rejected', 'notOnWhatsapp', 'repeated', 'added'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Words of a reason: a key of contactLists.file.reasons, else words of the server's own. */
export type Reason = (typeof LIST_ROW_REASONS)[number] | 'repeated' | 'samePhone' | 'notOnWhatsapp'

export interface Judged {
  row: ReportRow
  outcome: Outcome
  /** "" where there is nothing to say. */
  reason: Reason | ''
  /** A reason nobody here knows, as the server said it. */
  said: string
}

const KNOWN: ReadonlySet<string> = new Set(LIST_ROW_REASONS)

/** Where a row belongs by what is known of its number now. */
export function judged(row: ReportRow, states: ReadonlyMap<number, NumberState>): Judged {
  if (row.outcome === 'rejected') {
    const isKnown = KNOWN.has(row.reason)
    return {
      row,
      outcome: 'rejected',
      reason: isKnown ? (row.reason as Reason) : '',
      said: isKnown ? '' : row.reason,
    }
  }
  if (row.outcome === 'repeated') return { row, outcome: 'repeated', reason: 'repeated', said: '' }
  const state = row.id === null ? undefined : states.get(row.id)
  if (state === 'invalid') return { row, outcome: 'notOnWhatsapp', reason: 'notOnWhatsapp', said: '' }
  // On the list, and the channel says it is the phone of another row.
  if (state === 'repeated') return { row, outcome: 'repeated', reason: 'samePhone', said: '' }
  return { row, outcome: 'added', reason: '', said: '' }
}

/** How many added rows are not answered for yet. */
export const unanswered = (rows: readonly ReportRow[], states: ReadonlyMap<number, NumberState>): number =>
  rows.reduce((count, { id }) => {
    const state = id === null ? 'valid' : (states.get(id) ?? 'waiting')
    return count + (state === 'waiting' ? 1 : 0)
  }, 0)

/**
 * All rows as the text of a CSV file, with the mark that tells spreadsheets of UTF-8. Cells that a spreadsheet would take
 * for a formula are marked as text.
 */
export function reportCsv(
  heading: readonly string[],
  lines: readonly (readonly (string | number)[])[],
): string {
  const text = Papa.unparse(
    { fields: [...heading], data: lines.map(line => [...line]) },
    { escapeFormulae: true },
  )
  return `\uFEFF${text}\r\n`
}
