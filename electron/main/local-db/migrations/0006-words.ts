/** What this computer adds to messages of a server without a copilot, which of its conversations it translates, and what recordings used. */
export const wordTables = `
CREATE TABLE added_words (
  scope INTEGER NOT NULL REFERENCES scopes (id) ON DELETE CASCADE,
  message_id TEXT NOT NULL,
  ticket_id INTEGER NOT NULL,
  words TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (scope, message_id)
);
CREATE INDEX added_words_ticket ON added_words (ticket_id);
CREATE INDEX added_words_changed ON added_words (scope, changed_at);
CREATE TABLE translated_tickets (
  scope INTEGER NOT NULL REFERENCES scopes (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL,
  language TEXT NOT NULL,
  PRIMARY KEY (scope, ticket_id)
) WITHOUT ROWID;
ALTER TABLE copilot_calls ADD COLUMN seconds INTEGER NOT NULL DEFAULT 0;
`
