/**
 * Triggers of the database: they count tickets (migrations/0063-ticket-counts.ts) and note what reports have to measure
 * anew.
 */
import { presenceMarks } from './presence-marks'

/** The database's own clock, milliseconds since the epoch. */
export const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

const counted = (sign: '+' | '-', row: string): string => `
  insert into ticket_counts as c (company_id, status, queue_id, user_id, is_group, tickets)
  values (${row}.company_id, ${row}.status, coalesce(${row}.queue_id, 0), coalesce(${row}.user_id, 0), ${row}.is_group, ${sign}1)
  on conflict (company_id, status, queue_id, user_id, is_group) do update set tickets = c.tickets ${sign} 1;`

/** The counts of tickets by what tabs and lists ask for (schema-ticket-counts.ts). */
export const ticketCountTriggers = `
create function ticket_counts_insert() returns trigger language plpgsql as $$
begin${counted('+', 'new')}
  return null;
end $$;
create function ticket_counts_update() returns trigger language plpgsql as $$
begin${counted('-', 'old')}${counted('+', 'new')}
  return null;
end $$;
create function ticket_counts_delete() returns trigger language plpgsql as $$
begin
  update ticket_counts set tickets = tickets - 1
  where company_id = old.company_id and status = old.status and queue_id = coalesce(old.queue_id, 0)
    and user_id = coalesce(old.user_id, 0) and is_group = old.is_group;
  return null;
end $$;
create function ticket_counts_company() returns trigger language plpgsql as $$
begin
  delete from ticket_counts where company_id = old.id;
  return null;
end $$;
create trigger ticket_counts_insert after insert on tickets for each row execute function ticket_counts_insert();
create trigger ticket_counts_update after update of company_id, status, queue_id, user_id, is_group on tickets for each row
  when (new.company_id <> old.company_id or new.status <> old.status or new.queue_id is distinct from old.queue_id
    or new.user_id is distinct from old.user_id or new.is_group <> old.is_group) execute function ticket_counts_update();
create trigger ticket_counts_delete after delete on tickets for each row execute function ticket_counts_delete();
create trigger ticket_counts_company after delete on companies for each row execute function ticket_counts_company();
`

const unlessMerged = (row: 'new' | 'old', sign: '+' | '-'): string =>
  `\n  if ${row}.merged_into is null then${counted(sign, row)}\n  end if;`
const countingFunction = (name: string, body: string): string =>
  `create or replace function ${name}() returns trigger language plpgsql as $$ begin${body}
  return null;
end $$;`

/** Merged conversations are no longer counted (migrations/0145-merged-uncounted.ts). */
export const mergedUncounted = `
${countingFunction('ticket_counts_insert', unlessMerged('new', '+'))}
${countingFunction('ticket_counts_update', unlessMerged('old', '-') + unlessMerged('new', '+'))}
${countingFunction('ticket_counts_delete', unlessMerged('old', '-'))}
drop trigger ticket_counts_update on tickets;
create trigger ticket_counts_update after update of company_id, status, queue_id, user_id, is_group, merged_into on tickets
  for each row when (new.company_id <> old.company_id or new.status <> old.status
    or new.queue_id is distinct from old.queue_id or new.user_id is distinct from old.user_id
    or new.is_group <> old.is_group or new.merged_into is distinct from old.merged_into)
  execute function ticket_counts_update();
`

/**
 * A deleted row changes no missing count: a company's counts are deleted before its tickets
 * (migrations/0215-counts-of-gone.ts).
 */
export const countsOfGone = `${countingFunction(
  'ticket_counts_delete',
  `
  update ticket_counts set tickets = tickets - 1
  where old.merged_into is null and company_id = old.company_id and status = old.status
    and queue_id = coalesce(old.queue_id, 0) and user_id = coalesce(old.user_id, 0) and is_group = old.is_group;`,
)}`

const marking = (name: string, change: string, rows: readonly ('new' | 'old')[], when = ''): string => `
create function report_marks_${name}() returns trigger language plpgsql as $$
begin${rows
  .map(
    row => `
  insert into report_marks (company_id, ticket_id) select ${row}.company_id, ${row}.ticket_id
  where exists (select 1 from companies where id = ${row}.company_id);`,
  )
  .join('')}
  return null;
end $$;
create trigger report_marks_${name} after ${change} for each row${when} execute function report_marks_${name}();`

const movedCycle = ['queue_id', 'user_id', 'whatsapp_id']
  .map(column => `(new.${column} is not null and new.${column} is distinct from old.${column})`)
  .join(' or ')

/** Marks tickets whose service cycles have to be measured anew (migrations/0221-report-cycles.ts). */
export const reportMarks = `
${marking('message', 'insert on messages', ['new'])}
${marking('message_moved', 'update of ticket_id on messages', ['old', 'new'])}
${marking('cycle', 'insert on ticket_trackings', ['new'])}
${marking('cycle_moved', 'update of queue_id, user_id, whatsapp_id on ticket_trackings', ['new'], ` when (${movedCycle})`)}
${marking('cycle_changed', 'update of queued_at, started_at, finished_at, transfers, bot_at, handed_at, rating_asked_at on ticket_trackings', ['new'])}
${marking('rating', 'insert on ratings', ['new'])}
${marking('rating_changed', 'update of rate on ratings', ['new'])}
${marking('rating_gone', 'delete on ratings', ['old'])}
${marking('tag', 'insert on ticket_tags', ['new'])}
${marking('tag_gone', 'delete on ticket_tags', ['old'])}
${marking('deadline', 'insert on deadlines', ['new'])}
${marking('deadline_changed', 'update of due_at, ended_at on deadlines', ['new'])}
${marking('deadline_gone', 'delete on deadlines', ['old'])}
`

export const triggers = `${ticketCountTriggers}${mergedUncounted}${countsOfGone}${reportMarks}${presenceMarks.postgres}`
