/** What the copilot of this computer was asked, without a word of it; what is under way counts with what it may use at the most. */
export const copilotTables = `
CREATE TABLE copilot_calls (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scope INTEGER NOT NULL REFERENCES scopes (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL,
  feature TEXT NOT NULL,
  model TEXT NOT NULL,
  outcome TEXT NOT NULL,
  changed INTEGER NOT NULL DEFAULT 0,
  prompt_tokens INTEGER NOT NULL,
  completion_tokens INTEGER NOT NULL,
  cost_micros INTEGER,
  milliseconds INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
);
CREATE INDEX copilot_calls_at ON copilot_calls (scope, created_at);
`
