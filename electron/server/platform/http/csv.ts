/** CSV that a spreadsheet opens without running anything. */
import Papa from 'papaparse'

/**
 * Rows as CSV lines; a cell that would be a formula gets an apostrophe in front (=, +, -, @, tab, return), as does one that
 * has an apostrophe there already: the import takes one off.
 */
export function csvLines(rows: readonly (readonly string[])[], delimiter = ','): string {
  return Papa.unparse(rows as string[][], { escapeFormulae: /^'*[=+\-@\t\r]/, newline: '\r\n', delimiter })
}
