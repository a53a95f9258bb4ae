/** What the worker of a spreadsheet does, apart from being a worker: holds the file and its rows, and answers. */
import { guessColumns, mapped, widthOf, withoutTitle } from '@/spreadsheet/columns'
import { SheetError } from '@/spreadsheet/faults'
import { readTable, refuseByName, writeWorkbook } from '@/spreadsheet/read-table'
import type { TableRow } from '@/spreadsheet/text-table'
import { type FromSheet, PREVIEW_ROWS, type ToSheet } from './protocol'

/** @returns answers one question at a time; a file that cannot be read is an answer too. Never rejects. */
export function sheetAnswers(): (asked: ToSheet) => Promise<FromSheet> {
  let rows: TableRow[] = []

  const open = async (file: File, sheet: number): Promise<FromSheet> => {
    rows = []
    // Before its bytes are in memory.
    refuseByName(file.name, file.size)
    const table = await readTable(file.name, new Uint8Array(await file.arrayBuffer()), sheet)
    rows = withoutTitle(table.rows)
    return {
      kind: 'opened',
      sheets: table.sheets,
      sheet: table.sheet,
      total: rows.length,
      preview: rows.slice(0, PREVIEW_ROWS).map(row => row.cells),
      columns: widthOf(rows),
      ...guessColumns(rows),
    }
  }

  return async asked => {
    try {
      if (asked.kind === 'open') return await open(asked.file, asked.sheet)
      if (asked.kind === 'example')
        return { kind: 'example', bytes: writeWorkbook(asked.sheetName, asked.rows) }
      const until = Math.min(rows.length, asked.from + asked.count)
      const found = rows.slice(asked.from, until).flatMap(row => mapped(row, asked.mapping) ?? [])
      return { kind: 'rows', rows: found, next: until < rows.length ? until : null }
    } catch (error) {
      // A file that was removed or locked since it was chosen cannot be read either.
      return { kind: 'fault', fault: error instanceof SheetError ? error.fault : 'unreadable' }
    }
  }
}
