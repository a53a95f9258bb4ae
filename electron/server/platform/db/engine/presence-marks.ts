/**
 * Marks changes of the past that presence times are counted from (triggers.ts puts them in): connections,
 * breaks, and conversations people held.
 */

/** Later than every instant, milliseconds. */
const NEVER = 9_000_000_000_000_000
/** Changes more recent than this are not marked: no such day is summed up yet (reports/presence-days.ts). */
const YOUNG_MS = 86_400_000

/** Tables of spans, with the names of their beginning and end. */
const SPANS = [
  ['online_spans', 'started_at', 'ended_at'],
  ['breaks', 'started_at', 'ended_at'],
  ['ticket_trackings', 'started_at', 'finished_at'],
] as const
type Span = (typeof SPANS)[number]
type Row = 'new' | 'old' | 'both'

const CHANGES = (span: Span): readonly [name: string, change: string, row: Row][] => [
  ['new', 'insert', 'new'],
  ['changed', `update of user_id, ${span[1]}, ${span[2]}`, 'both'],
  ['gone', 'delete', 'old'],
]

interface Words {
  least: string
  greatest: string
  /** Equality that treats null as equal to null. */
  same: string
  /** Milliseconds since the epoch. */
  now: string
}

/** What a trigger marks, and on which condition. */
function noting([, start, end]: Span, row: Row, { least, greatest, same, now }: Words) {
  const at = (one: string, column: string): string => `coalesce(${one}.${column}, ${NEVER})`
  const both = (how: string, column: string): string => `${how}(${at('old', column)}, ${at('new', column)})`
  const isEndAlone = ['user_id', start].map(column => `new.${column} ${same} old.${column}`).join(' and ')
  const from =
    row === 'both'
      ? // Of what ended, or ended at another time, the rest stays as it was.
        `case when ${isEndAlone} then ${both(least, end)} else ${both(least, start)} end`
      : at(row, start)
  const to = row === 'both' ? both(greatest, end) : at(row, end)
  const company = `${row === 'old' ? 'old' : 'new'}.company_id`
  return {
    when: `${from} < ${now} - ${YOUNG_MS}`,
    insert: `insert into report_presence_marks (company_id, from_at, to_at) select ${company}, ${from}, ${to}
    where exists (select 1 from companies where id = ${company});`,
  }
}

const each = (write: (name: string, on: string, span: Span, row: Row) => string): string =>
  SPANS.flatMap(span =>
    CHANGES(span).map(([name, change, row]) =>
      write(`report_presence_${span[0]}_${name}`, `after ${change} on ${span[0]}`, span, row),
    ),
  ).join('\n')

const SQLITE: Words = {
  least: 'min',
  greatest: 'max',
  same: 'is',
  now: "(cast(strftime('%s', 'now') as integer) * 1000)",
}
const POSTGRES: Words = {
  least: 'least',
  greatest: 'greatest',
  same: 'is not distinct from',
  now: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
}

export const presenceMarks = {
  sqlite: each((name, on, span, row) => {
    const { when, insert } = noting(span, row, SQLITE)
    return `create trigger ${name} ${on} when ${when} begin ${insert} end;`
  }),
  postgres: each((name, on, span, row) => {
    const { when, insert } = noting(span, row, POSTGRES)
    return `create function ${name}() returns trigger language plpgsql as $$
begin
  ${insert}
  return null;
end $$;
create trigger ${name} ${on} for each row when (${when}) execute function ${name}();`
  }),
}
