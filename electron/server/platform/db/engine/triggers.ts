/** Triggers of the database, in the words of each engine: they count tickets and mark what has to be measured anew. */
import type { EngineName } from './engine'
import { presenceMarks } from './presence-marks'

/** The clock of PostgreSQL, milliseconds since the epoch. */
export const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

interface Words {
  /** Inequality that treats null as equal to null. */
  differs: string
  trigger(trigger: Trigger): string
}

interface Trigger {
  name: string
  /** Such as `after insert on messages`. */
  on: string
  /** The condition on the change. */
  when?: string
  body: string
}

const WORDS: Record<EngineName, Words> = {
  sqlite: {
    differs: 'is not',
    trigger: ({ name, on, when, body }) =>
      `create trigger ${name} ${on}${when ? ` when ${when}` : ''} begin ${body} end;`,
  },
  postgres: {
    differs: 'is distinct from',
    trigger: ({ name, on, when, body }) => `
create function ${name}() returns trigger language plpgsql as $$
begin
  ${body}
  return null;
end $$;
create trigger ${name} ${on} for each row${when ? ` when (${when})` : ''} execute function ${name}();`,
  },
}

/** The row of counts a ticket belongs to. */
const isOf = (row: 'new' | 'old'): string =>
  `company_id = ${row}.company_id and status = ${row}.status and queue_id = coalesce(${row}.queue_id, 0)
    and user_id = coalesce(${row}.user_id, 0) and is_group = ${row}.is_group`
const kindOf = (row: 'new' | 'old'): string =>
  `${row}.company_id, ${row}.status, coalesce(${row}.queue_id, 0), coalesce(${row}.user_id, 0), ${row}.is_group`

/** A deleted row changes no missing count: a company's counts are deleted before its tickets. */
const FEWER = `update ticket_counts set tickets = tickets - 1 where old.merged_into is null and ${isOf('old')};`
/** Adds to the count of a ticket that is not merged into another: those stand in no list. */
const COUNTED = {
  // Not "on conflict": what a statement says about conflicts holds in its triggers too, and one that replaces a ticket
  // would replace the count.
  sqlite: {
    more: `insert into ticket_counts (company_id, status, queue_id, user_id, is_group, tickets)
    select ${kindOf('new')}, 0
    where new.merged_into is null and not exists (select 1 from ticket_counts where ${isOf('new')});
  update ticket_counts set tickets = tickets + 1 where new.merged_into is null and ${isOf('new')};`,
    fewer: FEWER,
  },
  // Two processes may count the same kind for the first time.
  postgres: {
    more: upserted('+', 'new'),
    fewer: upserted('-', 'old'),
  },
}
function upserted(sign: '+' | '-', row: 'new' | 'old'): string {
  return `if ${row}.merged_into is null then
  insert into ticket_counts as c (company_id, status, queue_id, user_id, is_group, tickets)
  values (${kindOf(row)}, ${sign}1)
  on conflict (company_id, status, queue_id, user_id, is_group) do update set tickets = c.tickets ${sign} 1;
  end if;`
}

/** The counts of tickets by what tabs and lists ask for (../schema-ticket-counts.ts). */
function counting(engine: EngineName): Trigger[] {
  const { more, fewer } = COUNTED[engine]
  const { differs } = WORDS[engine]
  const columns = ['company_id', 'status', 'queue_id', 'user_id', 'is_group', 'merged_into']
  return [
    { name: 'ticket_counts_insert', on: 'after insert on tickets', body: more },
    {
      name: 'ticket_counts_update',
      on: `after update of ${columns.join(', ')} on tickets`,
      when: columns.map(column => `new.${column} ${differs} old.${column}`).join(' or '),
      body: `${fewer}\n  ${more}`,
    },
    { name: 'ticket_counts_delete', on: 'after delete on tickets', body: FEWER },
    {
      ...{ name: 'ticket_counts_company', on: 'after delete on companies' },
      body: 'delete from ticket_counts where company_id = old.id;',
    },
  ]
}

/** What is deleted with a queue, person or number sets the column of theirs alone to nothing: that counts on as it was. */
const movedCycle = ({ differs }: Words): string =>
  ['queue_id', 'user_id', 'whatsapp_id']
    .map(column => `(new.${column} is not null and new.${column} ${differs} old.${column})`)
    .join(' or ')

/** Marks tickets whose service cycles have to be measured anew (../schema-reports.ts). */
function marking(words: Words): Trigger[] {
  const mark = (name: string, change: string, rows: readonly ('new' | 'old')[], when?: string): Trigger => ({
    ...{ name: `report_marks_${name}`, on: `after ${change}`, when },
    body: rows
      .map(
        row => `insert into report_marks (company_id, ticket_id) select ${row}.company_id, ${row}.ticket_id
  where exists (select 1 from companies where id = ${row}.company_id);`,
      )
      .join(' '),
  })
  const measured =
    'queued_at, started_at, finished_at, transfers, bot_at, handed_at, rating_asked_at on ticket_trackings'
  const moved = 'queue_id, user_id, whatsapp_id on ticket_trackings'
  return [
    mark('message', 'insert on messages', ['new']),
    mark('message_moved', 'update of ticket_id on messages', ['old', 'new']),
    mark('cycle', 'insert on ticket_trackings', ['new']),
    mark('cycle_moved', `update of ${moved}`, ['new'], movedCycle(words)),
    mark('cycle_changed', `update of ${measured}`, ['new']),
    mark('rating', 'insert on ratings', ['new']),
    mark('rating_changed', 'update of rate on ratings', ['new']),
    mark('rating_gone', 'delete on ratings', ['old']),
    mark('tag', 'insert on ticket_tags', ['new']),
    mark('tag_gone', 'delete on ticket_tags', ['old']),
    mark('deadline', 'insert on deadlines', ['new']),
    mark('deadline_changed', 'update of due_at, ended_at on deadlines', ['new']),
    mark('deadline_gone', 'delete on deadlines', ['old']),
  ]
}

/** All triggers of a database. */
export function triggers(engine: EngineName): string {
  return [...counting(engine), ...marking(WORDS[engine])]
    .map(WORDS[engine].trigger)
    .concat(presenceMarks[engine])
    .join('\n')
}
