/**
 * What is measured of service cycles, and sums of it. Triggers note whose cycles are to be measured anew; what there is already is
 * noted here, once. Which ratings were asked for is known of the last cycle alone.
 */
import { reportMarks as postgresTriggers } from '../engine/postgres-triggers'

/** Words that both engines know once the types are theirs. */
const tables = (integer: string, words: string, counted: string): string => `
ALTER TABLE ticket_trackings ADD COLUMN transfers ${integer} NOT NULL DEFAULT 0;
ALTER TABLE ticket_trackings ADD COLUMN bot_at ${integer};
ALTER TABLE ticket_trackings ADD COLUMN handed_at ${integer};
ALTER TABLE ticket_trackings ADD COLUMN rating_asked_at ${integer};
CREATE TABLE report_cycles (
  id ${integer} PRIMARY KEY NOT NULL,
  company_id ${integer} NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  ticket_id ${integer} REFERENCES tickets(id) ON DELETE SET NULL,
  queued_at ${integer} NOT NULL,
  finished_at ${integer},
  day ${words} NOT NULL,
  hour ${integer} NOT NULL,
  queue_id ${integer} DEFAULT 0 NOT NULL,
  user_id ${integer} DEFAULT 0 NOT NULL,
  whatsapp_id ${integer} DEFAULT 0 NOT NULL,
  tag_ids ${words} DEFAULT '[]' NOT NULL,
  seen ${integer} DEFAULT 0 NOT NULL,
  answered ${integer} DEFAULT 0 NOT NULL,
  reopened ${integer} DEFAULT 0 NOT NULL,
  abandoned ${integer} DEFAULT 0 NOT NULL,
  transfers ${integer} DEFAULT 0 NOT NULL,
  one_touch ${integer} DEFAULT 0 NOT NULL,
  bot_answered ${integer} DEFAULT 0 NOT NULL,
  bot_solved ${integer} DEFAULT 0 NOT NULL,
  handed_over ${integer} DEFAULT 0 NOT NULL,
  asked ${integer} DEFAULT 0 NOT NULL,
  rate ${integer},
  rating_id ${integer},
  kept ${integer} DEFAULT 0 NOT NULL,
  missed ${integer} DEFAULT 0 NOT NULL,
  due_at ${integer},
  deadlines ${words} DEFAULT '[]' NOT NULL,
  first_answer ${integer},
  first_answer_business ${integer},
  first_automatic ${integer},
  first_automatic_business ${integer},
  waiting ${integer},
  waiting_business ${integer},
  handling ${integer},
  handling_business ${integer},
  resolution ${integer},
  resolution_business ${integer},
  next ${words} DEFAULT '[]' NOT NULL
);
CREATE INDEX report_cycles_day ON report_cycles (company_id, day, queued_at, id);
CREATE INDEX report_cycles_unfinished ON report_cycles (company_id, day) WHERE finished_at IS NULL;
CREATE INDEX report_cycles_rated ON report_cycles (company_id, day, rating_id) WHERE rating_id IS NOT NULL;
CREATE INDEX report_cycles_ticket ON report_cycles (ticket_id);
CREATE TABLE report_marks (
  id ${counted},
  company_id ${integer} NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  ticket_id ${integer} NOT NULL
);
CREATE INDEX report_marks_company ON report_marks (company_id, id);
CREATE TABLE report_rollups (
  company_id ${integer} NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  span ${words} NOT NULL,
  scope ${words} NOT NULL,
  start ${words} NOT NULL,
  queue_id ${integer} DEFAULT 0 NOT NULL,
  user_id ${integer} DEFAULT 0 NOT NULL,
  whatsapp_id ${integer} DEFAULT 0 NOT NULL,
  tag_id ${integer} DEFAULT 0 NOT NULL,
  tally ${words} NOT NULL,
  PRIMARY KEY (company_id, span, scope, start, queue_id, user_id, whatsapp_id, tag_id)
);
CREATE TABLE report_dirty (
  company_id ${integer} NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  span ${words} NOT NULL,
  start ${words} NOT NULL,
  version ${integer} DEFAULT 1 NOT NULL,
  PRIMARY KEY (company_id, span, start)
);
CREATE TABLE report_state (
  company_id ${integer} PRIMARY KEY NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  zone ${words} NOT NULL
);
UPDATE ticket_trackings SET rating_asked_at = coalesce(rating_at,
  (SELECT t.rating_asked_at FROM tickets t WHERE t.id = ticket_trackings.ticket_id))
WHERE finished_at IS NOT NULL
  AND id = (SELECT max(c.id) FROM ticket_trackings c WHERE c.ticket_id = ticket_trackings.ticket_id);
INSERT INTO report_marks (company_id, ticket_id) SELECT company_id, id FROM tickets;
`

const mark = (row: 'new' | 'old'): string =>
  `INSERT INTO report_marks (company_id, ticket_id) SELECT ${row}.company_id, ${row}.ticket_id
  WHERE EXISTS (SELECT 1 FROM companies WHERE id = ${row}.company_id);`

const trigger = (name: string, change: string, rows: readonly ('new' | 'old')[]): string =>
  `CREATE TRIGGER report_marks_${name} AFTER ${change} BEGIN ${rows.map(mark).join(' ')} END;`

/** What is deleted with a queue, a person or a number changes the column of theirs alone, to nothing: that counts on as it was. */
const moved = ['queue_id', 'user_id', 'whatsapp_id']
  .map(column => `(new.${column} IS NOT NULL AND new.${column} IS NOT old.${column})`)
  .join(' OR ')

const sqliteTriggers = `
${trigger('message', 'INSERT ON messages', ['new'])}
${trigger('message_moved', 'UPDATE OF ticket_id ON messages', ['old', 'new'])}
${trigger('cycle', 'INSERT ON ticket_trackings', ['new'])}
${trigger('cycle_moved', `UPDATE OF queue_id, user_id, whatsapp_id ON ticket_trackings WHEN ${moved}`, ['new'])}
${trigger('cycle_changed', 'UPDATE OF queued_at, started_at, finished_at, transfers, bot_at, handed_at, rating_asked_at ON ticket_trackings', ['new'])}
${trigger('rating', 'INSERT ON ratings', ['new'])}
${trigger('rating_changed', 'UPDATE OF rate ON ratings', ['new'])}
${trigger('rating_gone', 'DELETE ON ratings', ['old'])}
${trigger('tag', 'INSERT ON ticket_tags', ['new'])}
${trigger('tag_gone', 'DELETE ON ticket_tags', ['old'])}
${trigger('deadline', 'INSERT ON deadlines', ['new'])}
${trigger('deadline_changed', 'UPDATE OF due_at, ended_at ON deadlines', ['new'])}
${trigger('deadline_gone', 'DELETE ON deadlines', ['old'])}
`

export const reportCycles = {
  sql: `${tables('integer', 'text', 'integer PRIMARY KEY AUTOINCREMENT NOT NULL')}${sqliteTriggers}`,
  postgres: `${tables('bigint', 'text collate "C"', 'bigint generated by default as identity primary key')}${postgresTriggers}`,
}
