/** Breaks people take, kept as they were. */
export const breaks = `
CREATE TABLE breaks (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  reason text NOT NULL,
  minutes integer,
  started_at integer NOT NULL,
  ended_at integer,
  ended_by text
);
CREATE UNIQUE INDEX breaks_running ON breaks (user_id) WHERE ended_at IS NULL;
CREATE INDEX breaks_user ON breaks (user_id, started_at);
CREATE INDEX breaks_company ON breaks (company_id, started_at);
`
