/** Summaries of conversations that were made on this computer. */
export const summaryTables = `
CREATE TABLE summaries (
  scope INTEGER NOT NULL REFERENCES scopes (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL,
  summary TEXT NOT NULL,
  PRIMARY KEY (scope, ticket_id)
) WITHOUT ROWID;
`
