/** What a transaction leaves for consoles (../event-log), as statements sent with its commit. */
import { escapeLiteral, type QueryResult } from 'pg'
import type { Entry, LastStatement, Logged, Outcome } from '../event-log'
import { NOW } from './postgres-triggers'
import { bound, storable } from './texts'

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

/** The statements that write what a transaction leaves; the commit follows them. */
export function writing({ statements, entries, erased }: Outcome): string {
  const removals = [...erased].sort((a, b) => a - b).map(id => `delete from events where company_id = ${id};`)
  const additions = byCompany(entries).map(([companyId, own]) => {
    const values = own.map(({ companyId: _, ...entry }, i) => {
      const text = escapeLiteral(String(storable(JSON.stringify(entry))))
      return `(${i + 1}, ${text})`
    })
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
export function numbered({ entries }: Outcome, answers: readonly QueryResult[]): Logged[] {
  const heads = answers.flatMap(({ rows }) => (rows[0]?.head === undefined ? [] : [Number(rows[0].head)]))
  return byCompany(entries).flatMap(([, own], i) =>
    own.map((entry, at) => ({ ...entry, seq: (heads[i] ?? 0) - own.length + at + 1 })),
  )
}
