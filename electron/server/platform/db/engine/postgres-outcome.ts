/** What a transaction leaves for consoles (../event-log), as statements sent with its commit. */
import { escapeLiteral, type QueryResult } from 'pg'
import { type Entry, type LastStatement, type Logged, type Outcome, written } from '../event-log'
import { bound } from './texts'
import { NOW } from './triggers'

type Written = ReturnType<typeof written>

/** The entries of a transaction as they are stored. */
export const textsOf = ({ entries }: Outcome): Map<Entry, Written> =>
  new Map(entries.map(entry => [entry, written(entry)]))

/** Companies in a fixed order, the same in every transaction, so that taking their numbers cannot deadlock. */
function byCompany(entries: readonly Entry[]): [number, Entry[]][] {
  const companies = new Map<number, Entry[]>()
  for (const entry of entries) {
    const known = companies.get(entry.companyId)
    if (known) known.push(entry)
    else companies.set(entry.companyId, [entry])
  }
  return [...companies].sort(([a], [b]) => a - b)
}

/** A statement with its values inlined, typed by position as they are when sent separately. */
function whole({ sql, params }: ReturnType<LastStatement['toSQL']>): string {
  const filled = sql.replace(/\$(\d+)/g, (_, n: string) => {
    const value = bound(params[Number(n) - 1])
    return value === null ? 'null' : escapeLiteral(String(value))
  })
  return `${filled};`
}

/** The statements that write what a transaction leaves, its entries as texts; the commit follows them. */
export function writing(
  { statements, entries, erased }: Outcome,
  texts: ReadonlyMap<Entry, Written>,
): string {
  const removals = [...erased].sort((a, b) => a - b).map(id => `delete from events where company_id = ${id};`)
  const additions = byCompany(entries).map(([companyId, own]) => {
    // JSON names what no text may hold (NUL, halves of characters) instead of holding it.
    const values = own.map((entry, i) => `(${i + 1}, ${escapeLiteral(texts.get(entry)?.text ?? '')})`)
    return `with taken as (
      insert into event_heads (company_id, head) values (${companyId}, ${own.length})
      on conflict (company_id) do update set head = event_heads.head + ${own.length} returning head)
    insert into events (company_id, seq, entry, at)
    select ${companyId}, taken.head - ${own.length} + part.i, part.entry, ${NOW}
    from taken, (values ${values.join(', ')}) as part(i, entry)
    returning (select head from taken) as head;`
  })
  return [...statements.map(statement => whole(statement.toSQL())), ...removals, ...additions].join('\n')
}

/** The entries of a transaction with the numbers its statements (`writing`) returned. */
export function numbered(
  { entries }: Outcome,
  texts: ReadonlyMap<Entry, Written>,
  answers: readonly QueryResult[],
): Logged[] {
  const heads = answers.flatMap(({ rows }) => (rows[0]?.head === undefined ? [] : [Number(rows[0].head)]))
  return byCompany(entries).flatMap(([, own], i) =>
    own.map((entry, at) => {
      const { text: _, ...event } = texts.get(entry) ?? { text: '' }
      return { ...entry, ...event, seq: (heads[i] ?? 0) - own.length + at + 1 }
    }),
  )
}
