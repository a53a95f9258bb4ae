/**
 * What must outlive a window: accounts met on this computer, files handed over for sending, the outbox, drafts; and what
 * this computer keeps where a server keeps none. `scope` is one account on one server; erasing it takes everything it
 * owns with it.
 */
export const baseline = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);

CREATE TABLE scopes (
  -- Never given again: what was left of one account must not become another's.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
);

CREATE TABLE attachments (
  id TEXT PRIMARY KEY,
  scope INTEGER NOT NULL REFERENCES scopes (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  mime TEXT NOT NULL,
  size INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);

CREATE TABLE outbox (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  scope INTEGER NOT NULL REFERENCES scopes (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  ticket_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  quote TEXT,
  attachment TEXT,
  attachment_id TEXT,
  forward TEXT,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  unsure INTEGER NOT NULL DEFAULT 0,
  first_attempt_at INTEGER,
  last_attempt_at INTEGER,
  failure_code TEXT,
  failure_text TEXT,
  hold_until INTEGER,
  sent_at INTEGER,
  created_at INTEGER NOT NULL,
  -- What was written before it was translated.
  original TEXT,
  UNIQUE (scope, id)
);
CREATE INDEX outbox_attachment ON outbox (attachment_id) WHERE attachment_id IS NOT NULL;

CREATE TABLE outbox_done (
  scope INTEGER NOT NULL REFERENCES scopes (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  ticket_id INTEGER NOT NULL,
  message_id TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (scope, id)
) WITHOUT ROWID;
CREATE INDEX outbox_done_at ON outbox_done (at);

CREATE TABLE drafts (
  scope INTEGER NOT NULL REFERENCES scopes (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL,
  text TEXT NOT NULL,
  quote TEXT,
  caret INTEGER,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (scope, ticket_id)
) WITHOUT ROWID;

CREATE TABLE draft_attachments (
  scope INTEGER NOT NULL,
  ticket_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  attachment_id TEXT NOT NULL,
  attachment TEXT NOT NULL,
  PRIMARY KEY (scope, ticket_id, position),
  FOREIGN KEY (scope, ticket_id) REFERENCES drafts (scope, ticket_id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX draft_attachments_file ON draft_attachments (attachment_id);

-- What the copilot of this computer was asked, without a word of it; what is under way counts with what it may use at most.
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
  created_at INTEGER NOT NULL,
  seconds INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX copilot_calls_at ON copilot_calls (scope, created_at);

-- Summaries of conversations that were made on this computer.
CREATE TABLE summaries (
  scope INTEGER NOT NULL REFERENCES scopes (id) ON DELETE CASCADE,
  ticket_id INTEGER NOT NULL,
  summary TEXT NOT NULL,
  PRIMARY KEY (scope, ticket_id)
) WITHOUT ROWID;

-- What this computer adds to messages, and which conversations it translates.
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

-- Names and words are those of the cache.
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

-- What a view is stands as JSON (src/contract/saved-views.ts).
CREATE TABLE saved_views (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scope INTEGER NOT NULL REFERENCES scopes (id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  form TEXT NOT NULL
);
CREATE INDEX saved_views_place ON saved_views (scope, place);

CREATE TABLE macros (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scope INTEGER NOT NULL REFERENCES scopes (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  steps TEXT NOT NULL
);
CREATE INDEX macros_scope ON macros (scope, name);
`
