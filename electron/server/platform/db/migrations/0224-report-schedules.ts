/** Reports that leave by mail by themselves. */
export const reportSchedules = `
CREATE TABLE report_schedules (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  user_id integer REFERENCES users(id) ON DELETE SET NULL,
  name text NOT NULL,
  period text NOT NULL,
  day integer NOT NULL,
  hour integer NOT NULL,
  user_ids text NOT NULL,
  addresses text NOT NULL,
  tables text NOT NULL,
  queue_ids text NOT NULL,
  agent_ids text NOT NULL,
  whatsapp_ids text NOT NULL,
  clock text NOT NULL,
  language text NOT NULL,
  active integer NOT NULL,
  due_at integer NOT NULL,
  next_at integer NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  last_at integer,
  last_outcome text,
  last_why text DEFAULT '' NOT NULL,
  created_at integer NOT NULL
);
CREATE INDEX report_schedules_company ON report_schedules (company_id, name);
CREATE INDEX report_schedules_user ON report_schedules (user_id);
CREATE INDEX report_schedules_next ON report_schedules (next_at) WHERE active = 1;
`
