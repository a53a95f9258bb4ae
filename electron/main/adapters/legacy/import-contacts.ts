/** A contact file on its way to the legacy servers (docs/legacy-server.md 6.1; difference 5). */
import { ApiError, type Ask, answer, errorAnswer, type LegacyApi, rows, wordsOf } from './call'

const HEADERS: Record<string, string> = { name: 'nome', number: 'numero', email: 'email' }

/** Cells of one line: quotes hold separators, a doubled quote is one. */
function cellsOf(line: string, separator: string): string[] {
  const cells = ['']
  let quoted = false
  for (let i = 0; i < line.length; i += 1) {
    const sign = line[i] ?? ''
    const last = cells.length - 1
    if (sign === '"' && quoted && line[i + 1] === '"') {
      cells[last] += '"'
      i += 1
    } else if (sign === '"') quoted = !quoted
    else if (sign === separator && !quoted) cells.push('')
    else cells[last] += sign
  }
  return cells.map(cell => cell.trim())
}

interface Row {
  /** Line of the file, the head being 1. */
  line: number
  text: string
  name: string
  /** Digits; "" for none. */
  number: string
}

const reported = (row: Pick<Row, 'line' | 'name' | 'number'>, outcome: string, reason = '') => ({
  line: row.line,
  outcome,
  name: row.name,
  number: row.number,
  reason,
})

/**
 * The same file, with the field and header names that server reads. It makes a contact of every row, also of one
 * without a number, so those stay here and are said to be refused.
 */
export async function importContacts(legacy: LegacyApi, ask: Ask): Promise<Response> {
  if (!ask.raw) return errorAnswer(400, 'ERR_INVALID_CSV')
  const form = await new Response(ask.raw, {
    headers: { 'content-type': ask.headers.get('content-type') ?? '' },
  }).formData()
  const file = form.get('contacts')
  if (!(file instanceof Blob)) return errorAnswer(400, 'ERR_INVALID_CSV')
  const [head = '', ...lines] = (await file.text()).replace(/^\uFEFF/, '').split(/\r?\n/)
  const separator = head.includes(';') ? ';' : ','
  const names = cellsOf(head, separator).map(name => name.toLowerCase())
  const [nameAt, numberAt] = [names.indexOf('name'), names.indexOf('number')]
  if (nameAt < 0 || numberAt < 0) return errorAnswer(400, 'ERR_INVALID_CSV')
  const read = lines.flatMap((text, at): Row[] => {
    if (text.trim() === '') return []
    const cells = cellsOf(text, separator)
    const number = (cells[numberAt] ?? '').replace(/\D/g, '')
    return [{ line: at + 2, text, name: cells[nameAt] ?? '', number }]
  })
  const refused = read
    .filter(row => row.number === '')
    .map(row => reported(row, 'rejected', 'INVALID_NUMBER'))
  const sent = read.filter(row => row.number !== '')
  const created = sent.length > 0 ? await upload(legacy, ask, [names, separator], sent) : []
  if (created instanceof Response) return created
  const lineOf = new Map(sent.map(row => [row.number, row.line]))
  const made = created.map(row => {
    const number = String(row.number ?? '')
    return reported({ line: lineOf.get(number) ?? 0, name: String(row.name ?? ''), number }, 'created')
  })
  return answer({
    created: made.length,
    updated: 0,
    // Numbers already known are skipped there without a word.
    rejected: Math.max(0, read.length - made.length),
    rows: [...made, ...refused].toSorted((a, b) => a.line - b.line),
  })
}

/** @returns the contacts that were made, or the error of a file that server cannot read. */
async function upload(
  legacy: LegacyApi,
  ask: Ask,
  [names, separator]: [names: string[], separator: string],
  sent: readonly Row[],
): Promise<Record<string, unknown>[] | Response> {
  const head = names.map(name => HEADERS[name] ?? name).join(separator)
  const csv = [head, ...sent.map(row => row.text), ''].join('\r\n')
  const body = () => {
    const data = new FormData()
    data.set('file', new Blob([csv], { type: 'text/csv' }), 'contatos.csv')
    return data
  }
  const response = await legacy.client.fetch('/contacts/upload', {
    method: 'POST',
    body,
    ...(ask.signal ? { signal: ask.signal } : {}),
  })
  // A file it cannot read is a bare 500 there; anything else is said as what it is.
  if (response.status === 500) return errorAnswer(400, 'ERR_INVALID_CSV')
  if (!response.ok) throw new ApiError(response.status, await wordsOf(response))
  return rows(await response.json())
}
