/** What conversations are about in a few lines, kept with their tickets; webhooks hear of them by triggers, as of all else. */

const NOW = `CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)`

const table = `
CREATE TABLE ticket_summaries (
  ticket_id integer PRIMARY KEY NOT NULL REFERENCES tickets(id) ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  lines text NOT NULL,
  up_to_seq integer NOT NULL,
  up_to integer NOT NULL,
  language text NOT NULL,
  model text DEFAULT '' NOT NULL,
  partial integer DEFAULT 0 NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL
);
CREATE INDEX ticket_summaries_company ON ticket_summaries (company_id);
`

const trigger = (name: string, when: string): string => `
CREATE TRIGGER ${name} AFTER ${when} ON ticket_summaries
WHEN EXISTS (SELECT 1 FROM webhooks WHERE company_id = new.company_id AND active = 1 AND tickets = 1) BEGIN
  INSERT INTO webhook_deliveries (company_id, webhook_id, event, ticket_id, detail, next_at, created_at, updated_at)
  SELECT w.company_id, w.id, 'ticket.summarised', new.ticket_id, '{}', ${NOW}, ${NOW}, ${NOW}
  FROM webhooks w JOIN companies c ON c.id = w.company_id
  WHERE w.company_id = new.company_id AND w.active = 1 AND w.tickets = 1;
END;
`

export const summaries = {
  sql: `${table}${trigger('webhook_ticket_summarised', 'INSERT')}${trigger('webhook_ticket_summary_renewed', 'UPDATE OF lines')}`,
  postgres: `
create table ticket_summaries (
  ticket_id bigint primary key references tickets(id) on delete cascade,
  company_id bigint not null references companies(id) on delete cascade,
  lines text collate "C" not null,
  up_to_seq bigint not null,
  up_to bigint not null,
  language text collate "C" not null,
  model text collate "C" default '' not null,
  partial bigint default 0 not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index ticket_summaries_company on ticket_summaries (company_id);
`,
}
