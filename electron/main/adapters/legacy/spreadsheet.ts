/** Rows of people on their way to the legacy servers, which read them from a spreadsheet. */
import { CONTACT_LIST } from '../../../../src/contract'
import { ApiError, type Json, type LegacyApi, rows, wordsOf } from './call'

/** One row as that server reads it: the number in digits. */
export interface SheetRow {
  name: string
  number: string
  email: string
}

export const digits = (value: unknown): string => String(value ?? '').replace(/\D/g, '')

/**
 * A workbook and no CSV: that server takes a CSV for Latin-1, and reads its cells as numbers and dates, which costs
 * names their accents and numbers their leading zeros.
 */
async function workbookOf(sent: readonly SheetRow[]): Promise<Blob> {
  const { utils, write } = await import('@e965/xlsx')
  const sheet = utils.aoa_to_sheet([
    ['nome', 'numero', 'email'],
    ...sent.map(({ name, number, email }) => [name, number, email]),
  ])
  const book = utils.book_new(sheet, 'contatos')
  return new Blob([write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer])
}

/** Digits at the end of a number that stay as they are when WhatsApp answers how it writes it (country, ninth digit). */
const SURE_DIGITS = 8

/** Which row each new record was made of: WhatsApp may have written its number in another way. */
function madeOf(sent: readonly SheetRow[], made: readonly Json[]): Map<SheetRow, Json> {
  const left = new Set(sent)
  const pairs = new Map<SheetRow, Json>()
  const pair = (fits: (row: SheetRow, one: Json) => boolean, of: readonly Json[]): Json[] =>
    of.filter(one => {
      for (const row of left) {
        if (!fits(row, one)) continue
        left.delete(row)
        pairs.set(row, one)
        return false
      }
      return true
    })
  const renumbered = pair((row, one) => row.number === digits(one.number), made)
  const tail = (number: string) => number.slice(-SURE_DIGITS)
  pair((row, one) => row.name === one.name && tail(row.number) === tail(digits(one.number)), renumbered)
  return pairs
}

/** What became of rows: those without a record, and not left, are of numbers that server had before. */
export interface Uploaded {
  made: Map<SheetRow, Json>
  /** Rows it did not come to, because it failed on the way. */
  left: Set<SheetRow>
}

/**
 * Sends rows, a bounded number in each call: that server asks WhatsApp about every number before it answers.
 * @param path the call that takes the file.
 * @throws ApiError when it takes none of them.
 */
export async function uploadRows(
  legacy: LegacyApi,
  path: string,
  sent: readonly SheetRow[],
  signal?: AbortSignal,
): Promise<Uploaded> {
  const made = new Map<SheetRow, Json>()
  for (let from = 0; from < sent.length; from += CONTACT_LIST.batch) {
    const batch = sent.slice(from, from + CONTACT_LIST.batch)
    const file = await workbookOf(batch)
    const body = () => {
      const data = new FormData()
      data.set('file', file, 'contatos.xlsx')
      return data
    }
    const response = await legacy.client.fetch(path, { method: 'POST', body, ...(signal ? { signal } : {}) })
    if (!response.ok) {
      const words = await wordsOf(response)
      if (from === 0) throw new ApiError(response.status, words)
      return { made, left: new Set(sent.slice(from)) }
    }
    for (const [row, one] of madeOf(batch, rows(await response.json()))) made.set(row, one)
  }
  return { made, left: new Set() }
}
