/** From an uploaded spreadsheet to rows of contacts, by the columns its headings name or its cells look like. */
import { readFile } from 'node:fs/promises'
import { guessColumns, type ListRow, mapped } from '../../../src/spreadsheet/columns'
import { SheetError, type SheetFault } from '../../../src/spreadsheet/faults'
import { readTable, refuseByName } from '../../../src/spreadsheet/read-table'

export type SheetAnswer = { rows: ListRow[] } | { fault: SheetFault }

/**
 * @param name as its sender calls it: its ending is looked at.
 * @param path where its bytes are.
 * @returns its rows without the heading, or what is wrong with it.
 */
export async function rowsOfSheet(name: string, path: string, size: number): Promise<SheetAnswer> {
  try {
    // Before its bytes are in memory.
    refuseByName(name, size)
    const { rows } = await readTable(name, new Uint8Array(await readFile(path)))
    const { hasHeading, mapping } = guessColumns(rows)
    // Without a column of numbers it is a list of nobody.
    if (mapping.number === null) return { fault: 'empty' }
    return { rows: (hasHeading ? rows.slice(1) : rows).flatMap(row => mapped(row, mapping) ?? []) }
  } catch (error) {
    if (error instanceof SheetError) return { fault: error.fault }
    throw error
  }
}
