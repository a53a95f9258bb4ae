/** Macros of people and of queues. */
export const macros = `
CREATE TABLE macros (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  user_id integer REFERENCES users(id) ON DELETE SET NULL,
  name text NOT NULL,
  steps text NOT NULL,
  shared_with text,
  created_at integer NOT NULL
);
CREATE INDEX macros_company ON macros (company_id, name);
CREATE INDEX macros_user ON macros (user_id);
`
