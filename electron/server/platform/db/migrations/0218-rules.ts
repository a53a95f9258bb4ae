/** Rules, and what each was asked about and did. */
export const rules = `
CREATE TABLE rules (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  name text NOT NULL,
  active integer NOT NULL,
  position integer NOT NULL,
  event_kind text NOT NULL,
  event text NOT NULL,
  conditions text NOT NULL,
  steps text NOT NULL,
  once integer NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL
);
CREATE INDEX rules_company ON rules (company_id, position);
CREATE INDEX rules_event ON rules (event_kind, company_id) WHERE active = 1;

CREATE TABLE rule_runs (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  rule_id integer NOT NULL REFERENCES rules(id) ON DELETE CASCADE,
  ticket_id integer NOT NULL REFERENCES tickets(id) ON DELETE CASCADE,
  cause text NOT NULL,
  depth integer NOT NULL,
  state text NOT NULL,
  steps text,
  outcomes text,
  created_at integer NOT NULL,
  ended_at integer
);
CREATE UNIQUE INDEX rule_runs_cause ON rule_runs (rule_id, ticket_id, cause);
CREATE INDEX rule_runs_waiting ON rule_runs (id) WHERE state <> 'done';
CREATE INDEX rule_runs_log ON rule_runs (rule_id, id);
CREATE INDEX rule_runs_ticket ON rule_runs (ticket_id);
CREATE INDEX rule_runs_company ON rule_runs (company_id);
`
