/** What became of steps that were done by themselves: none is done twice. */
export const steps = `
CREATE TABLE step_receipts (
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  run text NOT NULL,
  step integer NOT NULL,
  ticket_id integer NOT NULL REFERENCES tickets(id) ON DELETE CASCADE,
  state text NOT NULL,
  code text,
  at integer NOT NULL,
  PRIMARY KEY(company_id, run, step)
);
CREATE INDEX step_receipts_ticket ON step_receipts (ticket_id);
CREATE INDEX step_receipts_at ON step_receipts (at);
`
