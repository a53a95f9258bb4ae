/** When people were here, kept as it was. Whoever is here now is here from now on: since when they are was not kept. */
export const onlineSpans = `
CREATE TABLE online_spans (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  started_at integer NOT NULL,
  ended_at integer
);
CREATE UNIQUE INDEX online_spans_open ON online_spans (user_id) WHERE ended_at IS NULL;
CREATE INDEX online_spans_user ON online_spans (user_id, started_at);
CREATE INDEX online_spans_company ON online_spans (company_id, started_at);
CREATE INDEX ticket_trackings_finished ON ticket_trackings (company_id, finished_at, started_at, user_id, id);
`
