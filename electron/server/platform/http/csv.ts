/** CSV without cells that a spreadsheet would run. */
import Papa from 'papaparse'

/**
 * Rows as CSV lines. A cell that could be a formula (=, +, -, @, tab, return) gets a leading apostrophe, and so does
 * one that already begins with an apostrophe, because the import removes one.
 */
export function csvLines(rows: readonly (readonly string[])[], delimiter = ','): string {
  return Papa.unparse(rows as string[][], { escapeFormulae: /^'*[=+\-@\t\r]/, newline: '\r\n', delimiter })
}
