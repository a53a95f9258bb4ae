/** What a transaction leaves for consoles (../event-log), as statements sent with its commit. */
import { type Entry, type Logged, type Outcome, written } from '../event-log'
import type { Answer, Statement } from './postgres-batch'
import { dialect, kept } from './postgres-dialect'
import { NOW } from './triggers'

/** Entries of a company under its next numbers. JSON has no line breaks of its own: they are sent as lines of one text. */
const ADD = `with taken as (
    insert into event_heads (company_id, head) values ($1, $2)
    on conflict (company_id) do update set head = event_heads.head + excluded.head returning head)
  insert into events (company_id, seq, entry, at)
  select $1, taken.head - $2 + part.i, part.entry, ${NOW}
  from taken, unnest(string_to_array($3, E'\\n')) with ordinality as part(entry, i)
  returning (select head from taken)`
const FORGET = 'delete from events where company_id = $1'

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

/**
 * The statements that write what a transaction leaves; the commit follows them.
 * @returns `numbered` gives its entries with the numbers that the statements answered.
 */
export function leaving({ statements, entries, erased }: Outcome): {
  statements: Statement[]
  numbered(answers: readonly Answer[]): Logged[]
} {
  const own = statements.map((statement): Statement => {
    const { sql: text, params: values } = statement.toSQL()
    return { text, values, inArrays: true, name: dialect.names.get(text) }
  })
  const removals = [...erased].sort((a, b) => a - b).map(id => kept(FORGET, [id]))
  const companies = byCompany(entries).map(([companyId, its]) => {
    const texts = its.map(written)
    const lines = texts.map(({ text }) => text).join('\n')
    return { its, texts, add: kept(ADD, [companyId, its.length, lines]) }
  })
  return {
    statements: [...own, ...removals, ...companies.map(({ add }) => add)],
    numbered: answers =>
      companies.flatMap(({ its, texts }, i) => {
        const [row] = (answers[own.length + removals.length + i]?.rows ?? []) as [number][]
        const head = row?.[0] ?? 0
        return its.map((entry, at) => {
          const { text: _, ...event } = texts[at] ?? { text: '' }
          return { ...entry, ...event, seq: head - its.length + at + 1 }
        })
      }),
  }
}
