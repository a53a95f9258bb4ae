/** Which column of a spreadsheet means what: guessed by its heading or by what is in it, changed by people. Pure. */
import { CONTACT_CSV_HEADERS, fold } from '@contract'
import type { TableRow } from './read-table'

export const LIST_FIELDS = ['name', 'number', 'email'] as const
export type ListField = (typeof LIST_FIELDS)[number]

/** Column of each field, from 0; null for none. */
export type Mapping = Record<ListField, number | null>

/** Words of headings beside those of contact files, without accents. */
const MORE_WORDS: Record<ListField, readonly string[]> = {
  name: ['nome completo', 'cliente', 'contato', 'nombre', 'contacto', 'full name', 'customer'],
  number: [
    'celular',
    'fone',
    'phone',
    'telefono',
    'movil',
    'mobile',
    'tel',
    'numero de telefone',
    'phone number',
  ],
  email: ['mail', 'correo', 'correo electronico', 'email address'],
}
const wordsOf = (field: ListField): ReadonlySet<string> =>
  new Set([...CONTACT_CSV_HEADERS[field].map(fold), ...MORE_WORDS[field]])
const WORDS = { name: wordsOf('name'), number: wordsOf('number'), email: wordsOf('email') }

/** Rows a guess looks at. */
const LOOKED_AT = 50

const isNumber = (cell: string): boolean => cell.replace(/\D/g, '').length >= 8 && !/[a-z@]/i.test(cell)
const isAddress = (cell: string): boolean => /\S@[^\s@]+\.\S/.test(cell)

/** How many columns the rows have. */
export const widthOf = (rows: readonly TableRow[]): number =>
  rows.reduce((most, row) => Math.max(most, row.cells.length), 0)

/** The column in which most cells fit; null when none does. */
function fullest(
  rows: readonly TableRow[],
  columns: readonly number[],
  fits: (cell: string) => boolean,
): number | null {
  let best: { column: number; count: number } | null = null
  for (const column of columns) {
    const count = rows.filter(row => fits(row.cells[column] ?? '')).length
    if (count > (best?.count ?? 0)) best = { column, count }
  }
  return best?.column ?? null
}

export interface Guess {
  /** The first row names the columns. */
  hasHeading: boolean
  mapping: Mapping
}

/** What the columns most likely are. */
export function guessColumns(all: readonly TableRow[]): Guess {
  const rows = all.slice(0, LOOKED_AT)
  const columns = Array.from({ length: widthOf(rows) }, (_, at) => at)
  const heading = (rows[0]?.cells ?? []).map(cell => fold(cell).trim())
  const named = (field: ListField): number | null => {
    const at = heading.findIndex(cell => WORDS[field].has(cell))
    return at < 0 ? null : at
  }
  const byName: Mapping = { name: named('name'), number: named('number'), email: named('email') }
  const isNamed = LIST_FIELDS.some(field => byName[field] !== null)
  // Words above numbers are a heading, whatever they say.
  const hasHeading = isNamed || (rows.length > 1 && !(rows[0]?.cells ?? []).some(isNumber))
  const data = hasHeading ? rows.slice(1) : rows
  const taken = new Set(LIST_FIELDS.map(field => byName[field]))
  const free = (): number[] => columns.filter(column => !taken.has(column))
  const take = (field: ListField, fits: (cell: string) => boolean): number | null => {
    const found = byName[field] ?? fullest(data, free(), fits)
    taken.add(found)
    return found
  }
  const number = take('number', isNumber)
  const email = take('email', isAddress)
  const name = take('name', cell => /\p{L}{2}/u.test(cell))
  return { hasHeading, mapping: { name, number, email } }
}

/** A row of the spreadsheet as it is sent. */
export interface ListRow {
  line: number
  name: string
  number: string
  email: string
}

const cut = (text: string, chars: number): string => [...text].slice(0, chars).join('')

/** A row by the chosen columns, within the bounds of the call; null when nothing is in them. */
export function mapped(row: TableRow, mapping: Mapping): ListRow | null {
  const at = (field: ListField): string => {
    const column = mapping[field]
    return column === null ? '' : (row.cells[column] ?? '')
  }
  const made = {
    line: row.line,
    // One of a list without a name column is called by its number.
    name: cut(mapping.name === null ? at('number') : at('name'), 200),
    number: cut(at('number'), 80),
    email: cut(at('email'), 255),
  }
  return made.name === '' && made.number === '' && made.email === '' ? null : made
}
