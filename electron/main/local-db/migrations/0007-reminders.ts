/** What people want to be reminded of, where their server keeps no reminders. Names and words are those of the cache. */
export const reminderTables = `
CREATE TABLE reminders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scope INTEGER NOT NULL REFERENCES scopes (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL,
  ticket_uuid TEXT NOT NULL,
  message_id TEXT,
  note TEXT NOT NULL,
  due_at INTEGER NOT NULL
);
CREATE INDEX reminders_due ON reminders (scope, due_at);
`
