/** Which column of a spreadsheet means what: guessed by its heading or by what is in it, changed by people. Pure. */
import { addressIn, CONTACT_CSV_HEADERS, fold, plainName, readPhone } from '@contract'
import type { TableRow } from './text-table'

export const LIST_FIELDS = ['name', 'number', 'email'] as const
export type ListField = (typeof LIST_FIELDS)[number]

/** Column of each field, from 0; null for none. */
export type Mapping = Record<ListField, number | null>

/** Words of headings beside those of contact files, without accents. */
const MORE_WORDS: Record<ListField, readonly string[]> = {
  name: [
    'nome completo',
    'cliente',
    'contato',
    'nombre',
    'contacto',
    'full name',
    'customer',
    'nome do cliente',
  ],
  number: [
    'fone',
    'phone',
    'telefono',
    'tel',
    'numero de telefone',
    'phone number',
    'phone 1 - value',
    'primary phone',
  ],
  email: ['mail', 'correo', 'correo electronico', 'email address', 'e-mail address', 'e-mail 1 - value'],
}
/** Headings of mobile numbers come before all others: "Mobile Phone", "Telefone celular". */
const MOBILE = /\b(?:celular|movil|mobile|whats ?app)\b/
/** What looks like a phone and is none. */
const NO_PHONE = /\b(?:cpf|cnpj|rg|documento|document|cep|dni|cuit|rfc|pedido|codigo|id)\b/

const wordsOf = (field: ListField): ReadonlySet<string> =>
  new Set([...CONTACT_CSV_HEADERS[field].map(fold), ...MORE_WORDS[field]])
const WORDS = { name: wordsOf('name'), number: wordsOf('number'), email: wordsOf('email') }

/** A heading as it is compared: without accents, however they are stored, and the signs around it. */
const headingOf = (cell: string): string =>
  fold(cell)
    .replace(/^\W+|[\s:*]+$/g, '')
    .replace(/\s+/g, ' ')

/** Which column the headings name for a field, from 0; null for none. */
export function columnNamed(headings: readonly string[], field: ListField): number | null {
  const words = headings.map(headingOf)
  const mobile = field === 'number' ? words.findIndex(word => MOBILE.test(word)) : -1
  const at = mobile >= 0 ? mobile : words.findIndex(word => WORDS[field].has(word))
  return at < 0 ? null : at
}

/** Rows on top in which the headings are looked for: a title may stand above them. */
const TITLE_ROWS = 5

/** The rows from their headings on, where those stand below a title. */
export function withoutTitle(rows: readonly TableRow[]): TableRow[] {
  const names = (row: TableRow): number =>
    LIST_FIELDS.filter(field => columnNamed(row.cells, field) !== null).length
  const at = rows.slice(0, TITLE_ROWS).findIndex(row => names(row) >= 2)
  const above = at < 0 ? [] : rows.slice(0, at)
  return above.some(row => row.cells.some(isNumber) || names(row) > 0)
    ? [...rows]
    : rows.slice(Math.max(at, 0))
}

/** The same of rows that are read one after the other. */
export function* belowTitle(rows: Generator<TableRow>): Generator<TableRow> {
  const top: TableRow[] = []
  while (top.length < TITLE_ROWS) {
    const { value, done } = rows.next()
    if (done) break
    top.push(value)
  }
  yield* withoutTitle(top)
  yield* rows
}

/** Rows a guess looks at. */
const LOOKED_AT = 50

/** Also one that is no use: the sheet has rounded it, or it lacks its area. */
function isNumber(cell: string): boolean {
  const phone = readPhone(cell, 'BR')
  return !('fault' in phone) || phone.fault !== 'INVALID_NUMBER'
}
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
  const heading = rows[0]?.cells ?? []
  const named = (field: ListField): number | null => columnNamed(heading, field)
  const byName: Mapping = { name: named('name'), number: named('number'), email: named('email') }
  const isNamed = LIST_FIELDS.some(field => byName[field] !== null)
  // Words above numbers are a heading, whatever they say.
  const hasHeading = isNamed || (rows.length > 1 && !(rows[0]?.cells ?? []).some(isNumber))
  const data = hasHeading ? rows.slice(1) : rows
  const taken = new Set(LIST_FIELDS.map(field => byName[field]))
  const free = (field: ListField): number[] =>
    columns.filter(
      column =>
        !taken.has(column) &&
        !(field === 'number' && hasHeading && NO_PHONE.test(headingOf(heading[column] ?? ''))),
    )
  const take = (field: ListField, fits: (cell: string) => boolean): number | null => {
    const found = byName[field] ?? fullest(data, free(field), fits)
    taken.add(found)
    return found
  }
  const number = take('number', isNumber)
  const email = take('email', isAddress)
  const name = take('name', cell => /\p{L}{2}/u.test(cell))
  return { hasHeading, mapping: { name, number, email } }
}

/** A cell without the apostrophe that an export puts before what would be a formula. */
const unguarded = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

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
    return column === null ? '' : unguarded(row.cells[column] ?? '')
  }
  // Exports name people without a phone by WhatsApp's id, in a column of its own.
  const isId = (cell: string, column: number): boolean =>
    column !== mapping.name && column !== mapping.email && /\d/.test(cell) && addressIn(cell) !== null
  const number = at('number') || (row.cells.find(isId) ?? '')
  const made = {
    line: row.line,
    // One of a list without a name column is called by its number.
    name: cut(mapping.name === null ? plainName(number) : at('name'), 200),
    number: cut(number, 80),
    email: cut(at('email'), 255),
  }
  return made.name === '' && made.number === '' && made.email === '' ? null : made
}
