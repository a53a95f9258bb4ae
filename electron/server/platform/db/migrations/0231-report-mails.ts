/** Each addressee of a report by mail gets a mail of its own, and a record of what became of it. */
export const reportMails = `
CREATE TABLE report_mails (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  schedule_id integer NOT NULL REFERENCES report_schedules(id) ON DELETE CASCADE,
  due_at integer NOT NULL,
  address text NOT NULL,
  state text DEFAULT 'waits' NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  tried_at integer,
  why text DEFAULT '' NOT NULL
);
CREATE UNIQUE INDEX report_mails_addressee ON report_mails (schedule_id, due_at, address);
CREATE INDEX report_mails_company ON report_mails (company_id, schedule_id);
`
