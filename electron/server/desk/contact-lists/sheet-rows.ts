/** Turns an uploaded spreadsheet into rows of contacts, by its headings or by what its cells look like. */
import { readFile } from 'node:fs/promises'
import { guessColumns, type ListRow, mapped, withoutTitle } from '../../../../src/spreadsheet/columns'
import { SHEET, SheetError, type SheetFault } from '../../../../src/spreadsheet/faults'
import { readTable, refuseByName } from '../../../../src/spreadsheet/read-table'

export type SheetAnswer = { rows: ListRow[] } | { fault: SheetFault }

/**
 * @param name the uploaded file's name, for its extension.
 * @param path of its bytes.
 * @returns the rows of all sheets without headings, each with its own columns, or what is wrong with the file; a sheet
 *   without a column of numbers (a title page) is skipped.
 */
export async function rowsOfSheet(name: string, path: string, size: number): Promise<SheetAnswer> {
  try {
    // Before its bytes are in memory.
    refuseByName(name, size)
    const bytes = new Uint8Array(await readFile(path))
    const contacts: ListRow[] = []
    let isList = false
    let sheets = 1
    for (let sheet = 0; sheet < sheets; sheet += 1) {
      const table = await readTable(name, bytes, sheet)
      sheets = Math.min(table.sheets.length, SHEET.sheets)
      const rows = withoutTitle(table.rows)
      const { hasHeading, mapping } = guessColumns(rows)
      if (mapping.number === null) continue
      isList = true
      for (const row of hasHeading ? rows.slice(1) : rows) {
        const contact = mapped(row, mapping)
        if (contact) contacts.push(contact)
      }
      if (contacts.length > SHEET.rows) return { fault: 'tooManyRows' }
    }
    // A list without numbers is useless.
    return isList ? { rows: contacts } : { fault: 'empty' }
  } catch (error) {
    if (error instanceof SheetError) return { fault: error.fault }
    throw error
  }
}
